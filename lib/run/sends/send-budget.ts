import { closeSync, existsSync, openSync } from 'node:fs';
import { listedNumber } from '../../cases/plan/subscriber-number.ts';
import type { Attempt } from '../../generate/explain.ts';
import { carriedParameters } from '../../judge/rules/request/parameters.ts';
import type { Contract } from '../../model/contract.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import type { PreparedRun, SendLimits } from '../../model/running/prepared-run.ts';
import { readRequest } from '../../reading/read-request.ts';
import { countMessages } from '../../results/messages.ts';
import { guardedSender } from '../../wire/transport/guarded-sender.ts';
import { requestPace } from '../../wire/transport/pace.ts';
import { openSender, type Sender } from '../../wire/transport/sender.ts';
import { firstInBody } from '../../wire/xml/tree.ts';
import { allowList } from './permission.ts';

/** Opens the connections of a run, with the pace and the limits that its requests pass on their way to the wire. */
export function runSender(run: PreparedRun) {
  const pace = requestPace(run.rate);
  const wire = openSender(run.target.baseUrl, run);
  const { limits, ledger, contract } = run;
  const unlimited = () => (ledger === undefined ? wire : countingSender(wire, ledger, contract));
  const counted = limits ? budgetedSender(wire, limits, contract) : unlimited();
  return { pace, sender: guardedSender(pace.paced(counted)) };
}

/** Counts the messages of requests without a limit. A worker that replaces a dead one goes on counting. */
export function countingSender(sender: Sender, ledger: string, contract: Contract): Sender {
  const file = openSync(ledger, 'a', 0o600);
  return {
    close: async () => {
      await sender.close();
      closeSync(file);
    },
    send: (request) => {
      countMessages(file, 'sent', request.messages ?? messagesOfProbe(request, contract));
      return sender.send(request);
    },
  };
}

/** Returns how many messages a probe asks for; 0 where its bytes do not tell, which only a target on this machine gets. */
function messagesOfProbe(request: WireRequest, contract: Contract): number {
  try {
    return countedRecipients(request, contract).length;
  } catch {
    return 0;
  }
}

/**
 * Checks each request last, before the wire: it is sent only if every number in its bytes is allowed and its messages are
 * within the budget. They are counted before and never given back, also when the request fails. After the first request
 * beyond the budget, only reports are sent.
 *
 * The count is in a new file, so that a worker started in the place of a dead one cannot have a budget of its own.
 * @throws Error where the file is there already
 */
export function budgetedSender(sender: Sender, limits: SendLimits, contract: Contract): Sender {
  if (existsSync(limits.ledger)) {
    throw new Error('another worker of this run has sent messages already, so this one sends none');
  }
  // Fails where the file has come to be there meanwhile.
  const file = openSync(limits.ledger, 'wx', 0o600);
  const allowed = allowList(limits.recipients);
  let spent = 0;
  let ended = false;
  return {
    close: async () => {
      await sender.close();
      closeSync(file);
    },
    // Not a transport failure but a rejection: that a request was not sent is never the target's fault.
    send: async (request) => {
      const numbers = countedRecipients(request, contract);
      if (numbers.some((number) => listedNumber(number, allowed) === undefined)) {
        throw new Error('not sent: the request names a number that may not be sent to');
      }
      if (numbers.length > 0 && (ended || spent + numbers.length > limits.maxMessages)) {
        ended = true;
        countMessages(file, 'refused', numbers.length);
        throw new Error(`not sent: the budget of ${limits.maxMessages} messages would have been passed`);
      }
      // From here to the wire nothing waits, so that no other request can come between.
      spent += numbers.length;
      countMessages(file, 'sent', numbers.length);
      return sender.send(request);
    },
  };
}

/**
 * Returns the numbers that a request counts for; a probe counts as the request that it was made of.
 * @throws Error where the bytes of a probe that was made of a report name a send
 */
function countedRecipients(request: WireRequest, contract: Contract): readonly string[] {
  const { asIf, method, path, headers, body } = request;
  if (asIf === undefined) return requestedRecipients(request, contract);
  const [place = '', query = ''] = path.split('?');
  const isDescription = method === 'GET' && !query.includes('=');
  if (isDescription && contract.operations.some((operation) => place.endsWith(operation.path))) return [];
  const numbers = requestedRecipients(asIf, contract);
  const written = [path, ...headers.flat(), Buffer.from(body ?? []).toString('latin1')].join('\n');
  const names = contract.operations.flatMap(({ kind, name }) => (kind === 'send' ? [name] : []));
  if (numbers.length === 0 && names.some((name) => written.toLowerCase().includes(name.toLowerCase()))) {
    throw new Error('not sent: the probe of a report names an operation that sends');
  }
  return numbers;
}

/**
 * Reads the recipients of a request from its bytes alone, as a gateway will; none for a report.
 * @throws Error where the bytes do not say which operation it is, or a send names no number
 */
export function requestedRecipients(request: WireRequest, contract: Contract): readonly string[] {
  const path = request.path.split('?', 1)[0] ?? '';
  const plain = contract.operations.find(({ path: base, name }) => path.endsWith(`${base}/${name}`));
  const isSoap = plain === undefined;
  const readBack = readRequest(request, isSoap);
  const name = plain?.name ?? firstInBody(readBack.root)?.local;
  const operation = contract.operations.find((candidate) => candidate.name === name);
  const binding = contract.bindings.find(({ envelope }) => (envelope !== undefined) === isSoap);
  if (!operation || !binding) throw new Error('not sent: the request does not say which operation it is');
  if (operation.kind === 'report') return [];
  const numbers = carriedParameters({ readBack, binding })
    .filter(({ name }) => name.replace(/^\{.*\}/, '') === operation.recipients.name)
    .flatMap(({ texts }) => texts);
  if (numbers.length === 0) throw new Error(`not sent: the request for ${operation.name} names no number`);
  return numbers;
}

/** Requests with smaller inputs that a target gets at most, so that the search also ends where everything is wrong. */
const MOST_REQUESTS = 8000;

/** Limits the messages that attempts with smaller inputs send (null: to any number), and their requests. */
export function limitedAttempt(most: number | null, isStopped: () => boolean, judge: Attempt): Attempt {
  let requests = 0;
  let messages = 0;
  return async (exchange, change) => {
    const isOver = most !== null && messages + exchange.messages > most;
    if (isStopped() || isOver || requests + exchange.steps.length > MOST_REQUESTS) return null;
    requests += exchange.steps.length;
    messages += exchange.messages;
    const judged = await judge(exchange, change);
    return judged?.verdict === 'harness-error' ? null : judged;
  };
}

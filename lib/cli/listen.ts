import { once } from 'node:events';
import { readAnswer } from '../listen/answers.ts';
import type { Gateway } from '../listen/gateway.ts';
import { type ListenOptions, startListener } from '../listen/listener.ts';
import { followScenario } from '../listen/pairing.ts';
import { loadScenario, scenarioText } from '../listen/scenario.ts';
import { missingCall } from '../listen/unrecognised.ts';
import type { Call, Contract } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import { refusal } from '../model/result.ts';
import type { GatewayStyle } from '../readers/style.ts';
import { numbersIn } from '../recording/recorded-values.ts';
import type { RecognisedCall } from '../recording/replay.ts';
import type { Deviation } from '../reference/seams.ts';
import { builtInDeclarations } from '../run/built-in.ts';
import { runRecordings } from '../run/run-suite.ts';
import { type AskToSend, allowedSends, openLimits, sendAdvice } from '../run/sends/permission.ts';
import { budgetedSender } from '../run/sends/send-budget.ts';
import { type EndedProgram, endText } from '../run/target/programs.ts';
import { maskFor } from '../secrets/mask.ts';
import { headerNotes, type Settings, transportProblem } from '../settings/run-settings.ts';
import { isLoopback, readBaseUrl, staysHere } from '../settings/target-url.ts';
import { counted } from '../text/counted.ts';
import { didYouMean } from '../text/nearest.ts';
import { printable } from '../text/printable.ts';
import { reasonOf } from '../text/reason-of.ts';
import { openSender } from '../wire/transport/sender.ts';
import { clientVerdict, ENDED_BY_USER, runClient } from './client-under-test.ts';
import { askOn } from './confirm.ts';
import { readDefect, type ServeFlags } from './serve.ts';
import { likeStyles, readStyle, styleDeviation } from './style-of.ts';
import type { Ended, Invocation } from './usage.ts';

interface ListenFlags extends ServeFlags {
  readonly forward?: string;
  readonly scenario?: string;
  readonly require: readonly string[];
  readonly answer: readonly string[];
  readonly calls: number;
  readonly idle?: number;
  readonly then?: string;
}

/** Runs `listen`, which judges the calls of real clients until it is interrupted. */
export async function listenCommand(
  { flags, io, found }: Invocation<ListenFlags>,
  command: readonly string[] = [],
): Promise<Ended> {
  const settings = { ...found.value, target: null };
  const { namespace } = settings;
  const declarations = builtInDeclarations(settings);
  const { contract } = declarations;
  let remove = async () => {};
  let idle: NodeJS.Timeout | undefined;
  try {
    const styles = likeStyles(flags, contract);
    const then = readThen(flags, command, contract);
    const deviations = [...flags.defect.map(readDefect), ...styles.map(styleDeviation)];
    const answers = flags.answer.map((text) => readAnswer(text, contract));
    const required = flags.require.map((text) => readRequired(text, contract));
    const planned = flags.scenario === undefined ? [] : loadScenario(flags.scenario, settings, declarations);
    if ('message' in planned) return planned;
    const opened = await openGateway(flags.forward, settings, contract, askOn(io));
    if (!opened.ok) return opened;
    remove = opened.remove;
    const { gateway } = opened;
    const enough = new AbortController();
    const heardEnough = once(enough.signal, 'abort');
    let client = new AbortController();
    const whyIdle = `it made no request for ${flags.idle} s`;
    const onIdle = () => {
      enough.abort();
      client.abort(whyIdle);
    };
    if (flags.idle !== undefined) idle = setTimeout(onIdle, flags.idle * 1000);
    const listener = await startListener({
      ...{ declarations, settings, gateway, host: flags.host, port: flags.port, answers, deviations },
      pairing: planned.length === 0 ? null : followScenario(planned, contract),
      report: (line, calls) => {
        idle?.refresh();
        io.stdout.write(`${line}\n`);
        if (calls >= flags.calls) enough.abort();
      },
    });
    const { baseUrl } = listener;
    if (!isLoopback(baseUrl)) {
      io.stderr.write(`warning: ${flags.host} may be reached from other machines, without a password\n`);
    }
    const answering = answeringText(gateway, flags);
    io.stdout.write(`listening on ${baseUrl} in namespace ${namespace}, ${answering}; Ctrl-C ends\n`);
    if (planned.length > 0) io.stdout.write(scenarioText(planned, contract, baseUrl, namespace));
    const interrupted = io.interrupted();
    interrupted.then(() => client.abort(ENDED_BY_USER));
    const startOn = (url: string) => {
      if (client.signal.reason !== ENDED_BY_USER) client = new AbortController();
      idle?.refresh();
      return runClient(command, url, client.signal);
    };
    const ended = command.length > 0 ? await startOn(baseUrl) : undefined;
    if (!ended) await Promise.race([interrupted, heardEnough]);
    const { heard, others, unknown, played, notes, seen } = await listener.close();
    const [first] = heard.calls;
    if (!first) {
      // Its output may have the ticket of a request that was not recognised.
      const why = found.mask(noCallText(baseUrl, unknown, ended));
      return refusal(4, maskFor([...heard.tickets])(why));
    }
    const report = () => idle?.refresh();
    const options = { declarations, settings, gateway, host: flags.host, answers, report };
    const known = { tickets: new Set(heard.tickets), numbers: new Set(heardNumbers(heard)) };
    const startAgain = clientStarter(options, startOn, flags.defect.map(readDefect), known);
    const tried = await clientVerdict(ended, styles, then, startAgain);
    const numbers = settings.mask === 'numbers' ? [...known.numbers] : [];
    const mask = maskFor([...known.tickets], numbers);
    for (const why of tried.failures) io.stdout.write(`${mask(found.mask(printable(why)))}\n`);
    const failed = tried.failures.map((why) => failedClient(first.call, why));
    const missing = required.filter(({ operation, binding }) => !seen.has(`${operation}/${binding}`));
    const ofHeaders = gateway ? headerNotes(settings) : [];
    const strange = `no calls of the contract: ${counted(unknown.length, 'request')}`;
    const recordings = {
      traffic: { ...heard, tickets: [...known.tickets] },
      requestsOnly: gateway === null,
      answers: answering,
      namespace,
      baseUrl,
      exchanges: [...(played?.exchanges ?? []), ...others, ...missing, ...failed],
      notes: [ofHeaders, notes, unknown.length === 0 ? [] : strange, played?.notes ?? [], tried.notes].flat(),
    };
    return await runRecordings({ ...settings, operation: [], binding: [] }, recordings, io, {
      // It has the numbers of later starts too.
      clientOutput: tried.printed && mask(tried.printed),
    });
  } catch (error) {
    return refusal(2, reasonOf(error));
  } finally {
    clearTimeout(idle);
    await remove();
  }
}

function heardNumbers({ calls }: { readonly calls: readonly RecognisedCall[] }): readonly string[] {
  return numbersIn(calls.map(({ call }) => call));
}

/**
 * Makes the function that starts a client on another listener whose reference writes in other styles.
 * @param known gets the tickets and the subscriber numbers of its calls
 */
function clientStarter(
  options: Omit<ListenOptions, 'port' | 'deviations' | 'pairing'>,
  startOn: (url: string) => Promise<EndedProgram>,
  defects: readonly Deviation[],
  known: Readonly<Record<'tickets' | 'numbers', Set<string>>>,
) {
  return async (styles: readonly GatewayStyle[]) => {
    const deviations = [...defects, ...styles.map(styleDeviation)];
    const listener = await startListener({ ...options, port: 0, deviations, pairing: null });
    try {
      return await startOn(listener.baseUrl);
    } finally {
      const { heard } = await listener.close();
      for (const ticket of heard.tickets) known.tickets.add(ticket);
      for (const number of heardNumbers(heard)) known.numbers.add(number);
    }
  };
}

function answeringText(gateway: Gateway | null, { defect, like, answer }: ListenFlags): string {
  return [
    gateway ? `forwards to ${gateway.baseUrl}` : 'answers from the reference',
    ...(defect.length === 0 ? [] : [`with the defects ${defect.join(' ')}`]),
    ...(like.length === 0 ? [] : [`written as in ${like.join(', ')}`]),
    ...(answer.length === 0 ? [] : [`scripted ${answer.join(' ')}`]),
  ].join(', ');
}

function failedClient({ operation, binding }: Call, why: string): Exchange {
  const name = 'client';
  return {
    ...missingCall(operation.name, binding.id, why),
    id: `${operation.name}/${name}/${binding.id}`,
    case: name,
  };
}

function noCallText(baseUrl: string, unknown: readonly string[], ended: EndedProgram | undefined): string {
  const other = unknown[0] === undefined ? '' : `; the first of the other requests: ${unknown[0]}`;
  return `no call came to ${baseUrl}${other}${ended ? `; the client: ${endText(ended)}` : ''}`;
}

/** Reads the style of a new gateway with which a client is started again; null where none is named. */
function readThen({ then, like }: ListenFlags, command: readonly string[], contract: Contract) {
  if (then === undefined) return null;
  if (like.length === 0 || command.length === 0)
    throw new Error(
      '--then starts a client again: name the old gateway with --like, and the client behind --',
    );
  const read = readStyle(then, contract);
  if (read.ok) return read.value;
  throw new Error(`--then ${read.error}`);
}

/** Reads `<operation>/<binding>` as an exchange that is blocked if no such call comes. */
function readRequired(text: string, { operations, bindings }: Contract): Exchange {
  const all = operations.flatMap(({ name }) => bindings.map(({ id }) => ({ name, id })));
  const names = all.map(({ name, id }) => `${name}/${id}`);
  const found = all[names.indexOf(text)];
  if (found) return missingCall(found.name, found.id, `--require ${text}: no call came`);
  const wanted = 'expected an operation and a binding, such as SendBulkSms/soap12';
  throw new Error(`--require "${text}": ${wanted}${didYouMean(text, names)}`);
}

/** Opens a sender to a gateway; if its messages may reach people, it needs the permission that a run needs. */
async function openGateway(url: string | undefined, settings: Settings, contract: Contract, ask: AskToSend) {
  if (url === undefined) return { ok: true, gateway: null, remove: async () => {} } as const;
  const base = readBaseUrl(url);
  if (!base.ok) return refusal(2, `--forward ${base.why}`);
  const unreachable = transportProblem(settings);
  if (unreachable !== null) return refusal(2, unreachable);
  const baseUrl = base.value;
  const { host } = new URL(baseUrl);
  const allowed = allowedSends({ ...settings, target: baseUrl });
  if (allowed && settings.sends !== 'refuse') {
    const { recipients, maxMessages } = allowed;
    if (recipients.length === 0 || maxMessages === 0) {
      const why = `clients could have messages sent over ${host}; ${sendAdvice(settings, baseUrl)}, or --sends refuse for reports only`;
      return refusal(4, why);
    }
    const each = { messages: maxMessages, national: new Map() };
    const numbers = new Map(recipients.map((number) => [number, each]));
    const cost = { exchanges: 0, requests: 0, messages: maxMessages, parts: 0, numbers };
    // On this machine the limits answer the question.
    const confirmed = settings.yes || staysHere(baseUrl, settings);
    const maskNumbers = settings.mask === 'numbers';
    const permitted = await ask({ cost, host, maskNumbers, byClients: true, confirmed });
    if (!permitted.ok) return permitted;
  }
  const { limits, remove } = await openLimits(allowed);
  const open = openSender(baseUrl, settings);
  const sender = limits ? budgetedSender(open, limits, contract) : open;
  return { ok: true, gateway: { baseUrl, sender, live: allowed !== null }, remove } as const;
}

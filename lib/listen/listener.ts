import { setTimeout as wait } from 'node:timers/promises';
import { pairText } from '../findings/value-text.ts';
import { judgeContext } from '../judge/judge-context.ts';
import { type Recognised, recognise } from '../judge/reading/recognise.ts';
import type { Call } from '../model/call.ts';
import type { Gate } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Finding } from '../model/judging/finding.ts';
import type { RecordedCall } from '../model/judging/verdict.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import type { Masked } from '../model/running/masked.ts';
import type { Declarations } from '../model/running/prepared-run.ts';
import { namedTickets } from '../recording/named-tickets.ts';
import { exchangeOf, numbersIn, packetAsked, packetIn, ticketsIn } from '../recording/replay.ts';
import { createHandler } from '../reference/handler.ts';
import type { Deviation, HttpReply, HttpRequest } from '../reference/seams.ts';
import { MOST_CONNECTIONS, serve } from '../reference/start.ts';
import { refusal } from '../reference/write/replies.ts';
import { runExchange } from '../run/engine/run-exchange.ts';
import { maskFor } from '../secrets/mask.ts';
import { printable } from '../text/printable.ts';
import { type AnswerRule, scripted } from './answers.ts';
import { isAddressed, isDescription, whyInexact } from './exact-call.ts';
import { foreignGuard } from './foreign.ts';
import { type Answered, answered, forward, type Gateway, notForwarded } from './gateway.ts';
import { isOfRequest, lineOf } from './line.ts';
import type { Telling } from './pairing.ts';
import { endedSession, type Heard, type Kept, meantCall, missingCall } from './session.ts';

export interface ListenOptions {
  readonly declarations: Declarations;
  readonly namespace: string;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Names that clients may call it by, besides this machine and the host. */
  readonly allowHosts: readonly string[];
  readonly deviations: readonly Deviation[];
  readonly answers: readonly AnswerRule[];
  /** Null where the reference answers. */
  readonly gateway: Gateway | null;
  /** What clients were told to call; null where they were told nothing. */
  readonly telling: Telling | null;
  readonly secrets: readonly string[];
  /** The lowest level that fails a session. */
  readonly gate: Gate;
  /** Whether subscriber numbers are masked in the lines. */
  readonly maskNumbers: boolean;
  /** Takes a line for every request, once it is answered. */
  readonly tell: (line: Masked, calls: number) => void;
}

export interface Listener {
  readonly baseUrl: string;
  /** Answers what is under way, at most for a while, ends every connection, and gives what was heard. */
  close(): Promise<Heard>;
}

const NO_REQUEST = 'it is neither a call of the contract nor a request for a description of the service';

/** Tickets that a line is searched for, the latest ones; reports are searched for all. */
const MOST_TICKETS = 1_000;

/** Milliseconds that answers under way have at the end. */
const GRACE_MS = 2_000;

/** The last call on a connection. */
interface LastCall {
  readonly raw: HttpRequest;
  readonly call: Call;
  readonly number: number;
  readonly reply: Promise<HttpReply>;
}

/**
 * Serves real clients: recognises, answers, judges and records each of their calls.
 * @throws Error that names host, port and reason when it cannot listen
 */
export async function startListener(options: ListenOptions): Promise<Listener> {
  const { declarations, namespace, gateway, telling, secrets, gate, tell } = options;
  const { contract, register } = declarations;
  const reference = createHandler({ contract, namespace, deviations: options.deviations });
  const sections = new Map(register.map(({ id, section }) => [id, section]));
  // No path is before those of the contract.
  const context = await judgeContext(
    contract,
    { baseUrl: 'http://localhost', namespace, kind: 'external' },
    register,
  );
  const underWay = new Set<Promise<unknown>>();
  const calls: Call[] = [];
  const kept: Kept[] = [];
  /** What the sends of the session were given by a gateway. */
  const packets = new Set<string>();
  const unknown: string[] = [];
  const unrecognised: Exchange[] = [];
  /** Tickets that came, whatever their clients called them: each is masked from then on. */
  const tickets = new Set<string>();
  const hear = (some: readonly string[]) => {
    for (const ticket of some) tickets.add(ticket);
  };
  const maskOf = (numbers: readonly string[] = []) =>
    maskFor([...secrets, ...[...tickets].slice(-MOST_TICKETS)], numbers);
  /** Numbers of the calls that break the contract. */
  const breaking = new Set<number>();
  const lastCalls = new WeakMap<object, LastCall>();
  /** Connections on which bytes followed a call before it was read. */
  const followed = new WeakSet<object>();
  let baseUrl = '';

  /** @param refused the response to what is no HTTP, which has been written: it is judged all the same */
  async function answer(raw: HttpRequest, refused: HttpReply | null = null): Promise<HttpReply> {
    const request = wireRequestOf(raw);
    hear(namedTickets(request, contract));
    const found = recognise(request, baseUrl, contract);
    if (found.kind === 'call') {
      const reply = answerCall(raw, request, found.call, refused);
      const last = { raw, call: found.call, number: calls.length, reply };
      if (raw.connection) lastCalls.set(raw.connection, last);
      if (raw.connection && followed.has(raw.connection)) void behind(last).catch(() => {});
      return reply;
    }
    const may = found.kind === 'description' && isDescription(request, contract);
    tellOther(request, found, gateway !== null && !may && !refused);
    if (refused) return refused;
    if (gateway === null) return reference(raw);
    return (may ? await forward(request, gateway) : notForwarded(NO_REQUEST)).reply;
  }

  function tellOther(
    request: WireRequest,
    found: Exclude<Recognised, { kind: 'call' }>,
    isKept: boolean,
  ): void {
    const asked = `${request.method} ${request.path.split('?', 1)[0]}`;
    const isUnknown = found.kind === 'unknown';
    const why = isUnknown ? found.why : 'a description of the service';
    const meant = isUnknown ? meantCall(request, contract) : null;
    const line = `${asked}  ${meant ? 'not recognised' : 'no call'}: ${why}`;
    if (isUnknown) unknown.push(line);
    const missing = `${asked} was not recognised: ${why}`;
    if (meant) unrecognised.push(missingCall(...meant, missing, unrecognised.length + 1));
    const kept = isKept ? `\n   not forwarded: ${NO_REQUEST}` : '';
    tell(maskOf()(`${printable(line)}${kept}`), calls.length + unrecognised.length);
  }

  async function answerCall(
    raw: HttpRequest,
    request: WireRequest,
    call: Call,
    refused: HttpReply | null,
  ): Promise<HttpReply> {
    const startedAt = Date.now();
    hear(ticketsIn([call]));
    const number = calls.push(call);
    const script = refused
      ? { delayMs: 0, reply: refused, whats: [] }
      : scripted(options.answers, number, call);
    if (script.delayMs > 0) await wait(script.delayMs);
    const taken = telling?.take(call, number);
    const exchange = exchangeOf('listen', number, { ...call, values: { ...call.values, ...taken?.values } });
    const asked = packetAsked(call);
    const judged = async (outcome: RecordedCall['outcome'], requestsOnly: boolean) => {
      const unknownPacket = asked !== undefined && !packets.has(asked);
      const made = { request, outcome, startedAt, endedAt: Date.now(), unknownPacket, received: call.values };
      const result = await runExchange(exchange, NO_SENDER, context, { made: () => made, requestsOnly });
      return { made, result };
    };
    const breaks = async (outcome: RecordedCall['outcome']) =>
      (await judged(outcome, true)).result.findings.some(isBreach);
    const { reply, outcome } = script.reply
      ? answered(script.reply)
      : await ordinary(raw, request, call, breaks);
    const isForwardedSend = gateway !== null && call.operation.kind === 'send';
    const given = isForwardedSend ? packetIn({ outcome }, contract.packetResult.identifier) : undefined;
    if (given !== undefined) packets.add(given);
    const { made, result } = await judged(outcome, gateway === null || script.reply !== null);
    kept.push({ number, made, exchange });
    const broken = result.findings.find((finding) => isOfRequest(finding) && isBreach(finding));
    if (broken) breaking.add(number);
    const texts = broken && pairText(broken);
    const breach = texts && `${broken.path}: expected ${texts.expected}, got ${texts.actual}`;
    telling?.answered(number, outcome, breach);
    const numbers = options.maskNumbers ? numbersIn(calls.slice(-MOST_CONNECTIONS)) : [];
    const mask = maskOf(numbers);
    const about = { number, call, place: taken?.place ?? null, outcome, scripted: script.whats, gate };
    tell(lineOf(result, { ...about, sections, mask }), number + unrecognised.length);
    return reply;
  }

  /** The answer of the reference or the gateway; what breaks the contract may not reach people. */
  async function ordinary(
    raw: HttpRequest,
    request: WireRequest,
    call: Call,
    breaks: (outcome: RecordedCall['outcome']) => Promise<boolean>,
  ): Promise<Answered> {
    if (gateway === null) return answered(reference(raw));
    if (!isAddressed(request, contract)) return notForwarded(NO_REQUEST);
    if (!gateway.live) return forward(request, gateway);
    const withheld = notForwarded('the request breaks the contract');
    if (await breaks(withheld.outcome)) return withheld;
    const inexact = whyInexact(request, call);
    return inexact === undefined
      ? forward(request, gateway)
      : notForwarded(`it could be read otherwise: ${inexact}`);
  }

  const handler = (raw: HttpRequest) => {
    const reply = answer(raw);
    underWay.add(reply);
    void reply.finally(() => underWay.delete(reply)).catch(() => {});
    return reply;
  };
  /** Bytes that follow the body of a call are a breach of that call, and no second call. */
  async function behind({ call, number, reply }: LastCall): Promise<void> {
    await reply;
    const why = `bytes follow the body of call ${number}: its Content-Length is too short`;
    if (!breaking.has(number))
      unrecognised.push(missingCall(call.operation.name, call.binding.id, why, unrecognised.length + 1));
    tell(maskOf()(`   breach: ${why}`), calls.length + unrecognised.length);
  }

  const refused = (raw: HttpRequest | null, why: string, before?: object) => {
    const last = before && lastCalls.get(before);
    // A call whose body is still read is judged next. Node gives the whole packet, which may begin with the call.
    if (before && !last) followed.add(before);
    else if (last && (raw === null || (raw.method === last.raw.method && raw.path === last.raw.path)))
      void behind(last).catch(() => {});
    else noCall(raw, why);
  };
  const noCall = (raw: HttpRequest | null, why: string) => {
    if (raw) void answer(raw, refusal(400)).catch(() => {});
    else tell(maskOf()(printable(`no HTTP: ${why}`)), calls.length);
  };
  const { host, port } = options;
  const guard = foreignGuard(host, options.allowHosts, (line) => {
    unknown.push(line);
    tell(maskOf()(printable(line)), calls.length + unrecognised.length);
  });
  const server = await serve(handler, { host, port, most: MOST_CONNECTIONS, guard, refused });
  baseUrl = server.baseUrl;
  return {
    baseUrl,
    close: async () => {
      await Promise.race([Promise.allSettled([...underWay]), wait(GRACE_MS, undefined, { ref: false })]);
      // The last answer is handed over to the network by then.
      await wait(100);
      await server.close();
      await gateway?.sender.close();
      const session = endedSession(kept, unrecognised, telling, baseUrl);
      return { ...session, calls, unknown: unknown.map(maskOf()), tickets: [...tickets] };
    },
  };
}

function isBreach({ level }: Finding): boolean {
  return level === 'must';
}

/** An absolute form and an asterisk are paths too (RFC 9112 §3.2). */
function wireRequestOf({ method, path: asked, headers, body }: HttpRequest): WireRequest {
  const path = asked.replace(/^https?:\/\/[^/?]*/i, '');
  return { method, path: path.startsWith('/') ? path : `/${path}`, headers, body };
}

const NO_SENDER = {
  send: () => Promise.reject(new Error('a call of a client was about to be sent')),
  close: async () => {},
};

import { setTimeout as wait } from 'node:timers/promises';
import { runExchange } from '../engine/run-exchange.ts';
import { printable } from '../findings/finding-text.ts';
import { type JudgeContext, judgeContext } from '../judge/judge-context.ts';
import type { BindingId, Contract, Gate } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { JudgedExchange, MadeCall } from '../model/judging/verdict.ts';
import type { Call, WireRequest } from '../model/judging/wire.ts';
import type { Declarations } from '../model/running/handoff.ts';
import type { Masked } from '../model/running/masked.ts';
import { harEntry } from '../recording/har-entry.ts';
import { packetIn } from '../recording/packet-in.ts';
import type { RecordedCall } from '../recording/read-har.ts';
import { type Recognised, recognise } from '../recording/recognise.ts';
import { numbersIn, packetAsked, replayOf, ticketsIn } from '../recording/replay.ts';
import { createHandler } from '../reference/handler.ts';
import type { Deviation, HttpReply, HttpRequest } from '../reference/seams.ts';
import { serve } from '../reference/start.ts';
import { refusal } from '../reference/write/replies.ts';
import { identifierField } from '../rules/structure.ts';
import { maskFor, ownText } from '../secrets/mask.ts';
import type { SendOutcome } from '../transport/sender.ts';
import { type AnswerRule, scripted } from './answers.ts';
import { forward, type Gateway, notForwarded } from './gateway.ts';
import { isOfRequest, lineOf } from './line.ts';
import type { Played, Taken, Telling } from './pairing.ts';

export interface ListenOptions {
  readonly declarations: Declarations;
  readonly namespace: string;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
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
  /** Called when the calls fill `mostRecorded`, so that the session must end: its reports have every call. */
  readonly full: () => void;
  /** Characters of recorded calls; 200 million unless given. */
  readonly mostRecorded?: number;
}

/** Everything that was heard, to be judged as a recording is. */
export interface Heard {
  /** The calls as a HAR 1.2 log, tickets in clear: it must not be written. */
  readonly har: string;
  /** Of a scenario: the calls that no line of it counts; and what was meant as a call and not recognised. */
  readonly others: readonly Exchange[];
  /** How the scenario was played; null without one. */
  readonly played: Played | null;
  readonly calls: readonly Call[];
  /** Requests that are no calls of the contract, each as its line shows it. */
  readonly unknown: readonly string[];
}

export interface Listener {
  readonly baseUrl: string;
  /** Answers what is under way, at most for a while, ends every connection, and gives what was heard. */
  close(): Promise<Heard>;
}

/** Connections at a time. */
const MOST_CONNECTIONS = 256;

const MOST_RECORDED = 200_000_000;

/** Requests that are no calls and are named. */
const MOST_UNKNOWN = 1_000;

/** Milliseconds that answers under way have at the end. */
const GRACE_MS = 2_000;

/**
 * Serves real clients: recognises, answers, judges and records each of their calls.
 * @throws Error that names host, port and reason when it cannot listen
 */
export async function startListener(options: ListenOptions): Promise<Listener> {
  const { declarations, namespace, gateway, telling, answers, gate } = options;
  const { contract, register } = declarations;
  const reference = createHandler({ contract, namespace, deviations: options.deviations });
  const sections = new Map(register.map(({ id, section }) => [id, section]));
  const underWay = new Set<Promise<unknown>>();
  /** By the number of the call. */
  const kept = new Map<number, { readonly entry: string; readonly exchange: Exchange | null }>();
  const calls: Call[] = [];
  /** What the sends of the session were given by a gateway. */
  const packets = new Set<string>();
  const unknown: string[] = [];
  const unrecognised: Exchange[] = [];
  let recorded = 0;
  let baseUrl = '';
  let context: JudgeContext | undefined;

  const answer = async (raw: HttpRequest): Promise<HttpReply> => {
    const request = wireRequestOf(raw);
    const found = recognise({ ...request, origin: baseUrl }, contract);
    return found.kind === 'call' ? answerCall(raw, request, found.call) : answerOther(raw, request, found);
  };

  async function answerOther(
    raw: HttpRequest,
    request: WireRequest,
    found: Exclude<Recognised, { kind: 'call' }>,
  ): Promise<HttpReply> {
    const why = found.kind === 'description' ? 'a description of the service' : found.why;
    const asked = `${request.method} ${request.path.split('?', 1)[0]}`;
    const meant = found.kind === 'unknown' ? meantCall(request, contract) : null;
    const line = `${asked}  ${meant ? 'not recognised' : 'no call'}: ${why}`;
    if (found.kind === 'unknown' && unknown.length < MOST_UNKNOWN) {
      unknown.push(line);
      const missing = `${asked} was not recognised: ${why}`;
      if (meant) unrecognised.push(missingCall(...meant, missing, unrecognised.length + 1));
    }
    options.tell(maskFor(options.secrets)(printable(line)), calls.length + unrecognised.length);
    if (gateway === null) return reference(raw);
    const may = !gateway.live || (found.kind === 'description' && request.method === 'GET');
    return (may ? await forward(request, gateway) : notForwarded('it is no call of the contract')).reply;
  }

  /** What is no HTTP was answered already; it is judged all the same where it is a call. */
  const refuse = (raw: HttpRequest | null, why: string): void => {
    const request = raw && wireRequestOf(raw);
    const found = request && recognise({ ...request, origin: baseUrl }, contract);
    if (raw && request && found?.kind === 'call')
      void answerCall(raw, request, found.call, refusal(400)).catch(() => {});
    else options.tell(maskFor(options.secrets)(printable(`no HTTP: ${why}`)), calls.length);
  };

  async function answerCall(
    raw: HttpRequest,
    request: WireRequest,
    call: Call,
    refused: HttpReply | null = null,
  ): Promise<HttpReply> {
    const startedAt = Date.now();
    const number = calls.push(call);
    const script = refused ? { delayMs: 0, reply: refused, whats: [] } : scripted(answers, number, call);
    if (script.delayMs > 0) await wait(script.delayMs);
    const taken = telling?.take(call, number) ?? null;
    const asked = packetAsked(call);
    const madeWith = (outcome: SendOutcome): MadeCall => ({
      ...{ request, outcome, startedAt, endedAt: Date.now() },
      unknownPacket: asked !== undefined && !packets.has(asked),
    });
    const exchange = seen(call, taken, madeWith(NOTHING), number);
    const breaks = async () => {
      const { findings } = await judged(exchange, madeWith(NOTHING), true);
      return findings.some(({ level }) => level === 'must');
    };
    const ended = script.reply ? answered(script.reply, startedAt) : await ordinary(raw, request, breaks);
    const given =
      gateway && call.operation.kind === 'send' ? packetIn(ended, identifierField(contract)) : undefined;
    if (given !== undefined) packets.add(given);
    const made = madeWith(ended.outcome);
    keep(made, exchange, number);
    const result = await judged(exchange, made, gateway === null || script.reply !== null);
    const broken = result.findings.find((finding) => isOfRequest(finding) && finding.level === 'must');
    telling?.answered(
      number,
      ended.outcome,
      broken && `${broken.path}: expected ${broken.expected}, got ${broken.actual}`,
    );
    const recent = calls.slice(-MOST_CONNECTIONS);
    const numbers = options.maskNumbers ? numbersIn(recent) : [];
    const mask = maskFor([...options.secrets, ...ticketsIn(recent)], numbers);
    const { outcome } = ended;
    const place = taken?.place ?? null;
    const about = { number, call, place, outcome, scripted: script.whats, gate, sections, mask };
    const line = lineOf(result, about);
    options.tell(line, number + unrecognised.length);
    return ended.reply;
  }

  /** The answer of the reference or the gateway; what breaks the contract may not reach people. */
  async function ordinary(raw: HttpRequest, request: WireRequest, breaks: () => Promise<boolean>) {
    const startedAt = Date.now();
    if (gateway === null) return answered(reference(raw), startedAt);
    if (gateway.live && (await breaks())) return notForwarded('the request breaks the contract');
    return forward(request, gateway);
  }

  /** The verdict on one call by itself, with the values that were told where it was. */
  async function judged(exchange: Exchange, made: MadeCall, requestsOnly: boolean): Promise<JudgedExchange> {
    context ??= judgeContext(contract, { baseUrl, namespace, kind: 'external' }, register);
    return runExchange(exchange, NO_SENDER, context, { made: () => made, requestsOnly });
  }

  /** A call by itself. */
  function seen(call: Call, taken: Taken | null, made: MadeCall, number: number): Exchange {
    const one = { file: 'listen', recorded: recordedCall(made, number, baseUrl), call };
    const [exchange] = replayOf([one], contract, new Map()).exchanges;
    if (!exchange) throw new Error('a call was not sorted into an exchange');
    const steps = exchange.steps.map((step) => ({ ...step, values: { ...step.values, ...taken?.values } }));
    return { ...exchange, steps };
  }

  function keep(made: MadeCall, exchange: Exchange, number: number): void {
    const entry = harEntry(made, null, baseUrl, ownText);
    recorded += entry.length;
    kept.set(number, { entry, exchange: telling && exchange });
    if (recorded > (options.mostRecorded ?? MOST_RECORDED)) options.full();
  }

  /** What was heard, each call of a scenario with its place in an exchange. */
  function heard(): Heard {
    const played = telling?.ended() ?? null;
    const others = [...unrecognised];
    const entries = [...kept].map(([number, { entry, exchange: own }]) => {
      const line = played?.lines.get(number);
      const exchange = line?.exchange ?? own;
      if (!exchange) return entry;
      const later = played?.replaced.has(number);
      const title = `${exchange.title}, ${later ? 'replaced by a later try' : 'an extra call'}`;
      if (!line) others.push({ ...exchange, title, ...(later ? { scenario: 'replaced' } : {}) });
      return `${entry.slice(0, -1)},"_exchange":${JSON.stringify(exchange.id)},"_step":${line?.index ?? 0}}`;
    });
    // Here they end: the judge has them in one text.
    kept.clear();
    return {
      har: `{"log":{"version":"1.2","entries":[${entries.join(',')}]}}`,
      others,
      played,
      calls,
      unknown,
    };
  }

  const handler = (raw: HttpRequest) => {
    const reply = answer(raw);
    underWay.add(reply);
    void reply.finally(() => underWay.delete(reply)).catch(() => {});
    return reply;
  };
  const server = await serve(handler, {
    ...{ host: options.host, port: options.port },
    ...{ most: MOST_CONNECTIONS, refused: refuse },
  });
  baseUrl = server.baseUrl;
  return {
    baseUrl,
    close: async () => {
      await Promise.race([Promise.allSettled([...underWay]), wait(GRACE_MS, undefined, { ref: false })]);
      // The last answer is handed over to the network by then.
      await wait(100);
      await server.close();
      await gateway?.sender.close();
      return heard();
    },
  };
}

/** The operation and the binding that a request which is no call of the contract was most likely meant for. */
function meantCall(
  { method, path, body }: WireRequest,
  { operations }: Contract,
): readonly [operation: string, binding: BindingId] | null {
  const text = `${path}\n${Buffer.from(body ?? []).toString('latin1')}`.toLowerCase();
  const has = (part: string) => text.includes(part.toLowerCase());
  const named = operations.find(({ name }) => has(name)) ?? operations.find((one) => has(one.path));
  const service = operations.find((one) => has(one.path.slice(one.path.lastIndexOf('/'))));
  const meant = named ?? service;
  // A GET without a query asks for nothing.
  if (!meant || (method === 'GET' && !path.includes('?'))) return null;
  return [meant.name, method === 'GET' ? 'http-get' : has('envelope') ? 'soap11' : 'http-post'];
}

/** An exchange of which no call came. */
export function missingCall(
  operation: string,
  binding: BindingId,
  missing: string,
  number?: number,
): Exchange {
  const name = number === undefined ? 'required' : 'unrecognised';
  return {
    id: [operation, name, binding, number ?? []].flat().join('/'),
    ...{ case: name, operation, binding, variant: null, title: missing, missing },
    ...{ level: 'must', tags: [], requirements: [], messages: 0 },
    steps: [{ operation, binding, values: {} }],
    expect: { sameContent: false, packet: {}, eachDelivery: {} },
    source: { file: 'listen', line: 1, column: 1 },
  };
}

/** An absolute form and an asterisk are paths too (RFC 9112 §3.2). */
function wireRequestOf({ method, path: asked, headers, body }: HttpRequest): WireRequest {
  const path = asked.replace(/^https?:\/\/[^/?]*/i, '');
  return { method, path: path.startsWith('/') ? path : `/${path}`, headers, body };
}

const NOTHING: SendOutcome = {
  kind: 'failure',
  failure: { code: 'NO_RESPONSE', message: 'not answered yet', durationMs: 0 },
};

const NO_SENDER = {
  send: () => Promise.reject(new Error('a call of a client was about to be sent')),
  close: async () => {},
};

function answered(reply: HttpReply, startedAt: number) {
  return { reply, outcome: outcomeOf(reply, Date.now() - startedAt) };
}

function outcomeOf({ status, reason, headers, body, hangUp }: HttpReply, durationMs: number): SendOutcome {
  if (hangUp)
    return { kind: 'failure', failure: { code: 'CLOSED', message: 'the connection ended', durationMs } };
  return { kind: 'response', response: { status, reason, headers, body, durationMs } };
}

function recordedCall(made: MadeCall, entry: number, baseUrl: string): RecordedCall {
  const { request, ...rest } = made;
  return { ...rest, entry, place: null, request: { ...request, url: new URL(baseUrl) }, inexact: [] };
}

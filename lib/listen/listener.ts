import { setTimeout as wait } from 'node:timers/promises';
import { type Sections, sectionsOf } from '../findings/finding-text.ts';
import { type JudgeContext, judgeContext } from '../judge/judge-context.ts';
import { isOfRequest } from '../judge/traits.ts';
import type { BindingId, Call } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import type { Masked } from '../model/running/masked.ts';
import type { Declarations } from '../model/running/prepared-run.ts';
import { readingsHandedOn } from '../reading/handed-on.ts';
import { packetNamed } from '../reading/read-reply.ts';
import { type ReadCall, type Recognised, recognise } from '../reading/recognise.ts';
import { namedTickets } from '../recording/named-tickets.ts';
import type { Traffic } from '../recording/read-recordings.ts';
import { numbersIn, packetAsked, ticketsIn } from '../recording/recorded-values.ts';
import { exchangeOf, type RecognisedCall } from '../recording/replay.ts';
import { createHandler, type Handler } from '../reference/handler.ts';
import type { Deviation, HttpReply, HttpRequest } from '../reference/seams.ts';
import { MOST_CONNECTIONS, serve } from '../reference/start.ts';
import { errorReply } from '../reference/write/replies.ts';
import type { RecordedCalls } from '../run/engine/calls.ts';
import { runExchange } from '../run/engine/run-exchange.ts';
import { maskFor } from '../secrets/mask.ts';
import { type Settings, secretsOf } from '../settings/run-settings.ts';
import { counted } from '../text/counted.ts';
import { printableLines } from '../text/printable.ts';
import { reasonOf } from '../text/reason-of.ts';
import { type Answered, type AnswerRule, answered, scripted } from './answers.ts';
import { foreignGuard } from './foreign.ts';
import { forward, forwardAnew, type Gateway, isAddressed, isDescription, notForwarded } from './gateway.ts';
import { keptCalls, MOST_KEPT } from './kept-calls.ts';
import { lineOf, type OpenPoints } from './line.ts';
import { breachText, type HeardCall, type Pairing } from './pairing.ts';
import { meantCall, missingCall } from './unrecognised.ts';

export interface ListenOptions {
  readonly declarations: Declarations;
  readonly settings: Settings;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly deviations: readonly Deviation[];
  readonly answers: readonly AnswerRule[];
  /** Null where the reference answers. */
  readonly gateway: Gateway | null;
  /** Pairs calls with the scenario; null without one. */
  readonly pairing: Pairing | null;
  /** Bytes of calls that are kept for the reports; 50 MB by default. */
  readonly keptBytes?: number;
  /** Takes a line for every request, once it is answered, and the number of calls so far. */
  readonly report: (line: Masked, calls: number) => void;
}

/** A listener at work, with all that it heard so far. */
interface Session extends ListenOptions {
  readonly context: JudgeContext;
  readonly sections: Sections;
  readonly reference: Handler;
  readonly calls: HeardCall[];
  readonly keep: ReturnType<typeof keptCalls>;
  readonly handOn: ReturnType<typeof readingsHandedOn>;
  /** Requests that were meant as calls and not recognised. */
  readonly unrecognised: Exchange[];
  /** Requests that are no calls of the contract, each as its line shows it. */
  readonly unknown: string[];
  /** Every ticket that came, whatever its client called it: each is masked from then on. */
  readonly tickets: Set<string>;
  /** Packets that sends were given. */
  readonly packets: Set<string>;
  readonly open: OpenPoints;
  /** By connection the last call on it. */
  readonly lastCalls: WeakMap<object, { readonly heard: HeardCall; readonly reply: Promise<HttpReply> }>;
}

/** Milliseconds that answers under way have at the end. */
const GRACE_MS = 2_000;

/** No path is before those of the contract. */
const BASE_URL = 'http://localhost';

/**
 * Serves real clients: recognises, answers, judges and records each of their calls.
 * @throws Error that names host, port and reason when it cannot listen
 */
export async function startListener(options: ListenOptions) {
  const { declarations, settings, deviations, gateway, host, port } = options;
  const { namespace, allowHost } = settings;
  const { contract, register } = declarations;
  const session: Session = {
    ...options,
    context: await judgeContext(contract, { baseUrl: BASE_URL, namespace, kind: 'external' }, register),
    sections: sectionsOf(register),
    reference: createHandler({ contract, namespace, deviations }),
    ...{ calls: [], unrecognised: [], unknown: [], tickets: new Set(), packets: new Set() },
    ...{ open: new Map(), lastCalls: new WeakMap() },
    handOn: readingsHandedOn(),
    keep: keptCalls(settings.gate, (heard) => options.pairing?.counts(heard) === true, options.keptBytes),
  };
  const underWay = new Set<Promise<HttpReply>>();
  const handler = (raw: HttpRequest) => {
    const reply = answer(session, raw).finally(() => underWay.delete(reply));
    underWay.add(reply);
    return reply;
  };
  const guard = foreignGuard(host, allowHost, (line) => {
    session.unknown.push(line);
    say(session, line);
  });
  const refused = (raw: HttpRequest | null, why: string, connection?: object) => {
    const judged = raw ? answer(session, raw, why) : reportBehind(session, why, connection);
    judged.catch(() => {});
  };
  const failed = (why: string) => say(session, `fault of the harness: a request was not answered: ${why}`);
  const server = await serve(handler, { host, port, most: MOST_CONNECTIONS, guard, refused, failed });
  return {
    baseUrl: server.baseUrl,
    /** Answers what is under way, at most for a while, ends every connection, and returns what was heard. */
    close: async () => {
      await Promise.race([Promise.allSettled([...underWay]), wait(GRACE_MS, undefined, { ref: false })]);
      // The last answer is handed over to the network by then.
      await wait(100);
      await server.close();
      await gateway?.sender.close();
      return endOf(session);
    },
  };
}

/** Returns the calls that were heard, to be judged like a recording, each call of a scenario with its place in an exchange. */
function endOf(session: Session) {
  const { calls, unrecognised, unknown, tickets, pairing, keptBytes = MOST_KEPT } = session;
  const uncounted = [...unrecognised];
  const recognised = calls.flatMap((heardCall): RecognisedCall[] => {
    const { number, call, packet, line, answer, leftOut } = heardCall;
    if (leftOut) {
      const why = `call ${number}, left out of the reports for its size: ${leftOut}`;
      uncounted.push(missingCall(call.operation.name, call.binding.id, why, uncounted.length + 1));
    }
    if (!answer) return [];
    const { exchange } = answer;
    const { readElsewhere, ...made } = answer.made;
    const counted = pairing?.counts(heardCall) ? line : undefined;
    if (pairing && !counted) {
      const title = `${exchange.title}, ${line ? 'replaced by a later try' : 'an extra call'}`;
      uncounted.push({ ...exchange, title, ...(line && { scenario: 'replaced' }) });
    }
    const place = pairing && { exchange: (counted?.exchange ?? exchange).id, step: counted?.index ?? 0 };
    const recorded = { ...made, entry: number, place, inexact: [] };
    return [{ file: 'listen', recorded, call, packet, readElsewhere }];
  });
  const clean = calls.filter(({ leftOut }) => leftOut === '').length;
  const limit = `the reports keep ${keptBytes / 1_000_000} MB of calls`;
  const left = `left out: the oldest ${counted(clean, 'call')} without a breach, judged when they came: ${limit}`;
  const heard: Traffic = { calls: recognised, probes: 0, others: [], tickets: [...tickets] };
  return {
    heard,
    /** Calls that no line of a scenario counts, and requests that were meant as calls and not recognised. */
    others: uncounted,
    /** The scenario as it was played; undefined without one. */
    played: pairing?.ended(),
    /** Says what the reports lack. */
    notes: clean === 0 ? [] : [left],
    /** Operations and bindings of which a call was answered. */
    seen: new Set(
      calls
        .filter(({ answer, leftOut }) => answer || leftOut !== undefined)
        .map(({ call }) => `${call.operation.name}/${call.binding.id}`),
    ),
    unknown: unknown.map(maskOf(session)),
  };
}

/** Tickets that a line is searched for, the latest ones; reports are searched for all. */
const MOST_TICKETS = 1_000;

function maskOf({ settings, tickets }: Session, numbers: readonly string[] = []) {
  return maskFor([...secretsOf(settings), ...[...tickets].slice(-MOST_TICKETS)], numbers);
}

function say(session: Session, text: string): void {
  const { calls, unrecognised, report } = session;
  report(maskOf(session)(printableLines(text)), calls.length + unrecognised.length);
}

const NO_REQUEST = 'it is neither a call of the contract nor a request for a description of the service';

/** Answers, judges and reports a request; `refused` says why it has its response already. */
async function answer(session: Session, raw: HttpRequest, refused?: string): Promise<HttpReply> {
  const { calls, tickets, lastCalls, gateway, declarations } = session;
  const { contract } = declarations;
  // An absolute form and an asterisk are paths too (RFC 9112 §3.2).
  const path = raw.path.replace(/^https?:\/\/[^/?]*/i, '');
  const request: HttpRequest = { ...raw, path: path.startsWith('/') ? path : `/${path}` };
  const named = namedTickets(request, contract);
  for (const ticket of named.ok ? named.value : []) tickets.add(ticket);
  const found: Recognised = named.ok
    ? recognise(request, BASE_URL, contract)
    : { kind: 'unknown', why: named.error };
  if (found.kind === 'call') {
    const heard: HeardCall = { number: calls.length + 1, call: found.call };
    calls.push(heard);
    const reply = answerCall(session, request, heard, found.readBack, refused).catch((error) => {
      addBreach(session, heard, `call ${heard.number} was not judged: ${reasonOf(error)}`);
      return errorReply(500);
    });
    if (request.connection) lastCalls.set(request.connection, { heard, reply });
    return reply;
  }
  const may = found.kind === 'description' && isDescription(request, contract);
  const isKept = gateway !== null && !may && refused === undefined;
  const kept = isKept ? `\n   not forwarded: ${NO_REQUEST}` : '';
  reportOther(session, request, found.kind === 'unknown' ? found.why : null, kept);
  if (refused !== undefined) return REFUSED.reply;
  if (!named.ok) return errorReply(413, `Refused: ${named.error}.`);
  if (gateway === null) return session.reference(request);
  const { reply, changed } = may ? await forward(request, gateway) : notForwarded(NO_REQUEST);
  if (changed !== undefined) say(session, `   reply of the gateway  ${changed}`);
  return reply;
}

/** The answer to requests that were refused before they came here. */
const REFUSED = { delayMs: 0, reply: errorReply(400), whats: [] };

/** Reports a description, or why a request is unknown; one that was meant as a call counts as missing. */
function reportOther(session: Session, request: WireRequest, unknown: string | null, kept: string): void {
  const place = `${request.method} ${request.path.split('?', 1)[0]}`;
  const meant = unknown === null ? null : meantCall(request, session.declarations.contract);
  const why = unknown ?? 'a description of the service';
  const line = `${place}  ${meant ? 'not recognised' : 'no call'}: ${why}`;
  if (unknown !== null) session.unknown.push(line);
  if (meant) addMissing(session, ...meant, `${place} was not recognised: ${why}`);
  say(session, `${line}${kept}`);
}

function addMissing({ unrecognised }: Session, operation: string, binding: BindingId, why: string): void {
  unrecognised.push(missingCall(operation, binding, why, unrecognised.length + 1));
}

/** Answers, judges, keeps and reports a call. */
async function answerCall(
  session: Session,
  raw: HttpRequest,
  heard: HeardCall,
  readBack: ReadCall['readBack'],
  refused?: string,
) {
  const { calls, packets, tickets, gateway, context, sections, settings, open } = session;
  const { number, call } = heard;
  const { method, path, headers, body, connection } = raw;
  // What is judged goes to the worker, and no connection can.
  const request: WireRequest = { method, path, headers, body };
  const startedAt = Date.now();
  for (const ticket of ticketsIn([call])) tickets.add(ticket);
  const script = refused === undefined ? scripted(session.answers, number, call) : REFUSED;
  if (script.delayMs > 0) await wait(script.delayMs);
  const paired = session.pairing?.take(heard);
  const exchange = exchangeOf('listen', number, { ...call, values: { ...call.values, ...paired?.values } });
  const asked = packetAsked(call);
  const unknownPacket = asked !== undefined && !packets.has(asked);
  // Nothing is handed on unless its request was judged.
  let given = notForwarded('it was not judged');
  const { outcome: none } = given;
  const heardCall = {
    request,
    outcome: none,
    startedAt,
    endedAt: startedAt,
    unknownPacket,
    received: call.values,
  };
  const source: RecordedCalls = {
    kind: 'recorded',
    calls: [{ ...heardCall, read: { request: readBack } }],
    requestsOnly: gateway === null || script.reply !== undefined,
    answer: async (isWrong) => {
      if (script.reply) given = answered(script.reply);
      else given = await ordinaryAnswer(session, raw, { call, readBack }, isWrong);
      return given.outcome;
    },
  };
  const { judged, outcomes } = await runExchange(exchange, source, context);
  const [evidence] = outcomes;
  const { reply, outcome, changed } = given;
  const readBody = evidence && 'reading' in evidence ? evidence.reading : undefined;
  const readElsewhere = session.handOn({ request: readBack, reply: readBody }, { request, outcome });
  const made = { ...heardCall, outcome, endedAt: Date.now(), readElsewhere };
  const packet = packetNamed(readBody && { body: readBody }, context.contract.packetResult.identifier);
  if (packet !== undefined && call.operation.kind === 'send') packets.add(packet);
  const breach = judged.findings.find((finding) => isOfRequest(finding) && finding.level === 'must');
  const broken = breach && breachText(breach);
  heard.packet = packet;
  heard.answer = { made, exchange, broken };
  const latest = calls.slice(-MOST_CONNECTIONS).map((each) => each.call);
  const mask = maskOf(session, settings.mask === 'numbers' ? numbersIn(latest) : []);
  const { gate } = settings;
  const about = { place: paired?.place, scripted: script.whats, gate, sections, open };
  const line = lineOf(judged, { ...heard, ...about });
  session.keep(heard, judged);
  session.report(mask(line), number + session.unrecognised.length);
  if (changed !== undefined) say(session, `   reply of the gateway  ${changed}`);
  // A request that was refused for its size came over a connection, and is HTTP.
  if (refused !== undefined && !broken && !connection)
    addBreach(session, heard, `call ${number} is no HTTP: ${refused}`);
  return reply;
}

/** Has the reference or the gateway answer; what breaks the contract may not reach people. */
async function ordinaryAnswer(
  { gateway, reference, declarations: { contract } }: Session,
  request: HttpRequest,
  read: ReadCall,
  isWrong: boolean,
): Promise<Answered> {
  if (gateway === null) return answered(reference(withoutAction(request, read.call)));
  if (!isAddressed(request, contract)) return notForwarded(NO_REQUEST);
  if (!gateway.live) return forward(request, gateway);
  if (isWrong) return notForwarded('the request breaks the contract');
  return forwardAnew(request, read, gateway);
}

/** Reports bytes that are no HTTP: behind a call on their connection, they are a breach of it and no second call. */
async function reportBehind(session: Session, why: string, connection: object | undefined): Promise<void> {
  // The body that they follow may have come in the same packet, and is still read.
  await wait(50);
  const last = connection && session.lastCalls.get(connection);
  if (!last) return say(session, `no HTTP: ${why}`);
  await last.reply;
  const { heard } = last;
  addBreach(session, heard, `bytes follow the body of call ${heard.number}: its Content-Length is too short`);
}

/** Reports a breach that no rule can find in what was read; a call that breaks nothing else counts as missing. */
function addBreach(session: Session, { call, answer }: HeardCall, why: string): void {
  if (!answer?.broken) addMissing(session, call.operation.name, call.binding.id, why);
  say(session, `   breach: ${why}`);
}

/** Empties the SOAPAction of a call, so that the reference goes by the Body, where ASMX refuses another action. */
function withoutAction(raw: HttpRequest, { binding }: Call): HttpRequest {
  if (!binding.request.soapAction) return raw;
  const isAction = ([name]: HttpRequest['headers'][number]) => name.toLowerCase() === 'soapaction';
  return { ...raw, headers: raw.headers.map((header) => (isAction(header) ? ['SOAPAction', '""'] : header)) };
}

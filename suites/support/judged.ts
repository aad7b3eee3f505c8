/** Evidence for the tests of rules and judge: hand-written replies through the real reading and judging. */
import { expect, it } from 'vitest';
import { loadRequirements } from '../../lib/cases/load.ts';
import { namesOf } from '../../lib/findings/finding-text.ts';
import { pairText } from '../../lib/findings/value-text.ts';
import { evidenceOf, type PacketHistory } from '../../lib/judge/evidence.ts';
import { judgeContext } from '../../lib/judge/judge-context.ts';
import { type Judgement, judgeExchange, judgeRequest, judgeStep } from '../../lib/judge/judge-step.ts';
import { rules } from '../../lib/judge/rules/index.ts';
import {
  type BindingId,
  type Call,
  isSendCall,
  type Level,
  type ParameterValues,
  type SendCall,
  type Target,
} from '../../lib/model/contract.ts';
import type { Exchange, Expectation, PlannedStep } from '../../lib/model/exchange.ts';
import type { AnsweredEvidence, Evidence, RequestEvidence } from '../../lib/model/judging/evidence.ts';
import type { Breach, Finding } from '../../lib/model/judging/finding.ts';
import type { HeaderList, WireRequest, WireResponse } from '../../lib/model/judging/wire.ts';
import { readRequest } from '../../lib/reading/read-request.ts';
import { bindings } from '../../lib/wire/bindings/index.ts';
import { escapeText } from '../../lib/wire/xml/escape.ts';
import { everyCall, sampleNamed } from './calls.ts';
import { casesFile, contract, loaded } from './cases.ts';

export { contract, everyCall };
export const ruleIds = rules.map(({ id }) => id);
export const register = loaded(loadRequirements(casesFile('requirements.yaml')));
export const namespace = 'http://sms.example/ns';
export const target: Target = { baseUrl: 'http://127.0.0.1:8080/gateway', namespace, kind: 'external' };
export const context = await judgeContext(contract, target, register);

const message = 'Merhaba <b> & şİ';
const numbers = ['905321112233', '905321112244'];
const samples: ParameterValues = {
  ...{ ServiceTicket: 'T-1', GsmNumber: numbers[0] ?? '', GsmNumbers: numbers, Message: message },
  ...{ KeyID: 'K-1', PostType: '7', PacketId: 'P-1' },
};

/** A call of an operation over a binding, with the values that the correct replies are about. */
export function callOf(name: string, id: BindingId, changed: ParameterValues = {}): Call {
  const { operation, binding, values } = sampleNamed(name, id, samples);
  const own = operation.parameters.map((one) => [one.name, values[one.name] ?? '']);
  return { operation, binding, target, values: { ...Object.fromEntries(own), ...changed } };
}

/** The same of a send. */
export function sendOf(name: string, id: BindingId, changed?: ParameterValues): SendCall {
  const call = callOf(name, id, changed);
  if (isSendCall(call)) return call;
  throw new Error(`${name} is no send`);
}

export function requestEvidence(
  call: Call,
  request = bindings[call.binding.id].encode(call),
): RequestEvidence {
  return { ...call, contract, request, readBack: readRequest(request, call.binding.envelope !== undefined) };
}

/** A text in which every escaping has something to do. */
export const hardText = ' <b>&amp;</b>]]> "\'a+b%20c&d=e;f#g?/\r\n\tİşé👩‍👩‍👧\u00A0 ';

/** What the request rules say about the encoder's request after a change to it. */
export function judgeSent(
  [operation, binding, values]: readonly [string, BindingId, ParameterValues?],
  change: (request: WireRequest) => WireRequest = (request) => request,
): readonly (Breach & { readonly rule: string })[] {
  const evidence = requestEvidence(callOf(operation, binding, values));
  const changed = requestEvidence(evidence, change(evidence.request));
  return judgeRequest(changed).map(({ rule, breach }) => ({ rule, ...breach }));
}

/** Changes to the encoder's request. What is not given is as in a bulk send over SOAP 1.1. */
export interface Sent {
  readonly operation?: string;
  readonly binding?: BindingId;
  readonly values?: ParameterValues;
  readonly method?: WireRequest['method'];
  /** Changes to the path with its query. */
  readonly path?: readonly Edit[];
  /** Header fields in the place of the encoder's, and behind them. */
  readonly headers?: HeaderList;
  readonly added?: HeaderList;
  /** Changes to the body as text, where `body` does not replace it. */
  readonly edits?: readonly Edit[];
  readonly body?: Uint8Array;
}

/** Breaches of our own request, as lines. */
export function foundSent(sent: Sent): readonly string[] {
  const { operation = 'SendBulkSms', binding = 'soap11', values = {} } = sent;
  const breaches = judgeSent([operation, binding, values], ({ method, path, headers, body, ...request }) => ({
    ...request,
    method: sent.method ?? method,
    path: edited(path, sent.path ?? []),
    headers: [...(sent.headers ?? headers), ...(sent.added ?? [])],
    body: sent.edits ? Buffer.from(edited(String(Buffer.from(body ?? [])), sent.edits)) : (sent.body ?? body),
  }));
  return told(breaches);
}

/** A reply of an operation with these fields, in an envelope of that namespace where there is one. */
export function replyText(
  operation: string,
  envelope: string | undefined,
  uri: string,
  fields: string,
): string {
  if (envelope === undefined) return `<EmPostSmsResult xmlns="${uri}">${fields}</EmPostSmsResult>`;
  const result = `<${operation}Result>${fields}</${operation}Result>`;
  const body = `<${operation}Response xmlns="${uri}">${result}</${operation}Response>`;
  return `<soap:Envelope xmlns:soap="${envelope}"><soap:Body>${body}</soap:Body></soap:Envelope>`;
}

/** One delivery result of the correct replies, counted from 0. */
function delivery(index: number): string {
  const fields = [
    `<GsmNumber>${numbers[index]}</GsmNumber><DeliveryResult>OK</DeliveryResult><DeliveryDetail></DeliveryDetail>`,
    `<DeliveryTime>2026-01-02 03:04</DeliveryTime><DeliveredMessage>${escapeText(message)}</DeliveredMessage>`,
    '<PostType>7</PostType><KeyID>K-1</KeyID><SendDate>2026-01-02</SendDate>',
  ];
  return `<EmSmsDeliveryResult>${fields.join('')}</EmSmsDeliveryResult>`;
}

/** Whether the correct reply holds one delivery result per number, or one. */
const isBulk = (operation: string) => operation === 'SendBulkSms' || operation === 'ReportSmsWithPacketId';

/** A correct reply, written by hand as ASP.NET writes it but on one line. */
export function correctText(operation: string, binding: BindingId): string {
  const items = isBulk(operation) ? delivery(0) + delivery(1) : delivery(0);
  const fields = `<PacketID>P-1</PacketID><PacketStatus>Done</PacketStatus><DeliveryResults>${items}</DeliveryResults>`;
  const uri = contract.bindings.find(({ id }) => id === binding)?.envelope;
  return `<?xml version="1.0" encoding="utf-8"?>${replyText(operation, uri, namespace, fields)}`;
}

export type Edit = readonly [from: string | RegExp, to: string];

/** Changes to a correct reply or request: every second text takes the place of the one before it. */
export function edit(...pairs: readonly (string | RegExp)[]): { readonly edits: readonly Edit[] } {
  return { edits: pairs.flatMap((from, i) => (i % 2 === 0 ? [[from, String(pairs[i + 1])] as const] : [])) };
}

/** The text with every edit made; an edit that changes nothing is a mistake of the test. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits.reduce((before, [from, to]) => {
    const after = before.replaceAll(from, to);
    if (after === before) throw new Error(`${String(from)} changes nothing in ${before}`);
    return after;
  }, text);
}

/** XPath of the packet result. */
export function resultPath(operation: string, binding: BindingId): string {
  const soap = contract.bindings.find(({ id }) => id === binding)?.envelope !== undefined;
  return soap ? `/Envelope/Body/${operation}Response/${operation}Result` : '/EmPostSmsResult';
}

/** A reply; by default one about the packet of the call itself, or of a send of the same kind, not read again or given before. */
export interface Given extends Partial<PacketHistory> {
  readonly operation?: string;
  readonly binding?: BindingId;
  /** Changes to the correct reply, where `body` does not replace it. */
  readonly edits?: readonly Edit[];
  readonly body?: string | Uint8Array;
  readonly status?: number;
  readonly headers?: HeaderList;
  readonly values?: ParameterValues;
  /** What the wire has shown besides the response. */
  readonly wire?: Pick<WireResponse, 'oddStatusLine' | 'behind' | 'cut'>;
}

/** Reads a reply as a run does. What is not given is as in a correct bulk send over SOAP 1.1. */
export function read({ operation = 'SendBulkSms', binding = 'soap11', ...given }: Given): AnsweredEvidence {
  const call = callOf(operation, binding, given.values);
  const { mediaType } = call.binding.response;
  const response: WireResponse = {
    status: given.status ?? 200,
    reason: given.status === 500 ? 'Internal Server Error' : 'OK',
    headers: given.headers ?? [['Content-Type', `${mediaType}; charset=utf-8`]],
    body: Buffer.from(given.body ?? edited(correctText(operation, binding), given.edits ?? [])),
    durationMs: 1,
    ...given.wire,
  };
  const send = isBulk(operation) ? 'SendBulkSms' : 'SingleShotSmsWithTypeAndKeyID';
  const sent = isSendCall(call) ? call : sendOf(send, binding);
  const place = { sent, lastReading: true, givenBefore: () => null, ...given };
  return evidenceOf(requestEvidence(call), response, place, context);
}

export function judge(given: Given, level: Level = 'must'): readonly Finding[] {
  return judgeStep(read(given), context, { step: 0, level }).findings;
}

/** What came of a call that was not answered. */
const silence: Evidence = {
  ...requestEvidence(callOf('SendBulkSms', 'soap11')),
  failure: { code: 'ECONNRESET', message: 'reset', durationMs: 1 },
  reached: 'outcome',
};

/** Judges a whole exchange: one step per reply, null where a reply could not be read. */
export function judgementOf(
  replies: readonly ((Given & Pick<PlannedStep, 'rereads' | 'reportsOn' | 'expected' | 'kept'>) | null)[],
  expect: Partial<Expectation> = {},
  level: Level = 'must',
  judging = context,
): Judgement {
  const outcomes = replies.map((given) => (given ? read(given) : silence));
  const readings = outcomes.map((evidence) => (evidence.reached === 'reply' ? evidence : null));
  const steps = replies.map((given, i) => ({
    operation: given?.operation ?? 'SendBulkSms',
    binding: given?.binding ?? 'soap11',
    values: readings[i]?.values ?? {},
    ...(given?.rereads === undefined ? {} : { rereads: given.rereads }),
    ...(given?.reportsOn === undefined ? {} : { reportsOn: given.reportsOn }),
    ...(given?.expected ? { expected: given.expected } : {}),
    ...(given?.kept ? { kept: given.kept } : {}),
  }));
  const exchange: Exchange = {
    ...{ id: 'SendBulkSms/sample/soap11', case: 'sample', title: 'A sample', operation: 'SendBulkSms' },
    ...{ binding: 'soap11', variant: null, level, tags: [], requirements: [], steps, messages: 0 },
    expect: { sameContent: false, packet: {}, eachDelivery: {}, ...expect },
    source: { file: 'sample.yaml', line: 1, column: 1 },
  };
  return judgeExchange({ exchange, outcomes, replies: readings }, judging);
}

/** Ids of the rules that fired, each once, in the order of findings. */
export function fired(findings: readonly { readonly rule: string }[]): readonly string[] {
  return [...new Set(findings.map(({ rule }) => rule))];
}

/** Short names of the namespaces in the lines of findings. */
const shortNames: Readonly<Record<string, string>> = {
  [namespace]: 'ns',
  'http://schemas.xmlsoap.org/soap/envelope/': 'soap11',
  'http://www.w3.org/2003/05/soap-envelope': 'soap12',
};

/** Findings, or breaches of our own request, as lines, one each: `{ns}`, `{soap11}` and `{soap12}` are namespaces. */
export function told(findings: readonly (Breach & Partial<Finding>)[]): readonly string[] {
  return findings.map(({ rule, level, path, about = {}, more = 0, ...values }) => {
    const { expected, actual } = pairText(values);
    const named = Object.entries(namesOf(about)).map(([name, text]) => `${name}: ${text}`);
    const head = level === undefined ? rule : `${rule} ${level}`;
    const list = named.length === 0 ? '' : ` (${named.sort().join(', ')})`;
    const line = `${head} ${path}: expected ${expected}; actual ${actual}${list}${more > 0 ? ` +${more}` : ''}`;
    return line.replace(/\{([^{}]*)\}/g, (whole, uri) => (shortNames[uri] ? `{${shortNames[uri]}}` : whole));
  });
}

/** Findings in a reply, as lines. */
export const found = (given: Given, level: Level = 'must') => told(judge(given, level));

/** Makes what tests that exactly these texts come of a change. */
const teller =
  <T>(textsOf: (change: T) => readonly string[]) =>
  (what: string, change: T, texts: readonly string[]) => {
    it(`tells of ${what}`, () => {
      expect(textsOf(change)).toEqual(texts);
    });
  };

/** Tests which lines are found in a reply; which rules find something in it, and where; which lines are found in our own request. */
export const tells = teller((given: Given) => found(given));
export const fires = teller((given: Given) => judge(given).map(({ rule, path }) => `${rule} ${path}`));
export const tellsSent = teller(foundSent);

/** Tests that nothing is found in a reply. */
export const silent = (what: string, given: Given) => tells(`nothing of ${what}`, given, []);

/** Tests which lines, each behind its step, are found in the replies of one exchange, of which a case may expect something. */
export const tellsReplies = teller(
  ([replies, expected]: readonly [Parameters<typeof judgementOf>[0], Partial<Expectation>?]) => {
    const { findings } = judgementOf(replies, expected);
    return told(findings).map((line, i) => `${findings[i]?.step}: ${line}`);
  },
);

/** Judges replies and requests, written by hand, through the real reading and judging. */
import { namesOf } from '../../lib/findings/finding-text.ts';
import { pairText } from '../../lib/findings/value-text.ts';
import { evidenceOf, type PacketHistory } from '../../lib/judge/evidence.ts';
import { type Judgement, judgeExchange, judgeRequest, judgeStep } from '../../lib/judge/judge-step.ts';
import { type BindingId, isSendCall, type Level, type ParameterValues } from '../../lib/model/contract.ts';
import type { Exchange, Expectation, PlannedStep } from '../../lib/model/exchange.ts';
import type { AnsweredEvidence, Evidence } from '../../lib/model/judging/evidence.ts';
import type { Breach, Finding } from '../../lib/model/judging/finding.ts';
import type {
  HeaderList,
  TransportFailure,
  WireRequest,
  WireResponse,
} from '../../lib/model/judging/wire.ts';
import { callOf, context, correctText, isBulk, NAMESPACE, requestEvidence, sendOf } from './samples.ts';

/** Changes to the encoder's request. What is not given is as in a bulk send over SOAP 1.1. */
export interface ChangedRequest {
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

/** Returns the breaches of a changed request of ours, as lines. */
export function findingsInRequest(sent: ChangedRequest): readonly string[] {
  const { operation = 'SendBulkSms', binding = 'soap11' } = sent;
  const evidence = requestEvidence(callOf(operation, binding, sent.values));
  const { method, path, headers, body } = evidence.request;
  const changed = requestEvidence(evidence, {
    method: sent.method ?? method,
    path: withEdits(path, sent.path ?? []),
    headers: [...(sent.headers ?? headers), ...(sent.added ?? [])],
    body: sent.edits
      ? Buffer.from(withEdits(String(Buffer.from(body ?? [])), sent.edits))
      : (sent.body ?? body),
  });
  return wordFindings(judgeRequest(changed).map(({ rule, breach }) => ({ rule, ...breach })));
}

export type Edit = readonly [from: string | RegExp, to: string];

/** Returns changes to a correct reply or request: every second text takes the place of the text before it. */
export function change(...pairs: readonly (string | RegExp)[]): { readonly edits: readonly Edit[] } {
  return { edits: pairs.flatMap((from, i) => (i % 2 === 0 ? [[from, String(pairs[i + 1])] as const] : [])) };
}

/** The text with every edit made; an edit that changes nothing is a mistake of the test. */
function withEdits(text: string, edits: readonly Edit[]): string {
  return edits.reduce((before, [from, to]) => {
    const after = before.replaceAll(from, to);
    if (after === before) throw new Error(`${String(from)} changes nothing in ${before}`);
    return after;
  }, text);
}

/** A reply; by default one about the packet of the call itself, or of a send of the same kind, not read again or given before. */
export interface ChangedReply extends Partial<PacketHistory> {
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
  /** Why no whole response came; everything else says nothing then. */
  readonly failure?: Omit<TransportFailure, 'durationMs'>;
}

/** Reads a reply as a run does. What is not given is as in a correct bulk send over SOAP 1.1. */
export function read({
  operation = 'SendBulkSms',
  binding = 'soap11',
  ...given
}: ChangedReply): AnsweredEvidence {
  const call = callOf(operation, binding, given.values);
  const { mediaType } = call.binding.response;
  const response: WireResponse = {
    status: given.status ?? 200,
    reason: given.status === 500 ? 'Internal Server Error' : 'OK',
    headers: given.headers ?? [['Content-Type', `${mediaType}; charset=utf-8`]],
    body: Buffer.from(given.body ?? withEdits(correctText(operation, binding), given.edits ?? [])),
    durationMs: 1,
    ...given.wire,
  };
  const send = isBulk(operation) ? 'SendBulkSms' : 'SingleShotSmsWithTypeAndKeyID';
  const sent = isSendCall(call) ? call : sendOf(send, binding);
  const place = { sent, lastReading: true, givenBefore: () => null, ...given };
  return evidenceOf(requestEvidence(call), response, place, context);
}

/** Judges a reply, or that a bulk send over SOAP 1.1 got no whole one. */
export function judge(given: ChangedReply, level: Level = 'must'): readonly Finding[] {
  const evidence = given.failure ? unanswered(given.failure) : read(given);
  return judgeStep(evidence, context, { step: 0, level }).findings;
}

/** Returns what came of a call that was not answered. */
function unanswered(failure: Omit<TransportFailure, 'durationMs'>): Evidence {
  const call = requestEvidence(callOf('SendBulkSms', 'soap11'));
  return { ...call, failure: { ...failure, durationMs: 1 }, reached: 'outcome' };
}

const silence = unanswered({ code: 'ECONNRESET', message: 'reset' });

/** Judges a whole exchange: one step per reply, null where a reply could not be read. */
export function judgeReplies(
  replies: readonly (
    | (ChangedReply & Pick<PlannedStep, 'rereads' | 'reportsOn' | 'expected' | 'kept'>)
    | null
  )[],
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

/** Short names of the namespaces in the lines of findings. */
const shortNames: Readonly<Record<string, string>> = {
  [NAMESPACE]: 'ns',
  'http://schemas.xmlsoap.org/soap/envelope/': 'soap11',
  'http://www.w3.org/2003/05/soap-envelope': 'soap12',
};

/** Writes findings, or breaches of our own request, in a line each; `{ns}`, `{soap11}` and `{soap12}` are namespaces. */
function wordFindings(findings: readonly (Breach & Partial<Finding>)[]): readonly string[] {
  return findings.map(({ rule, level, path, about = {}, more = 0, ...values }) => {
    const { expected, actual } = pairText(values);
    const named = Object.entries(namesOf(about)).map(([name, text]) => `${name}: ${text}`);
    const head = level === undefined ? rule : `${rule} ${level}`;
    const list = named.length === 0 ? '' : ` (${named.sort().join(', ')})`;
    const line = `${head} ${path}: expected ${expected}; actual ${actual}${list}${more > 0 ? ` +${more}` : ''}`;
    return line.replace(/\{([^{}]*)\}/g, (whole, uri) => (shortNames[uri] ? `{${shortNames[uri]}}` : whole));
  });
}

/** Returns the findings in a reply, as lines. */
export function findingsIn(reply: ChangedReply, level: Level = 'must'): readonly string[] {
  return wordFindings(judge(reply, level));
}

/** Returns the rules that a reply breaks, each with the place. */
export function brokenRulesIn(reply: ChangedReply): readonly string[] {
  return judge(reply).map(({ rule, path }) => `${rule} ${path}`);
}

/** Returns the findings in the replies of an exchange, of which its case may expect something, as lines behind their steps. */
export function findingsInExchange(
  replies: Parameters<typeof judgeReplies>[0],
  expected?: Partial<Expectation>,
  level?: Level,
): readonly string[] {
  const { findings } = judgeReplies(replies, expected, level);
  return wordFindings(findings).map((line, place) => `${findings[place]?.step}: ${line}`);
}

import { type Exchange, type ExpectedText, type ExpectedTexts, isCapture } from '../../../model/exchange.ts';
import type { Structured } from '../../../model/judging/document.ts';
import type { AnsweredEvidence, Evidence, ReplyEvidence } from '../../../model/judging/evidence.ts';
import type { About, Breach, Value } from '../../../model/judging/finding.ts';
import { capturedText, fieldText } from '../../../reading/packet.ts';
import { listed, quoted, words } from '../../../text/finding-value.ts';
import { statusText } from '../http/response.ts';
import { rule } from '../rule.ts';

/** What a case itself expects of its replies: what the contract leaves open and its author pins. */
export const expectation = rule('case/expectation', 'must', 'exchange', ['case', 'packet'], (evidence) => {
  const { exchange, outcomes, replies } = evidence;
  const results = expectedSteps(exchange).flatMap((step) => {
    const outcome = outcomes[step];
    // That there is no response, other rules say.
    if (!outcome || outcome.reached === 'outcome') return [];
    return resultsOf(outcome, exchange.expect, replies).map((breach) => breach && { ...breach, step });
  });
  return results.length === 0 ? null : results.filter((breach) => breach !== null);
});

/** What came of each thing that a case expects of a reply: a breach, or null where it is as expected. */
function resultsOf(
  outcome: AnsweredEvidence,
  { packet, eachDelivery, status, fault }: Exchange['expect'],
  replies: readonly (ReplyEvidence | null)[],
): readonly (Breach | null)[] {
  const inOne = (one: Structured, texts: ExpectedTexts) =>
    Object.entries(texts).flatMap(([field, wanted]) => {
      const expected = isCapture(wanted) ? capturedText(wanted, replies[wanted.step]?.packet) : wanted;
      // Where an earlier reply did not say it, nothing is expected.
      if (expected === undefined) return [];
      const actual = fieldText(one, field);
      // That a field is missing or holds elements, the rules about fields say.
      if (typeof actual !== 'string' && !isAbsence(expected)) return null;
      return breachOf(`${one.path}/${field}`, field, expected, actual === null ? '' : actual);
    });
  return [
    ...(status === undefined ? [] : [statusBreach(outcome, status)]),
    ...(fault ? faultResults(outcome, fault) : []),
    ...('payload' in outcome ? inOne(outcome.payload, packet) : []),
    ...('payload' in outcome ? outcome.deliveries.flatMap((one) => inOne(one, eachDelivery)) : []),
  ];
}

function statusBreach(outcome: AnsweredEvidence, status: number): Breach | null {
  if (outcome.response.status === status) return null;
  const about = { field: 'the status' };
  return { path: 'status line', expected: String(status), actual: statusText(outcome), about };
}

function faultResults(outcome: AnsweredEvidence, { code, text }: NonNullable<Exchange['expect']['fault']>) {
  const { reply } = outcome;
  if (reply.kind !== 'soap-fault') {
    const about = { field: 'the reply', expects: 'fault' } as const;
    const what = reply.kind === 'packet-result' ? ', packet result' : '';
    return [{ path: 'body', expected: 'a SOAP fault', actual: words`${statusText(outcome)}${what}`, about }];
  }
  return [
    null,
    ...(code === undefined ? [] : [breachOf('fault code', 'the fault code', code, reply.code)]),
    ...(text === undefined ? [] : [breachOf('fault text', 'the fault text', text, reply.reason)]),
  ];
}

function breachOf(path: string, field: string, expected: ExpectedText, actual: string | undefined) {
  const [isMet, wanted, expects] = comparison(field, expected, actual);
  if (isMet) return null;
  const about = { field, ...(expects !== undefined && { expects }) };
  return { path, expected: wanted, actual: actual === undefined ? 'absent' : quoted(actual), about };
}

/** Returns whether a text is as expected, the expectation in words, and its kind, which chooses the sentence. */
function comparison(
  field: string,
  expected: ExpectedText,
  actual: string | undefined,
): readonly [isMet: boolean, wanted: Value, expects?: About['expects']] {
  if (typeof expected === 'string') return [actual === expected, quoted(expected)];
  if ('absent' in expected) return [actual === undefined, `no ${field}`, 'absent'];
  if ('matches' in expected) {
    const isMet = actual !== undefined && new RegExp(expected.matches, 'u').test(actual);
    return [isMet, `a text that matches /${expected.matches}/`, 'matches'];
  }
  if ('one-of' in expected) {
    const texts = expected['one-of'];
    const isMet = actual !== undefined && texts.includes(actual);
    return [isMet, words`one of ${listed(texts.map(quoted))}`, 'one-of'];
  }
  const isMet = actual !== undefined && (actual === '') === expected.empty;
  return expected.empty ? [isMet, 'an empty text', 'empty'] : [isMet, 'a text that is not empty', 'filled'];
}

function isAbsence(expected: ExpectedTexts[string] | undefined): boolean {
  return typeof expected === 'object' && 'absent' in expected;
}

function expectedSteps({ steps }: Pick<Exchange, 'steps'>): readonly number[] {
  const marked = steps.flatMap((step, index) => (step.expected ? [index] : []));
  return marked.length > 0 ? marked : [steps.length - 1];
}

/** Whether a case expects otherwise than a rule of the contract, so that its own expectation takes the rule's place. */
export type Overrides = (rule: string, breach: Breach) => boolean;

/**
 * Says what the expectation of a case changes for a step: an expected status takes the place of that of the contract, an
 * expected fault is a refusal (contract §7) whatever its status, and a field that should be absent is not missing.
 */
export function expectedOf(
  exchange: Pick<Exchange, 'steps' | 'expect'>,
  step: number,
): { readonly asExpected: (evidence: Evidence) => Evidence; readonly overrides?: Overrides } {
  const { packet, eachDelivery, status, fault } = exchange.expect;
  const isAbsent = (texts: ExpectedTexts, field = '') => isAbsence(texts[field]);
  if (!expectedSteps(exchange).includes(step)) return { asExpected: (evidence) => evidence };
  return {
    asExpected: (evidence) =>
      fault && evidence.reached !== 'outcome' && evidence.reply.kind === 'soap-fault'
        ? { ...evidence, reached: 'response' }
        : evidence,
    overrides: (rule, { about }) =>
      (rule === 'http/status' && (status !== undefined || fault !== undefined)) ||
      (rule === 'result/field-once' && isAbsent(packet, about?.field)) ||
      (rule === 'delivery/field-once' && isAbsent(eachDelivery, about?.field)),
  };
}

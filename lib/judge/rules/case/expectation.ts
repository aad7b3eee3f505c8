import { type Exchange, type ExpectedText, type ExpectedTexts, isCapture } from '../../../model/exchange.ts';
import type { Structured } from '../../../model/judging/document.ts';
import type { AnsweredEvidence, Evidence } from '../../../model/judging/evidence.ts';
import type { About, Breach, Value } from '../../../model/judging/finding.ts';
import { fieldFact, isOfKind, textOfFact } from '../../../reading/facts.ts';
import { capturedText } from '../../../reading/packet.ts';
import { listed, quoted, words } from '../../../text/finding-value.ts';
import { statusText } from '../http/response.ts';
import { rule } from '../rule.ts';

/** The replies of a case are as the case itself expects, where the contract leaves something open. */
export const expectation = rule('case/expectation', 'must', 'exchange', ['case', 'packet'], (evidence) => {
  const { exchange, outcomes } = evidence;
  const results = expectedSteps(exchange).flatMap((step) => {
    const outcome = outcomes[step];
    // That there is no response, other rules say.
    if (!outcome || outcome.reached === 'outcome') return [];
    return allResults(outcome, exchange.expect, outcomes).map((breach) => breach && { ...breach, step });
  });
  return results.length === 0 ? null : results.filter((breach) => breach !== null);
});

/** Checks each expectation of a case about a reply; returns a breach, or null where the reply is as expected. */
function allResults(
  outcome: AnsweredEvidence,
  { packet, eachDelivery, status, fault }: Exchange['expect'],
  outcomes: readonly Evidence[],
): readonly (Breach | null)[] {
  const textResults = (structured: Structured, texts: ExpectedTexts) =>
    Object.entries(texts).flatMap(([field, wanted]) => {
      const expected = isCapture(wanted) ? capturedText(wanted, outcomes[wanted.step]) : wanted;
      // Where an earlier reply did not say it, nothing is expected.
      if (expected === undefined) return [];
      const fact = fieldFact(structured, field);
      // That a field is missing or holds elements, the rules about fields say.
      if (textOfFact(fact) === undefined && !isAbsence(expected)) return null;
      // A field of elements is there, without a text.
      const actual = isOfKind(fact, 'absent') ? undefined : (textOfFact(fact) ?? '');
      return breachOf(`${structured.path}/${field}`, field, expected, actual);
    });
  const deliveries = 'payload' in outcome ? outcome.deliveries : [];
  return [
    ...(status === undefined ? [] : [statusBreach(outcome, status)]),
    ...(fault ? faultResults(outcome, fault) : []),
    ...('payload' in outcome ? textResults(outcome.payload, packet) : []),
    ...deliveries.flatMap((delivery) => textResults(delivery, eachDelivery)),
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

/** True if a case expects otherwise than a rule of the contract, so that its expectation replaces the rule. */
export type Overrides = (rule: string, breach: Breach) => boolean;

/**
 * Returns what the expectation of a case changes for a step: an expected status replaces that of the contract, an expected
 * fault is a refusal (contract §7) whatever its status, and a field that should be absent is not missing.
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

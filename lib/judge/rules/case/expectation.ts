import {
  type Exchange,
  type Expectation,
  type ExpectedText,
  type ExpectedTexts,
  isCapture,
} from '../../../model/exchange.ts';
import type { Structured } from '../../../model/judging/document.ts';
import type { Evidence, ReplyEvidence } from '../../../model/judging/evidence.ts';
import type { Breach, Value } from '../../../model/judging/finding.ts';
import { capturedText, fieldText } from '../../reading/packet.ts';
import { statusText } from '../http/response.ts';
import { rule } from '../rule.ts';
import { listed, quoted, words } from '../values.ts';

/** What a case itself expects of its replies: what the contract leaves open and its author pins. */
export const expectation = rule('case/expectation', 'must', 'exchange', ({ exchange, outcomes, replies }) => {
  const texts = (some: ExpectedTexts) => withCaptured(some, replies);
  const { packet, eachDelivery, ...rest } = exchange.expect;
  const expect = { ...rest, packet: texts(packet), eachDelivery: texts(eachDelivery) };
  const results = expectedSteps(exchange).flatMap((step) => {
    const outcome = outcomes[step];
    return outcome ? resultsOf(outcome, expect).map((breaches) => ({ breaches, step })) : [];
  });
  if (results.length === 0) return null;
  return results.flatMap(({ breaches, step }) => breaches.map((breach) => ({ ...breach, step })));
});

type KnownTexts = Readonly<Record<string, ExpectedText>>;

/** What is expected of fields with what earlier replies said; where one did not come, nothing is expected. */
function withCaptured(some: ExpectedTexts, replies: readonly (ReplyEvidence | null)[]): KnownTexts {
  const known = Object.entries(some).flatMap(([field, expected]) => {
    const text = isCapture(expected) ? capturedText(expected, replies[expected.step]?.packet) : expected;
    return text === undefined ? [] : [[field, text] as const];
  });
  return Object.fromEntries(known);
}

interface KnownExpectation extends Expectation {
  readonly packet: KnownTexts;
  readonly eachDelivery: KnownTexts;
}

/** What came of each thing that a case expects of a reply: a breach or none. */
function resultsOf(outcome: Evidence, expect: KnownExpectation): readonly (readonly Breach[])[] {
  // That there is no response, other rules say.
  if (outcome.reached === 'outcome') return [];
  const { packet, eachDelivery, status, fault } = expect;
  const results: (readonly Breach[])[] = [];
  if (status !== undefined) {
    const names = { field: 'the status' };
    const breach = { path: 'status line', expected: String(status), actual: statusText(outcome), names };
    results.push(outcome.response.status === status ? [] : [breach]);
  }
  if (fault) results.push(...faultResults(outcome, fault));
  if (!('payload' in outcome)) return results;
  const inOne = (one: Structured, texts: KnownTexts) =>
    Object.entries(texts).map(([field, expected]) => {
      const actual = fieldText(one, field);
      // That a field is missing or holds elements, the rules about fields say.
      if (typeof actual !== 'string' && !isAbsence(expected)) return [];
      return breachOf(`${one.path}/${field}`, field, expected, actual === null ? '' : actual);
    });
  const inEach = outcome.deliveries.flatMap((one) => inOne(one, eachDelivery));
  return [...results, ...inOne(outcome.payload, packet), ...inEach];
}

type Answered = Exclude<Evidence, { readonly reached: 'outcome' }>;

function faultResults(
  outcome: Answered,
  fault: NonNullable<Expectation['fault']>,
): readonly (readonly Breach[])[] {
  const { reply } = outcome;
  if (reply.kind !== 'soap-fault') {
    const names = { field: 'the reply', expects: 'fault' };
    const what = reply.kind === 'packet-result' ? ', packet result' : '';
    return [
      [{ path: 'body', expected: 'a SOAP fault', actual: words`${statusText(outcome)}${what}`, names }],
    ];
  }
  const parts = [
    ['code', fault.code, reply.code],
    ['text', fault.text, reply.reason],
  ] as const;
  return [
    [],
    ...parts.flatMap(([name, expected, actual]) =>
      expected === undefined ? [] : [breachOf(`fault ${name}`, `the fault ${name}`, expected, actual)],
    ),
  ];
}

function breachOf(
  path: string,
  field: string,
  expected: ExpectedText,
  actual: string | undefined,
): readonly Breach[] {
  const shown = actual === undefined ? 'absent' : quoted(actual);
  const breach = (expects: string, wanted: Value, isMet: boolean): readonly Breach[] =>
    isMet ? [] : [{ path, expected: wanted, actual: shown, names: { field, expects } }];
  if (typeof expected === 'string') {
    return actual === expected ? [] : [{ path, expected: quoted(expected), actual: shown, names: { field } }];
  }
  if ('matches' in expected) {
    const isMet = actual !== undefined && new RegExp(expected.matches, 'u').test(actual);
    return breach('matches', `a text that matches /${expected.matches}/`, isMet);
  }
  if ('one-of' in expected) {
    const texts = expected['one-of'];
    return breach(
      'one-of',
      words`one of ${listed(texts.map(quoted))}`,
      actual !== undefined && texts.includes(actual),
    );
  }
  if ('absent' in expected) return breach('absent', `no ${field}`, actual === undefined);
  const isMet = actual !== undefined && (actual === '') === expected.empty;
  return expected.empty
    ? breach('empty', 'an empty text', isMet)
    : breach('filled', 'a text that is not empty', isMet);
}

function isAbsence(expected: ExpectedTexts[string] | undefined): boolean {
  return typeof expected === 'object' && 'absent' in expected;
}

/** Indices of the steps whose replies must be what the case expects. */
function expectedSteps({ steps }: Pick<Exchange, 'steps'>): readonly number[] {
  const marked = steps.flatMap((step, index) => (step.expected ? [index] : []));
  return marked.length > 0 ? marked : [steps.length - 1];
}

/** Whether a case expects otherwise than a rule of the contract, so that its own expectation takes the rule's place. */
export type Overrides = (rule: string, breach: Breach) => boolean;

/**
 * Says what the expectation of a case changes in how the reply to a step is judged. An expected status takes the place
 * of that of the contract, an expected fault is a refusal (contract §7) whatever its status, and a field that should be
 * absent is not missing. Everything else is judged as ever.
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
    overrides: (rule, { names }) =>
      (rule === 'http/status' && (status !== undefined || fault !== undefined)) ||
      (rule === 'result/field-once' && isAbsent(packet, names?.field)) ||
      (rule === 'delivery/field-once' && isAbsent(eachDelivery, names?.field)),
  };
}

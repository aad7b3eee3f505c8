import type { RuleId } from '../judge/rules/index.ts';
import type { Breach, Finding } from '../model/judging/finding.ts';
import type { ResultFinding } from '../model/running/results.ts';
import texts from './texts.json' with { type: 'json' };
import { pairText } from './value-text.ts';

type Names = Readonly<Record<string, string>>;

/** What is said of each rule, and of its variants under further keys. The compiler names a rule without a text. */
type Texts = Names & Readonly<Record<RuleId, string>>;

/** The sentence of each rule, and what the owner of the client (`request/`) or the target does about it. */
const sentences: Texts = texts.sentences;
const advice: Texts = texts.advice;

/** Names of a finding that choose another sentence of its rule. */
const VARIANTS = ['repeated', 'mandatory', 'beside', 'foreign', 'changed', 'lost', 'slower'];

const variantOf = (names: Names) => names.expects ?? VARIANTS.find((name) => names[name] !== undefined);

/** Names for the sentence of a rule without a finding. */
const GENERAL: Names = {
  field: 'a field',
  parent: 'its element',
  item: 'item',
  parameter: 'parameter',
  binding: 'one binding',
  other: 'another',
};

/** Returns the sentence of a finding, without a full stop: "must" becomes "should" below the level must. */
export function sentenceOf({
  rule,
  level = 'must',
  names = {},
}: Pick<Finding, 'rule' | 'names'> & Partial<Pick<Finding, 'level'>>): string {
  const sentence =
    sentences[`${rule} ${variantOf(names)}`] ?? sentences[rule] ?? `the rule ${rule} must be met`;
  const all = { ...GENERAL, ...names };
  const levelled = level === 'must' ? sentence : sentence.replace(' must ', ' should ');
  return levelled.replace(/\{(\w+)\}/g, (_, name: string) => all[name] ?? name);
}

/** Returns what to do about a finding, in one sentence without a full stop. */
export function adviceFor({
  rule,
  names = {},
  otherNamespace,
}: Pick<Finding, 'rule' | 'names'> & Pick<ResultFinding, 'otherNamespace'>): string | undefined {
  if (rule === 'plain/root' && otherNamespace !== undefined) return advice['plain/root namespace'];
  const variant = variantOf(names) ?? '';
  return advice[`${rule} ${variant}`] ?? advice[variant] ?? advice[rule];
}

const OURS = 'this is a fault of the suite, not of the target; please report it';

/** Returns the note of an exchange whose request was not sent, on one line. */
export function refusedRequestText({ rule, breach }: { rule: string; breach: Breach }): string {
  const { path, level = 'must', names = {} } = breach;
  const { expected, actual } = pairText(breach);
  const sentence = sentenceOf({ rule, level, names });
  return `the request was not sent because it breaks ${rule} at ${path}: ${sentence}; expected: ${expected}; actual: ${actual}; ${OURS}`;
}

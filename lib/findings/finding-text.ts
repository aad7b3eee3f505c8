import type { RuleId } from '../judge/rules/index.ts';
import { hasTrait } from '../judge/traits.ts';
import type { About, Breach, Finding, Names } from '../model/judging/finding.ts';
import { type Requirement, sectionName } from '../model/requirement.ts';
import type { Kept, Masked } from '../model/running/masked.ts';
import type { RecordedStep, ResultFinding } from '../model/running/results.ts';
import { joinTexts, ours, ownWords } from '../secrets/mask.ts';
import { someOf } from '../text/counted.ts';
import { defined, entriesOf } from '../text/defined.ts';
import { printable } from '../text/printable.ts';
import { forms } from '../wire/bindings/edits/edits.ts';
import texts from './texts.json' with { type: 'json' };
import { pairText } from './value-text.ts';

/** Section numbers of the contract by requirement id. */
export type Sections = ReadonlyMap<string, Masked>;

export function sectionsOf(requirements: readonly Pick<Requirement, 'id' | 'section'>[]): Sections {
  return new Map(ownWords(requirements).map(({ id, section }) => [id, section]));
}

/**
 * Returns a finding as lines without control characters.
 * @param steps those of the exchange; where there are several, the finding says which of them it is about
 */
export function findingLines(
  finding: Omit<ResultFinding, 'message'>,
  sections: Sections,
  steps: readonly Pick<RecordedStep, 'operation' | 'binding'>[] = [],
): readonly Masked[] {
  const law = citedSections(finding, sections);
  const { path, requirements, affected = [], expected, actual, meaning, smallest } = finding;
  const breaks = someOf(requirements) || undefined;
  // What it affects is shown where it breaks nothing.
  const affects = breaks ? undefined : someOf(affected) || undefined;
  const what = adviceFor(finding);
  const more = finding.more > 0 ? ours` and ${finding.more} more like it` : '';
  const step = steps.length > 1 ? steps[finding.step] : undefined;
  const where = step ? ours`step ${finding.step + 1}, ${step.operation} over ${step.binding}: ` : '';
  const at = ours`${where}${path}${more}`;
  const facts = defined({ breaks, affects, at, expected, actual, meaning, smallest, 'to do': what });
  return [
    ours`${finding.rule}  ${finding.level}${law === '' ? '' : ours`  ${law}`}`,
    sentenceOf(finding),
    ...entriesOf(facts).map(([label, text]) => ours`  ${ours`${label}`.padEnd(10)}${text}`),
  ].map(printable);
}

/** Returns the sections of the contract that a broken rule is about, such as `§2.1 Packet result, §4.1 Bindings`. */
export function citedSections(finding: Pick<ResultFinding, 'requirements' | 'affected'>, sections: Sections) {
  const { requirements, affected = [] } = finding;
  const about = requirements.length > 0 ? requirements : affected;
  const cited = [...new Set(about.flatMap((id) => sections.get(id) ?? []))].sort();
  return joinTexts(cited.map(sectionName), ', ');
}

type NamesOf<Text extends string> = Readonly<Record<string, Text>>;
type Said<Text extends string> = { rule: string; level?: Finding['level']; names?: Names<Text> };

/** Texts of each rule, and of its variants under further keys. The compiler names a rule without a text. */
type Texts = NamesOf<Masked> & Readonly<Record<RuleId, Masked>>;

/** `observed` has the advice on an observation, by the name of its meaning, whatever the rule. */
const wording: Record<'sentences' | 'advice', Texts> & Record<'observed', NamesOf<Masked>> = ownWords(texts);
const { sentences, advice, observed: adviceOfObserved } = wording;

/** Texts that two flags have in results.json; the others have `true`. */
const FLAGS: Readonly<Record<string, string>> = { changed: 'yes', compressed: '' };

/** Returns what a finding is about as results.json has it: all members are texts, and those that have members there are left out. */
export function namesOf({ packet: _, earlier: __, stranger: ___, written, ...about }: About): Names {
  const all = Object.entries({ ...about, ...(written && { [written.as]: written.text }) });
  return Object.fromEntries(
    all.map(([name, value]) => [name, value === true ? (FLAGS[name] ?? 'true') : value]),
  );
}

/** Returns the text of the variant of a rule that a name of its finding, or the kind of its expectation, chooses. */
function variantText(all: NamesOf<Masked>, rule: string, names: Names): Masked | undefined {
  const variants = [names.expects, ...Object.keys(names)];
  return variants.map((name) => all[`${rule} ${name}`] ?? all[name ?? '']).find((text) => text !== undefined);
}

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
export function sentenceOf<Text extends string>(said: Said<Text>): Kept<Text> {
  const { rule, level = 'must', names = {} } = said;
  const sentence = variantText(sentences, rule, names) ?? sentences[rule] ?? `the rule ${rule} must be met`;
  const all: NamesOf<string> = { ...GENERAL, ...names };
  const levelled = level === 'must' ? sentence : sentence.replace(' must ', ' should ');
  return levelled.replace(/\{(\w+)\}/g, (_, name: string) => all[name] ?? name) as Kept<Text>;
}

/** Returns what to do about a finding, in one sentence without a full stop. */
export function adviceFor(finding: Pick<Finding, 'rule'> & Partial<Omit<ResultFinding, 'rule'>>) {
  const { rule, names = {}, otherNamespace, readAs, observed = '', path = '', level } = finding;
  const ofNamespace = otherNamespace === undefined ? undefined : advice[`${rule} namespace`];
  if (ofNamespace !== undefined) return ofNamespace;
  const { variant: form = ours`` } = names;
  const isForm = form.split('+').every((name) => forms.some(({ id }) => id === name));
  if (hasTrait(rule, 'status') && level !== 'gap' && isForm) {
    return ours`accept ${form}: it is an equal way to write the request (cases/forms.md)`;
  }
  const isNotation = /^(?:front|separators)-/.test(observed);
  const isNumber = hasTrait(rule, 'numbers') && isNotation && path.endsWith(`/${names.field}`);
  if (isNumber) return advice['delivery/number-notation'];
  const seen = adviceOfObserved[readAs === undefined ? observed : 'decoded'];
  const isOfAny = observed === 'given' || hasTrait(rule, 'deliveries', 'status', 'unanswered');
  if (seen !== undefined && isOfAny) return seen;
  return advice[`${rule} ${observed}`] ?? variantText(advice, rule, names) ?? advice[rule];
}

const OURS = 'this is a fault of the suite, not of the target; please report it';

/** Returns the note of an exchange whose request was not sent, on one line. */
export function refusedRequestText({ rule, breach }: { rule: string; breach: Breach }): string {
  const { expected, actual } = pairText(breach);
  const { level = 'must', about = {} } = breach;
  const sentence = sentenceOf({ rule, level, names: namesOf(about) });
  return `the request was not sent because it breaks ${rule} at ${breach.path}: ${sentence}; expected: ${expected}; actual: ${actual}; ${OURS}`;
}

import { type Requirement, sectionName } from '../model/requirement.ts';
import type { RecordedStep, ResultFinding } from '../model/running/results.ts';
import { someOf } from '../text/counted.ts';
import { printable } from '../text/printable.ts';
import { adviceFor, sentenceOf } from './wording.ts';

/** Section numbers of the contract by requirement id. */
export type Sections = ReadonlyMap<string, string>;

/** Returns the sections that findings cite. */
export function sectionsOf(requirements: readonly Pick<Requirement, 'id' | 'section'>[]): Sections {
  return new Map(requirements.map(({ id, section }) => [id, section]));
}

/**
 * Returns a finding as lines: rule, level and sections; its sentence and requirements; place, expected, actual and
 * meaning; the smallest input that shows it; what to do.
 * Control characters that a target sent cannot reach the terminal.
 * @param steps those of the exchange; where there are several, the finding says which of them it is about
 */
export function findingLines(
  finding: Omit<ResultFinding, 'message'>,
  sections: Sections,
  steps: readonly Step[] = [],
): readonly string[] {
  const law = citedSections(finding, sections);
  const breaks = someOf(finding.requirements, MOST_REQUIREMENTS);
  // What it affects is shown where it breaks nothing.
  const affects = breaks === '' ? someOf(finding.affected ?? [], MOST_REQUIREMENTS) : '';
  const what = adviceFor(finding);
  const more = finding.more > 0 ? ` and ${finding.more} more like it` : '';
  return [
    `${finding.rule}  ${finding.level}${law === '' ? '' : `  ${law}`}`,
    sentenceOf(finding),
    ...(breaks === '' ? [] : [`  breaks    ${breaks}`]),
    ...(affects === '' ? [] : [`  affects   ${affects}`]),
    `  at        ${stepText(finding, steps)}${finding.path}${more}`,
    `  expected  ${finding.expected}`,
    `  actual    ${finding.actual}`,
    ...(finding.meaning === undefined ? [] : [`  meaning   ${finding.meaning}`]),
    ...(finding.smallest === undefined ? [] : [`  smallest  ${finding.smallest}`]),
    ...(what === undefined ? [] : [`  to do     ${what}`]),
  ].map(printable);
}

/** Returns the sections of the contract that a broken rule is about, such as `§2.1 Packet result, §4.1 Bindings`. */
export function citedSections(
  { requirements, affected = [] }: Pick<ResultFinding, 'requirements' | 'affected'>,
  sections: Sections,
): string {
  const about = requirements.length > 0 ? requirements : affected;
  const cited = [...new Set(about.flatMap((id) => sections.get(id) ?? []))].sort();
  return cited.map(sectionName).join(', ');
}

type Step = Pick<RecordedStep, 'operation' | 'binding'>;

/** Returns the step of a finding as a prefix of its place, or nothing where there is only one step. */
function stepText({ step }: Pick<ResultFinding, 'step'>, steps: readonly Step[]): string {
  const made = steps[step];
  return made && steps.length > 1 ? `step ${step + 1}, ${made.operation} over ${made.binding}: ` : '';
}

/** Requirements named under a finding; results.json has all of them. */
const MOST_REQUIREMENTS = 3;

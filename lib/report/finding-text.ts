import type { Finding } from '../model/finding.ts';
import type { Requirement } from '../model/requirement.ts';
import type { RecordedStep } from '../model/results.ts';
import { adviceFor } from './advice.ts';
import { meaningOf } from './meaning.ts';
import { sentenceOf } from './wording.ts';

/** Section numbers of the contract by requirement id. */
export type Sections = ReadonlyMap<string, string>;

/** The sections that findings cite. */
export function sectionsOf(register: readonly Requirement[]): Sections {
  return new Map(register.map(({ id, section }) => [id, section]));
}

/**
 * A finding as lines to read: rule, level and sections; what must be, and the requirements that say so; where, what was
 * expected, what was there and what that amounts to; what to do.
 * Control characters that a target sent cannot reach the terminal.
 * @param steps those of the exchange; where there are several, the finding says which of them it is about
 */
export function findingLines(
  finding: Finding,
  sections: Sections,
  steps: readonly Step[] = [],
): readonly string[] {
  const law = citedSections(finding, sections);
  const breaks = requirementList(finding.requirements);
  const meaning = meaningOf(finding);
  const what = adviceFor(finding);
  const more = finding.more > 0 ? ` and ${finding.more} more like it` : '';
  return [
    `${finding.rule}  ${finding.level}${law === '' ? '' : `  ${law}`}`,
    sentenceOf(finding),
    ...(breaks === '' ? [] : [`  breaks    ${breaks}`]),
    `  at        ${stepText(finding, steps)}${finding.path}${more}`,
    `  expected  ${finding.expected}`,
    `  actual    ${finding.actual}`,
    ...(meaning === undefined ? [] : [`  meaning   ${meaning}`]),
    ...(what === undefined ? [] : [`  to do     ${what}`]),
  ].map(printable);
}

/** The sections of the contract that a broken rule is about, such as `§2.1 §4.1`. */
export function citedSections({ requirements }: Finding, sections: Sections): string {
  const cited = [...new Set(requirements.flatMap((id) => sections.get(id) ?? []))].sort();
  return cited.map((section) => `§${section}`).join(' ');
}

type Step = Pick<RecordedStep, 'operation' | 'binding'>;

/** Which of several steps a finding is about, as the beginning of its place; nothing where there is one. */
export function stepText({ step }: Finding, steps: readonly Step[]): string {
  const made = steps[step];
  return made && steps.length > 1 ? `step ${step + 1}, ${made.operation} over ${made.binding}: ` : '';
}

/** Requirements named under a finding; results.json has all of them. */
const MOST_REQUIREMENTS = 3;

function requirementList(ids: readonly string[]): string {
  const rest = ids.length - MOST_REQUIREMENTS;
  return `${ids.slice(0, MOST_REQUIREMENTS).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

const PLAIN = /^[\t -~\u00A0-\u024F]*$/;

/** Replaces control characters, escape sequences among them, by visible escapes. */
export function printable(text: string): string {
  // Nearly all of them, and to know it costs a tenth.
  if (PLAIN.test(text)) return text;
  return text.replace(
    /[^\P{Cc}\t]|\p{Bidi_Control}/gu,
    (character) => `\\u{${character.charCodeAt(0).toString(16).toUpperCase()}}`,
  );
}

/** As `printable`, but of a text of several lines: their ends stay. */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map(printable).join('\n');
}

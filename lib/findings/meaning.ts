import { dates } from '../judge/rules/index.ts';
import { hasTrait } from '../judge/traits.ts';
import type { About, Finding, Value } from '../model/judging/finding.ts';
import {
  changesOf,
  charsetOf,
  conversionOf,
  numberDifference,
  textDifferences,
} from '../reading/text-change.ts';
import { messageOf, numberOf } from '../text/finding-value.ts';
import { endsAtSmsLimit } from '../text/sms.ts';
import { isUnset, offsetOf, offsetText, readTime } from '../text/times.ts';
import { SOAP_11, SOAP_12 } from '../wire/xml/tree.ts';
import { type Meaning, type Meant, meaningOfMessage, meant, wordedChange } from './known-messages.ts';
import { isKind, onlyText, partsOf, textParts, valueText } from './value-text.ts';

type Judged = Pick<Finding, 'rule' | 'path' | 'expected' | 'actual' | 'about'>;

/**
 * Returns what a finding may mean, each in one clause and the likeliest first; none where expected and actual are clear.
 * Only of texts that were changed are there several.
 */
export function meaningsOf(finding: Judged): readonly Meaning[] {
  const single = meaningOf(finding);
  if (single !== undefined) return [single];
  const { rule, expected, actual, about = {} } = finding;
  const [sent, back] = [onlyText(expected), onlyText(actual)];
  if (sent === undefined || back === undefined || dates.includes(rule)) return [];
  const isStranger = about.stranger && !isSameNumber(sent, back);
  const changes = (isStranger ? changesOf : textDifferences)(sent, back).map(wordedChange);
  return about.origin === undefined ? changes : [meant('other-parameter', about.origin), ...changes];
}

/** Names of one change: which of them it is depends on the other characters of a text. */
const ONE_CHANGE: Readonly<Partial<Record<string, string>>> = {
  ...{ characters: 'replaced', diacritics: 'replaced', 'halves-of-block': 'halves' },
  ...{ 'cut-at-sms': 'cut', part: 'cut', 'zeros-lost': 'number' },
};

/** Names the changes that may have made the text that a finding is about; none where that is not known. */
export function changesIn(finding: Judged): readonly string[] {
  const names = meaningsOf(finding).map(({ name }) => ONE_CHANGE[name] ?? name);
  return names.filter((name) => name !== 'differs');
}

function meaningOf(finding: Judged): Meaning | undefined {
  const { rule, path, expected, actual, about = {} } = finding;
  const message = meaningOfMessage(finding);
  if (message !== undefined) return message;
  if (dates.includes(rule)) return timeDifference(expected, actual);
  if (path === 'SOAPAction') return actionMeaning(expected, actual);
  const named = parameterMeaning(about);
  if (named !== undefined) return named;
  if (!about.lost && coveredIn(finding)?.found === 1) return meant('one-of-list');
  const [sent, back] = [onlyText(expected), onlyText(actual)];
  if (sent === undefined || back === undefined) return nameDifference(expected, actual);
  if (about.stranger && !isSameNumber(sent, back)) return undefined;
  const isNumber = hasTrait(rule, 'numbers') && [sent, back].every((text) => /\d/.test(text));
  if (isNumber) return wordedChange(conversionOf(sent, back) ?? numberDifference(sent, back));
  if (hasTrait(rule, 'text') && sent.startsWith(back) && endsAtSmsLimit(sent, back))
    return meant('cut-at-sms', numberOf(back.length), numberOf(sent.length));
  return timeDifference(expected, actual);
}

function parameterMeaning({ field = '', written }: About) {
  if (written?.as === 'slip') return meant('slip', written.text, field);
  if (written?.as === 'missing') return meant('parameter-missing', field);
  if (written?.as === 'indexed') return meant('indexed', field);
  return written?.as === 'zeros' ? meant('zeros-lost') : undefined;
}

/** Characters of a clause that says what changed. */
const MOST_OF_CHANGE = 110;

/** Words a change in one clause, such as `only 20 of 100 recipients have a delivery result`; undefined where that is long. */
export function changeText(finding: Finding, meaning: Meaning | undefined): string | undefined {
  const { rule, expected, actual, about = {} } = finding;
  const { field, foreign, lost, other: compared = 'in the reply to its send' } = about;
  if (foreign) return `${field} is that of another request`;
  const subject = field === undefined || onlyText(expected) === undefined ? '' : `${field}: `;
  const [input, ...inputs] = finding.smallestInputs ?? [];
  const boundary =
    input?.rightUpTo === undefined || inputs.length > 0 ? '' : `; right up to ${input.rightUpTo}`;
  const covered = coveredIn(finding);
  if (covered) {
    const few = covered.found === 0 ? 'none' : `only ${covered.found}`;
    const where = lost ? 'of the send are in its report' : 'have a delivery result';
    return `${few} of ${covered.all} recipients ${where}${boundary}`;
  }
  const off = partsOf(meaning?.text ?? '').find((part) => isKind(part, 'message'));
  if (off && dates.includes(rule)) return `${field} is ${off.text} than ${compared}`;
  const said = `${valueText(actual)} instead of ${valueText(expected)}`;
  const clause = meaning === undefined ? said : valueText(meaning.text).split('; ')[0];
  // A status says more than what it means, unless it is followed by a long message.
  const texts = [hasTrait(rule, 'status') ? said : clause, clause].map(
    (text) => `${subject}${text}${boundary}`,
  );
  return texts.find(({ length }) => length <= MOST_OF_CHANGE);
}

/** Counts the recipients that have a delivery result, where some have none. */
function coveredIn({ expected, actual }: Pick<Finding, 'expected' | 'actual'>) {
  const [all] = partsOf(expected).flatMap((part) =>
    isKind(part, 'count') && part.of === 'recipient' ? part.count : [],
  );
  if (all === undefined) return undefined;
  const counts = partsOf(actual).map((part) => (isKind(part, 'count') ? part.count : 0));
  const missing = counts.reduce((sum, count) => sum + count, textParts(actual).length);
  return { all, found: all - missing };
}

/** Says what ASMX does with another action over SOAP 1.1; it takes the right one without its quotes too. */
function actionMeaning(expected: Value, actual: Value): Meaning | undefined {
  const [right, got] = [expected, actual].map((value) => valueText(value).replaceAll('"', ''));
  if (right === 'none' || got === 'none' || got === right) return undefined;
  return meant('soap-action');
}

/** Words the offset of the second of two times: to a quarter of an hour, or exactly where that is less. */
function timeDifference(...values: readonly [expected: Value, actual: Value]): Meaning | undefined {
  const [wanted, got] = values.map((value) => readTime(textParts(value)[0] ?? ''));
  if (!wanted || !got || isUnset(got)) return undefined;
  const rough = offsetOf(got, wanted.readings[0]);
  const offset = rough === 0 ? got.readings[0] - wanted.readings[0] : rough;
  return offset ? meant('time', messageOf(offsetText(offset, ['later', 'earlier']))) : undefined;
}

/** Returns the expected element and the nearest found one, where this can be a wrong spelling of it. */
function nearestNames({ expected, actual }: Pick<Finding, 'expected' | 'actual'>) {
  const wanted = namesIn(expected).find(({ uri }) => uri !== '');
  if (!wanted) return undefined;
  const alike = namesIn(actual).filter(({ local }) => local.toLowerCase() === wanted.local.toLowerCase());
  const near = alike.find(({ local }) => local === wanted.local) ?? alike[0];
  return near && { wanted, near };
}

const namesIn = (value: Value) => partsOf(value).filter((part) => isKind(part, 'name'));

/** Returns the other namespace in which an element of the service was found; empty for none. */
export function otherNamespace(finding: Pick<Finding, 'expected' | 'actual'>): string | undefined {
  const { wanted, near } = nearestNames(finding) ?? {};
  if (!wanted || SOAP_VERSIONS.has(wanted.uri)) return undefined;
  return near?.local === wanted.local && near.uri !== wanted.uri ? near.uri : undefined;
}

function nameDifference(expected: Value, actual: Value): Meaning | undefined {
  const { wanted, near } = nearestNames({ expected, actual }) ?? {};
  if (!wanted || !near) return undefined;
  if (near.local !== wanted.local) return meant('name-case', near.local, wanted.local);
  if (near.uri === wanted.uri) return undefined;
  const version = SOAP_VERSIONS.get(near.uri);
  const isOfOther = version !== undefined && SOAP_VERSIONS.has(wanted.uri);
  if (isOfOther) return meant('soap-version', near.local, version);
  return meant(namespaceDifference(wanted.uri, near.uri));
}

const SOAP_VERSIONS = new Map([
  [SOAP_11, '1.1'],
  [SOAP_12, '1.2'],
]);

function namespaceDifference(expected: string, actual: string): Meant {
  if (actual === '') return 'no-namespace';
  if (actual === `${expected}/`) return 'namespace-slash';
  if (`${actual}/` === expected) return 'namespace-no-slash';
  if (actual.toLowerCase() === expected.toLowerCase()) return 'namespace-case';
  return actual.replace(/^https:/, 'http:') === expected ? 'namespace-https' : 'namespace-other';
}

/** Returns the charset in which a text in UTF-8 was read. */
export function readAs({ expected, actual }: Pick<Finding, 'expected' | 'actual'>): string | undefined {
  const [sent, back] = [onlyText(expected) ?? '', onlyText(actual)];
  return sent === back || back === undefined ? undefined : charsetOf(sent, back);
}

/** True if two texts differ only in what is dialled before a number. */
function isSameNumber(...texts: readonly string[]): boolean {
  const [sentDigits, backDigits] = texts.map((text) => text.replace(/\D/g, '').replace(/^0+/, ''));
  return sentDigits !== '' && sentDigits === backDigits;
}

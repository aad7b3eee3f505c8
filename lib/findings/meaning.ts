import type { Finding, Value } from '../model/judging/finding.ts';
import { messageOf, numberOf, quoted } from '../text/finding-value.ts';
import { endsAtSmsLimit } from '../text/sms.ts';
import { isUnset, offsetOf, offsetText, readTime } from '../text/times.ts';
import { SOAP_11, SOAP_12 } from '../wire/xml/tree.ts';
import { type Meaning, type Meant, meaningOfMessage, meant } from './known-messages.ts';
import { differAt, isKind, onlyText, partsOf, textsIn, valueText } from './value-text.ts';

type Judged = Pick<Finding, 'rule' | 'expected' | 'actual' | 'names'>;

/** Returns the meaning of a finding in one clause, or nothing where expected and actual are clear. */
export function meaningOf({ rule, expected, actual, names }: Judged): Meaning | undefined {
  const message = meaningOfMessage(rule, actual);
  if (message !== undefined) return message;
  if (TIMES.includes(rule)) return timeDifference(expected, actual);
  if (rule === 'request/soap-action') return actionMeaning(expected, actual);
  const named = parameterMeaning(names ?? {});
  if (named !== undefined) return named;
  const covered = rule === 'delivery/recipients' ? coveredIn({ expected, actual }) : undefined;
  if (names?.lost === undefined && covered?.found === 1) return meant('one-of-list');
  const [sent, back] = [onlyText(expected), onlyText(actual)];
  if (sent === undefined || back === undefined) return nameDifference(expected, actual);
  if (rule === 'delivery/recipients' && !isSameNumber(sent, back)) return changeOf(sent, back);
  if (rule === 'delivery/recipients' || rule === 'delivery/number-notation')
    return numberDifference(sent, back);
  if (rule === 'delivery/texts' && sent.startsWith(back) && endsAtSmsLimit(sent, back))
    return meant('cut-at-sms', numberOf(back.length), numberOf(sent.length));
  return timeDifference(expected, actual) ?? textDifference(sent, back);
}

/** Returns what a client did to a parameter. */
function parameterMeaning({ field = '', slip, missing, indexed, zeros }: NonNullable<Judged['names']>) {
  if (slip !== undefined) return meant('slip', slip, field);
  if (missing !== undefined) return meant('parameter-missing', missing);
  if (indexed !== undefined) return meant('indexed', field);
  return zeros === undefined ? undefined : meant('zeros-lost');
}

/** Characters of a clause that says what changed. */
const MOST_OF_CHANGE = 110;

/** Returns what changed in one clause, such as `only 20 of 100 recipients have a delivery result`; nothing where that is long. */
export function changeText(finding: Finding, meaning: Meaning | undefined): string | undefined {
  const { rule, expected, actual, names = {} } = finding;
  const { field, foreign, lost, other = 'in the reply to its send' } = names;
  if (foreign !== undefined) return `${field} is that of another request`;
  const about = field === undefined || onlyText(expected) === undefined ? '' : `${field}: `;
  const [input, ...inputs] = finding.smallestInputs ?? [];
  const boundary =
    input?.rightUpTo === undefined || inputs.length > 0 ? '' : `; right up to ${input.rightUpTo}`;
  const covered = rule === 'delivery/recipients' ? coveredIn(finding) : undefined;
  if (covered) {
    const few = covered.found === 0 ? 'none' : `only ${covered.found}`;
    const where = lost === undefined ? 'have a delivery result' : 'of the send are in its report';
    return `${few} of ${covered.all} recipients ${where}${boundary}`;
  }
  const off = partsOf(meaning?.text ?? '').find((part) => isKind(part, 'message'));
  if (off && TIMES.includes(rule)) return `${field} is ${off.text} than ${other}`;
  const said = `${valueText(actual)} instead of ${valueText(expected)}`;
  const clause = meaning === undefined ? said : valueText(meaning.text).split('; ')[0];
  // A status says more than what it means, unless it is followed by a long message.
  const texts = [rule === 'http/status' ? said : clause, clause].map((text) => `${about}${text}${boundary}`);
  return texts.find(({ length }) => length <= MOST_OF_CHANGE);
}

/** Returns how many of the recipients have a delivery result, where some have none. */
function coveredIn({ expected, actual }: Pick<Finding, 'expected' | 'actual'>) {
  const all = partsOf(expected).find((part) => isKind(part, 'count'))?.count;
  if (all === undefined) return undefined;
  const counts = partsOf(actual).map((part) => (isKind(part, 'count') ? part.count : 0));
  const missing = counts.reduce((sum, count) => sum + count, textsIn(actual).length);
  return { all, found: all - missing };
}

/** Returns what ASMX makes of another action over SOAP 1.1; it takes the right one without its quotes too. */
function actionMeaning(expected: Value, actual: Value): Meaning | undefined {
  const [right, got] = [expected, actual].map((value) => valueText(value).replaceAll('"', ''));
  if (right === 'none' || got === 'none' || got === right) return undefined;
  return meant('soap-action');
}

const TIMES: readonly string[] = ['delivery/time-order', 'report/send-date'];

/** Returns by how much the second of two times is off: to a quarter of an hour, or exactly where that is less. */
function timeDifference(...values: readonly [expected: Value, actual: Value]): Meaning | undefined {
  const [wanted, got] = values.map((value) => readTime(textsIn(value)[0] ?? ''));
  if (!wanted || !got || isUnset(got)) return undefined;
  const rough = offsetOf(got, wanted.readings[0]);
  const offset = rough === 0 ? got.readings[0] - wanted.readings[0] : rough;
  return offset ? meant('time', messageOf(offsetText(offset, ['later', 'earlier']))) : undefined;
}

/** Returns the expected element and the nearest one that was found, where they can be the same, written wrongly. */
function nearestNames({ expected, actual }: Pick<Finding, 'expected' | 'actual'>) {
  const wanted = namesIn(expected).find(({ uri }) => uri !== '');
  if (!wanted) return undefined;
  const alike = namesIn(actual).filter(({ local }) => local.toLowerCase() === wanted.local.toLowerCase());
  const near = alike.find(({ local }) => local === wanted.local) ?? alike[0];
  return near && { wanted, near };
}

const namesIn = (value: Value) => partsOf(value).filter((part) => isKind(part, 'name'));

/** Returns in which other namespace an element of the service was found; empty for none. */
export function otherNamespace(finding: Pick<Finding, 'expected' | 'actual'>): string | undefined {
  const { wanted, near } = nearestNames(finding) ?? {};
  if (!wanted || [SOAP_11, SOAP_12].includes(wanted.uri)) return undefined;
  return near?.local === wanted.local && near.uri !== wanted.uri ? near.uri : undefined;
}

function nameDifference(expected: Value, actual: Value): Meaning | undefined {
  const { wanted, near } = nearestNames({ expected, actual }) ?? {};
  if (!wanted || !near) return undefined;
  if (near.local !== wanted.local) return meant('name-case', near.local, wanted.local);
  return near.uri === wanted.uri ? undefined : meant(namespaceDifference(wanted.uri, near.uri));
}

function namespaceDifference(expected: string, actual: string): Meant {
  if (actual === '') return 'no-namespace';
  if (actual === `${expected}/`) return 'namespace-slash';
  if (`${actual}/` === expected) return 'namespace-no-slash';
  if (actual.toLowerCase() === expected.toLowerCase()) return 'namespace-case';
  return actual.replace(/^https:/, 'http:') === expected ? 'namespace-https' : 'namespace-other';
}

const escapes: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** Changes of a text by the function that makes them; the first match is reported. */
const changes: readonly (readonly [name: Meant, change: (sent: string) => string])[] = [
  ['white-space-around', (text) => text.trim()],
  ['white-space-before', (text) => text.trimStart()],
  ['white-space-after', (text) => text.trimEnd()],
  ['nfc', (text) => text.normalize('NFC')],
  ['nfd', (text) => text.normalize('NFD')],
  ['diacritics', (text) => text.normalize('NFD').replace(/\p{M}/gu, '')],
  ['no-break-spaces', (text) => text.replaceAll('\u00A0', ' ')],
  ['line-feeds', (text) => text.replace(/\r\n?/g, '\n')],
  ['carriage-returns', (text) => text.replace(/\r\n|\r|\n/g, '\r\n')],
  ['white-space-collapsed', (text) => text.trim().replace(/\s+/g, ' ')],
  ['white-space-replaced', (text) => text.replace(/\s/g, ' ')],
  ['nfkc', (text) => text.normalize('NFKC')],
  ['nfkd', (text) => text.normalize('NFKD')],
  ['plus-signs', (text) => text.replaceAll('+', ' ')],
  ['escaped', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
  ['unescaped', (text) => text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => escapes[name] ?? '')],
  ['percent-encoded', (text) => encodeURIComponent(text)],
  ['upper-case', (text) => text.toUpperCase()],
  ['lower-case', (text) => text.toLowerCase()],
  ['question-marks', (text) => text.replace(/\P{ASCII}/gu, '?')],
  ['question-marks', (text) => text.replace(/[^\0-\x7F]/g, '?')],
  ['non-ascii', (text) => text.replace(/\P{ASCII}/gu, '')],
];

/** Returns the charset in which a text was read that came in UTF-8. */
export function readAs({ expected, actual }: Pick<Finding, 'expected' | 'actual'>): string | undefined {
  const [sent, back] = [onlyText(expected) ?? '', onlyText(actual)];
  return sent === back || back === undefined ? undefined : charsetOf(sent, back);
}

function charsetOf(sent: string, back: string): string | undefined {
  const bytes = Buffer.from(sent);
  // The decoder of ISO 8859-1 in Node.js is that of windows-1252.
  if (bytes.toString('latin1') === back) return 'ISO 8859-1';
  return ['windows-1254', 'windows-1252'].find((charset) => new TextDecoder(charset).decode(bytes) === back);
}

/** Returns the change that makes one text the other, such as `the text was converted to upper case`. */
export function conversionOf(sent: string, back: string): Meaning | undefined {
  const [name] = changes.find(([, apply]) => apply(sent) === back) ?? [];
  if (name !== undefined) return meant(name);
  const charset = charsetOf(sent, back);
  return charset === undefined ? undefined : meant('decoded', charset);
}

/** Returns how a text changed between request and response, or else from where on the two differ. */
function textDifference(sent: string, back: string): Meaning | undefined {
  const same = differAt(sent, back);
  const place = same === 0 ? undefined : meant('differs', numberOf(same + 1));
  return changeOf(sent, back) ?? halves(sent, back) ?? substitution(sent, back) ?? place;
}

/** Sizes of blocks that programs read and write, in bytes or UTF-16 code units. */
const BLOCKS = [65_536, 32_768, 16_384, 8192, 4096, 2048, 1024, 512];

/**
 * Returns that single letters became U+FFFD twice or more, at most once for each byte, and the size of the
 * blocks where two distances between such letters tell it: the ends of blocks lie inside of the letters.
 */
function halves(sent: string, back: string): Meaning | undefined {
  const found = [...back];
  const [bytes, units]: [number[], number[]] = [[], []];
  const end = { byte: 0, unit: 0, found: 0 };
  let isOfPairs = true;
  for (const letter of sent) {
    const length = Buffer.byteLength(letter);
    let signs = 0;
    while (signs < length && found[end.found + signs] === '\uFFFD') signs += 1;
    if (signs === 1 || (signs === 0 && found[end.found] !== letter)) return undefined;
    if (signs > 1) {
      bytes.push(end.byte);
      units.push(end.unit);
      isOfPairs &&= letter.length > 1;
    }
    end.byte += length;
    end.unit += letter.length;
    end.found += Math.max(1, signs);
  }
  if (bytes.length === 0 || end.found !== found.length) return undefined;
  // Only a surrogate pair can be cut between two units.
  const size = isOfPairs ? blockSize(units) : undefined;
  if (size !== undefined) return meant('halves-of-block', numberOf(size, 'UTF-16 code unit'));
  const ofBytes = blockSize(bytes);
  return ofBytes === undefined ? meant('halves') : meant('halves-of-block', numberOf(ofBytes, 'byte'));
}

/** Returns the size of blocks in whose ends these places lie, where two distances or more tell it. */
function blockSize(places: readonly number[]): number | undefined {
  const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  // A block ends anywhere in a letter of up to four bytes.
  const isWhole = (gap: number, size: number) =>
    gap > size / 2 && Math.abs(gap - Math.round(gap / size) * size) <= 3;
  return gaps.length < 2 ? undefined : BLOCKS.find((size) => gaps.every((gap) => isWhole(gap, size)));
}

/** Returns which letter became another everywhere. */
function substitution(sent: string, back: string): Meaning | undefined {
  const [from, to] = [[...sent], [...back]];
  const at = from.findIndex((one, index) => one !== to[index]);
  const [lost = '', won = ''] = [from[at], to[at]];
  if (!/\P{ASCII}/u.test(lost) || won === '' || sent.replaceAll(lost, won) !== back) return undefined;
  return meant('replaced', quoted(lost), quoted(won));
}

/** Returns how a text changed between request and response; nothing where that is unknown. */
export function changeOf(sent: string, back: string): Meaning | undefined {
  if (back === '') return meant('lost');
  const conversion = conversionOf(sent, back);
  if (conversion !== undefined) return conversion;
  if (sent.startsWith(back)) return meant('cut', numberOf(back.length), numberOf(sent.length));
  if (back.startsWith(sent)) return meant('added-after');
  return back.includes(sent) ? meant('added-before') : undefined;
}

/** Returns what a number lost or won at its beginning, or that it is written with other characters between its digits. */
export function numberDifference(sent: string, back: string): Meaning {
  const [one, other] = [sent, back].map((text) => text.replace(/[^\d+]/g, '')) as [string, string];
  if (one === other) return meant(sent.length > back.length ? 'separators-lost' : 'separators-other');
  // What is dialled before a number is none of its digits.
  const most = Math.min(...[one, other].map((text) => text.replace(/^[+0]+/, '').length));
  let same = 0;
  while (same < most && one.at(-1 - same) === other.at(-1 - same)) same += 1;
  const [lost, won] = [one, other].map((text) => text.slice(0, text.length - same)) as [string, string];
  if (won === '') return meant('front-lost', messageOf(lost));
  if (lost === '') return meant('front-added', messageOf(won));
  return meant('front-changed', messageOf(lost), messageOf(won));
}

/** True if two texts differ in what is dialled before a number alone. */
function isSameNumber(...texts: readonly string[]): boolean {
  const [one, other] = texts.map((text) => text.replace(/\D/g, '').replace(/^0+/, ''));
  return one !== '' && one === other;
}

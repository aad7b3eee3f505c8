import { messageOf, numberOf, quoted, words } from '../judge/rules/values.ts';
import type { Finding, Value } from '../model/judging/finding.ts';
import { endsAtSmsLimit } from '../text/sms.ts';
import { isUnset, offsetOf, offsetText, readTime } from '../text/times.ts';
import { SOAP_11, SOAP_12 } from '../wire/xml/tree.ts';
import { meaningOfMessage } from './known-messages.ts';
import { differAt, isKind, onlyText, partsOf, textsIn, valueText } from './value-text.ts';

type Judged = Pick<Finding, 'rule' | 'expected' | 'actual' | 'names'>;

/** Returns the meaning of a finding in one clause, or nothing where expected and actual are clear. */
export function meaningOf({ rule, expected, actual, names }: Judged): Value | undefined {
  const message = meaningOfMessage(rule, actual);
  if (message !== undefined) return message;
  if (TIMES.includes(rule)) return timeDifference(expected, actual);
  if (rule === 'request/soap-action') return actionMeaning(expected, actual);
  if (names?.slip !== undefined)
    return `${names.slip} is sent in the place of ${names.field}: names count to the letter`;
  const covered = rule === 'delivery/recipients' ? coveredIn({ expected, actual }) : undefined;
  if (names?.lost === undefined && covered?.found === 1)
    return 'of a list that is sent as a repeated field, one item was read';
  const [sent, back] = [onlyText(expected), onlyText(actual)];
  if (sent === undefined || back === undefined) return nameDifference(expected, actual);
  if (rule === 'delivery/recipients' && !isSameNumber(sent, back)) return changeOf(sent, back);
  if (rule === 'delivery/recipients' || rule === 'delivery/number-notation')
    return numberDifference(sent, back);
  if (rule === 'delivery/texts' && sent.startsWith(back) && endsAtSmsLimit(sent, back))
    return words`${cutOff(sent, back)}, where short messages end; whether that is on purpose is not shown (§8)`;
  return textDifference(sent, back);
}

/** Characters of a clause that says what changed. */
const MOST_OF_CHANGE = 110;

/** Returns what changed in one clause, such as `only 20 of 100 recipients have a delivery result`; nothing where that is long. */
export function changeText(finding: Finding, meaning: Value | undefined): string | undefined {
  const {
    rule,
    expected,
    actual,
    names: { field, foreign, lost, other = 'in the reply to its send' } = {},
  } = finding;
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
  const [off] = TIMES.includes(rule) ? partsOf(meaning ?? '').filter((part) => isKind(part, 'message')) : [];
  if (off) return `${field} is ${off.text} than ${other}`;
  const said = `${valueText(actual)} instead of ${valueText(expected)}`;
  const meant = meaning === undefined ? said : valueText(meaning).split('; ')[0];
  // A status says more than what it means, unless it is followed by a long message.
  const texts = [rule === 'http/status' ? said : meant, meant].map((text) => `${about}${text}${boundary}`);
  return texts.find(({ length }) => length <= MOST_OF_CHANGE);
}

/** Returns how many of the recipients have a delivery result, where some have none. */
function coveredIn({ expected, actual }: Pick<Finding, 'expected' | 'actual'>) {
  const all = partsOf(expected).find((part) => isKind(part, 'count'))?.count;
  const missing = partsOf(actual).map((part) =>
    isKind(part, 'count') ? part.count : isKind(part, 'text') ? 1 : 0,
  );
  return all === undefined
    ? undefined
    : { all, found: all - missing.reduce<number>((sum, one) => sum + one, 0) };
}

/** Returns what ASMX makes of another action over SOAP 1.1; it takes the right one without its quotes too. */
function actionMeaning(expected: Value, actual: Value): string | undefined {
  const [right, got] = [expected, actual].map((value) => valueText(value).replaceAll('"', ''));
  if (right === 'none' || got === 'none' || got === right) return undefined;
  return 'ASMX answers a SOAP 1.1 call with an empty SOAPAction, or with that of another operation, with status 500';
}

const TIMES: readonly string[] = ['delivery/time-order', 'report/send-date'];

/** Returns by how much the second of two times is off, to a quarter of an hour. */
function timeDifference(...values: readonly [expected: Value, actual: Value]): Value | undefined {
  const [wanted, got] = values.map((value) => readTime(textsIn(value)[0] ?? ''));
  if (!wanted || !got || isUnset(got)) return undefined;
  const offset = offsetOf(got, wanted.readings[0]);
  return offset ? words`it is ${messageOf(offsetText(offset, ['later', 'earlier']))}` : undefined;
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
  if (!wanted || ENVELOPES.includes(wanted.uri)) return undefined;
  return near?.local === wanted.local && near.uri !== wanted.uri ? near.uri : undefined;
}

const ENVELOPES: readonly string[] = [SOAP_11, SOAP_12];

function nameDifference(expected: Value, actual: Value): string | undefined {
  const { wanted, near } = nearestNames({ expected, actual }) ?? {};
  if (!wanted || !near) return undefined;
  if (near.local !== wanted.local)
    return `${near.local} is not ${wanted.local}: XML names are case-sensitive`;
  return near.uri === wanted.uri
    ? undefined
    : `the name is right, ${namespaceDifference(wanted.uri, near.uri)}`;
}

function namespaceDifference(expected: string, actual: string): string {
  if (actual === '') return 'but it is in no namespace';
  if (actual === `${expected}/`) return 'but its namespace has an extra slash at the end';
  if (`${actual}/` === expected) return 'but its namespace lacks the slash at the end';
  if (actual.toLowerCase() === expected.toLowerCase()) return 'but its namespace differs in letter case';
  if (actual.replace(/^https:/, 'http:') === expected)
    return 'but its namespace begins with https instead of http';
  return 'but it is in another namespace, shown in braces';
}

const decodings: readonly (readonly [charset: string, decode: (bytes: Buffer) => string])[] = [
  ['ISO 8859-1', (bytes) => bytes.toString('latin1')],
  ['windows-1254', (bytes) => new TextDecoder('windows-1254').decode(bytes)],
  ['windows-1252', (bytes) => new TextDecoder('windows-1252').decode(bytes)],
];

/** Changes of a text by the function that makes them; the first match is reported. */
const changes: readonly (readonly [said: string, change: (sent: string) => string])[] = [
  ['leading or trailing white space was removed', (text) => text.trim()],
  ['leading white space was removed', (text) => text.trimStart()],
  ['trailing white space was removed', (text) => text.trimEnd()],
  ['the text was normalised to Unicode NFC', (text) => text.normalize('NFC')],
  ['the text was normalised to Unicode NFD', (text) => text.normalize('NFD')],
  ['diacritics were removed', (text) => text.normalize('NFD').replace(/\p{M}/gu, '')],
  ['no-break spaces became spaces', (text) => text.replaceAll('\u00A0', ' ')],
  ['line breaks became LF', (text) => text.replace(/\r\n?/g, '\n')],
  ['line breaks became CR LF', (text) => text.replace(/\r\n|\r|\n/g, '\r\n')],
  ['white space was collapsed to single spaces', (text) => text.trim().replace(/\s+/g, ' ')],
  ['white space characters became spaces', (text) => text.replace(/\s/g, ' ')],
  ['the text was normalised to Unicode NFKC', (text) => text.normalize('NFKC')],
  ['the text was normalised to Unicode NFKD', (text) => text.normalize('NFKD')],
  ['plus signs became spaces', (text) => text.replaceAll('+', ' ')],
  ['the text was escaped once too often', escaped],
  ['the text was unescaped once too often', (text) => unescaped(text)],
  ['the text was percent-encoded once too often', (text) => encodeURIComponent(text)],
  ['the text was converted to upper case', (text) => text.toUpperCase()],
  ['the text was converted to lower case', (text) => text.toLowerCase()],
  ['non-ASCII characters became question marks', (text) => text.replace(/\P{ASCII}/gu, '?')],
  ['non-ASCII characters became question marks', (text) => text.replace(/[^\0-\x7F]/g, '?')],
  ['non-ASCII characters were removed', (text) => text.replace(/\P{ASCII}/gu, '')],
  ...decodings.map(
    ([charset, decode]) =>
      [`UTF-8 bytes were decoded as ${charset}`, (text: string) => decode(Buffer.from(text))] as const,
  ),
];

/** Returns the charset in which a text was read that came in UTF-8. */
export function readAs({ expected, actual }: Pick<Finding, 'expected' | 'actual'>): string | undefined {
  const [sent, back] = [onlyText(expected) ?? '', onlyText(actual)];
  if (sent === back) return undefined;
  return decodings.find(([, decode]) => decode(Buffer.from(sent)) === back)?.[0];
}

/** Returns the change that makes one text the other, such as `the text was converted to upper case`. */
export function conversionOf(sent: string, back: string): string | undefined {
  return changes.find(([, apply]) => apply(sent) === back)?.[0];
}

/** Returns how a text changed between request and response, or else from where on the two differ. */
function textDifference(sent: string, back: string): Value | undefined {
  const same = differAt(sent, back);
  const place = same === 0 ? undefined : words`the texts differ from character ${numberOf(same + 1)} on`;
  return changeOf(sent, back) ?? substitution(sent, back) ?? place;
}

/** Returns which letter became another everywhere. */
function substitution(sent: string, back: string): Value | undefined {
  const [from, to] = [[...sent], [...back]];
  const at = from.findIndex((one, index) => one !== to[index]);
  const [lost = '', won = ''] = [from[at], to[at]];
  if (!/\P{ASCII}/u.test(lost) || won === '' || sent.replaceAll(lost, won) !== back) return undefined;
  return words`each ${quoted(lost)} became ${quoted(won)}`;
}

/** Returns how a text changed between request and response; nothing where that is unknown. */
export function changeOf(sent: string, back: string): Value | undefined {
  if (back === '') return 'the text was lost';
  const conversion = conversionOf(sent, back);
  if (conversion !== undefined) return conversion;
  if (sent.startsWith(back)) return cutOff(sent, back);
  if (back.startsWith(sent)) return 'text was added at the end';
  return back.includes(sent) ? 'text was added at the start' : undefined;
}

function cutOff(sent: string, back: string): Value {
  return words`the text was cut off after ${numberOf(back.length)} of ${numberOf(sent.length)} characters`;
}

/** Returns what a number lost or won at its beginning, or that it is written with other characters between its digits. */
export function numberDifference(sent: string, back: string): Value {
  const [one, other] = [sent, back].map((text) => text.replace(/[^\d+]/g, '')) as [string, string];
  if (one === other)
    return `the same number, ${sent.length > back.length ? 'without' : 'with other'} separators`;
  // What is dialled before a number is none of its digits.
  const most = Math.min(...[one, other].map((text) => text.replace(/^[+0]+/, '').length));
  let same = 0;
  while (same < most && one.at(-1 - same) === other.at(-1 - same)) same += 1;
  const [lost, won] = [one, other].map((text) => text.slice(0, text.length - same)) as [string, string];
  if (won === '') return words`the same number, but the ${messageOf(lost)} in front was lost`;
  if (lost === '') return words`the same number, with ${messageOf(won)} in front`;
  return words`the same number, but ${messageOf(lost)} became ${messageOf(won)}`;
}

/** True if two texts differ in what is dialled before a number alone. */
function isSameNumber(...texts: readonly string[]): boolean {
  const [one, other] = texts.map((text) => text.replace(/\D/g, '').replace(/^0+/, ''));
  return one !== '' && one === other;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function unescaped(text: string): string {
  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
  return text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => characters[name] ?? '');
}

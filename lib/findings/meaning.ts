import { differAt } from '../judge/rules/shown.ts';
import type { Finding } from '../model/judging/finding.ts';
import { isUnset, offsetOf, offsetText, readTime } from '../text/times.ts';
import { meaningOfMessage } from './known-messages.ts';

/** Returns the meaning of a finding in one clause, or nothing where expected and actual are clear. */
export function meaningOf({ rule, expected, actual, names }: Finding): string | undefined {
  const message = meaningOfMessage(rule, actual);
  if (message !== undefined) return message;
  if (TIMES.includes(rule)) return timeDifference(expected, actual);
  if (names?.kept)
    return `the text was cut off after ${names.kept}, where short messages end; whether that is on purpose is not shown (§8)`;
  const [sent, back] = [shownBack(expected), shownBack(actual)];
  if (rule === 'delivery/number-notation') return numberDifference(sent ?? '', back ?? '');
  if (sent !== undefined && back !== undefined) return textDifference(sent, back);
  // The braces of a pattern are no namespace.
  return rule === 'case/expectation' ? undefined : nameDifference(expected, actual);
}

/** Rules about times. */
const TIMES: readonly string[] = ['delivery/time-order', 'report/send-date'];

/** Returns by how much the second of two quoted times is off, to a quarter of an hour. */
function timeDifference(...shown: readonly [expected: string, actual: string]): string | undefined {
  const [wanted, got] = shown.map((text) => readTime(/"([^"]*)"$/.exec(text)?.[1] ?? ''));
  if (!wanted || !got || isUnset(got)) return undefined;
  const offset = offsetOf(got, wanted.readings[0]);
  return offset ? `it is ${offsetText(offset, ['later', 'earlier'])}` : undefined;
}

/** Returns the text that a rule shows in quotes, unescaped, or nothing where it shows only a part. */
function shownBack(shown: string): string | undefined {
  if (!/^"(?:[^"\\]|\\.)*"$/s.test(shown)) return undefined;
  const json = shown.replace(/\\\\|\\u\{([\dA-F]+)\}/g, (pair, code: string | undefined) =>
    code === undefined ? pair : String.fromCodePoint(Number.parseInt(code, 16)),
  );
  try {
    const text: unknown = JSON.parse(json);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the element names in a text of a finding, where `{uri}` before a name is its namespace. */
export function namesIn(text: string): readonly { readonly uri: string; readonly local: string }[] {
  const names = text.matchAll(/(?:\{([^}]*)\})?([A-Za-z_][\w.-]*)/g);
  return [...names].map(([, uri = '', local = '']) => ({ uri, local }));
}

/**
 * In what the element that was expected differs from the nearest one that was found, where they are near enough to
 * be the same element written wrongly; names are given as rules write them.
 */
function nameDifference(expected: string, actual: string): string | undefined {
  const wanted = /\{[^}]*\}[\w.-]+/.exec(expected)?.[0];
  const [name] = wanted === undefined ? [] : namesIn(wanted);
  if (!name) return undefined;
  const found = namesIn(actual).filter(({ local }) => local.toLowerCase() === name.local.toLowerCase());
  const near = found.find(({ local }) => local === name.local) ?? found[0];
  if (!near) return undefined;
  if (near.local !== name.local) return `${near.local} is not ${name.local}: XML names are case-sensitive`;
  return near.uri === name.uri ? undefined : `the name is right, ${namespaceDifference(name.uri, near.uri)}`;
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
  ['UTF-8 bytes were decoded as ISO 8859-1', (text) => Buffer.from(text).toString('latin1')],
  ['UTF-8 bytes were decoded as windows-1254', (text) => read(text, 'windows-1254')],
  ['UTF-8 bytes were decoded as windows-1252', (text) => read(text, 'windows-1252')],
];

/** Returns how a text changed between request and response, or nothing if that is unknown. */
function textDifference(sent: string, back: string): string | undefined {
  if (back === '') return 'the text was lost';
  const change = changes.find(([, apply]) => apply(sent) === back);
  if (change) return change[0];
  if (sent.startsWith(back)) return `the text was cut off after ${back.length} of ${sent.length} characters`;
  if (back.startsWith(sent)) return 'text was added at the end';
  if (back.includes(sent)) return 'text was added at the start';
  const same = differAt(sent, back);
  return same === 0 ? undefined : `the texts differ from character ${same + 1} on`;
}

/** Returns what a number lost or won at its beginning, or that it is written with other characters between its digits. */
function numberDifference(sent: string, back: string): string {
  const [one, other] = [sent, back].map((text) => text.replace(/[^\d+]/g, '')) as [string, string];
  if (one === other)
    return `the same number, ${sent.length > back.length ? 'without' : 'with other'} separators`;
  // What is dialled before a number is none of its digits.
  const most = Math.min(...[one, other].map((text) => text.replace(/^[+0]+/, '').length));
  let same = 0;
  while (same < most && one.at(-1 - same) === other.at(-1 - same)) same += 1;
  const [lost, won] = [one, other].map((text) => text.slice(0, text.length - same)) as [string, string];
  if (won === '') return `the same number, but the ${lost} in front was lost`;
  return lost === '' ? `the same number, with ${won} in front` : `the same number, but ${lost} became ${won}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function unescaped(text: string): string {
  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
  return text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => characters[name] ?? '');
}

function read(text: string, encoding: string): string {
  return new TextDecoder(encoding).decode(Buffer.from(text));
}

import { LATIN5 } from '../character-pattern.ts';
import { octetAt } from '../escapes.ts';
import { type Reading, type Rewriting, rewriting } from '../reading.ts';

/**
 * What quoted-printable writes for an octet and where it breaks a line (RFC 2045 §6.7), and an encoded word with the
 * white space before the next (RFC 2047 §2, §6.2). What stands before an empty line is no broken one but the last field
 * of a form. Nothing is followed further than to the next question mark, or to where our own texts are cut.
 */
const CODED =
  /=(?:([\da-fA-F]{2})|[ \t]{0,80}\r?\n(?=\S)|(\?[^\s?]{1,80}\?([QqBb])\?)([^?…]*)(\?=(?:\s{1,80}(?==\?))?|(?=\??…)))/g;

const CODED_HERE = new RegExp(CODED.source, 'y');

/** The same in the text of an encoded word, where an underscore is a space. */
const QUOTED = /=([\da-fA-F]{2})|_/g;

/** Base64 that says up to three octets. */
const GROUP = /[\w+/-]{2,4}/g;

/**
 * The octets that quoted-printable and the encoded words of mail in a reading say, as Latin-1.
 * @param octets those of what is looked for: fields of a form look like quoted-printable (`GsmNumbers=905…`), and most
 *   of them say none of it
 * @returns nothing where there is none of it
 */
export function mailReadings(before: Reading, octets: ReadonlySet<number>): readonly Reading[] {
  if (!mayHold(before.text, octets)) return [];
  const made = rewriting(before);
  for (const found of before.text.matchAll(CODED)) {
    const [whole, hex, prefix, coding = '', written = '', suffix = ''] = found;
    const end = found.index + whole.length;
    if (prefix === undefined) {
      made.replace(found.index, end, octet(hex));
      continue;
    }
    const begin = found.index + 1 + prefix.length;
    made.replace(found.index, begin, '');
    if (/q/i.test(coding)) readQuoted(made, begin, written);
    else readBase64(made, begin, written);
    made.replace(end - suffix.length, end, '');
  }
  return [made.done()];
}

/** Whether anything coded there can be a part of what is looked for. */
function mayHold(text: string, octets: ReadonlySet<number>): boolean {
  for (let at = text.indexOf('='); at >= 0; at = text.indexOf('=', at + 1)) {
    const octet = octetAt(text, at + 1);
    if (octet >= 0 ? octets.has(octet) : isLongAt(text, at)) return true;
  }
  return false;
}

/** Whether a line is broken at an index, or an encoded word begins. */
function isLongAt(text: string, index: number): boolean {
  if (!' \t\r\n?'.includes(text.charAt(index + 1))) return false;
  CODED_HERE.lastIndex = index;
  return CODED_HERE.test(text);
}

function octet(hex: string | undefined): string {
  return hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16));
}

function readQuoted(made: Rewriting, begin: number, written: string): void {
  for (const { 0: whole, 1: hex, index } of written.matchAll(QUOTED)) {
    made.replace(begin + index, begin + index + whole.length, whole === '_' ? ' ' : octet(hex));
  }
}

function readBase64(made: Rewriting, begin: number, written: string): void {
  for (const { 0: group, index } of written.matchAll(GROUP)) {
    const said = Buffer.from(group, 'base64').toString('latin1');
    made.replace(begin + index, begin + index + group.length, said);
  }
}

/** What else may begin something encoded. */
const BEGINNINGS = '%&=\\_';

/**
 * Every octet that some texts have, or something encoded that says them: in UTF-8, Latin-1 and Latin-5, in either letter
 * case, with marks or without.
 */
export function octetsOf(texts: readonly string[]): ReadonlySet<number> {
  const forms = texts
    .flatMap((text) => [text, text.normalize('NFD')])
    .flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()])
    .flatMap((text) => [text, text.toLocaleLowerCase('tr'), text.toLocaleUpperCase('tr')]);
  const characters = new Set(BEGINNINGS + forms.join(''));
  return new Set([...characters].flatMap((one) => [...Buffer.from(one), ...singleOctets(one)]));
}

function singleOctets(character: string): readonly number[] {
  return [...(LATIN5[character] ?? character)].map((one) => one.charCodeAt(0)).filter((unit) => unit <= 0xff);
}

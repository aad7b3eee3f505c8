/** A part of a text: begin and exclusive end in UTF-16 units. */
export type Span = readonly [begin: number, end: number];

/** What something in a text decodes to. */
export interface Decoded {
  readonly text: string;
  /** Maps a part of the decoded text to the part of the original text that it came from. */
  at(begin: number, end: number): Span;
}

/**
 * Collects a decoded text and the places of the original that its units came from.
 * @param most units of the decoded text at most
 */
function decoding(most: number) {
  const parts: string[] = [];
  const begins = new Uint32Array(most);
  const ends = new Uint32Array(most);
  let length = 0;
  return {
    /** Adds units of which each `count` came from `width` units of the original, those from `begin` on. */
    add: (text: string, begin: number, width = 1, count = 1) => {
      parts.push(text);
      for (let unit = 0; unit < text.length; unit += 1, length += 1) {
        begins[length] = begin + Math.floor((unit * width) / count);
        ends[length] = begin + Math.ceil(((unit + 1) * width) / count);
      }
    },
    done: (): Decoded => ({
      text: parts.join(''),
      at: (begin, end) => [begins[begin] ?? 0, ends[end - 1] ?? 0],
    }),
  };
}

/**
 * Percent escapes, escapes of JSON and JavaScript (`\u{A0}` is how a finding shows invisible characters), references of
 * XML and HTML. The borders of CDATA sections decode to nothing.
 */
const ESCAPE =
  /(?:%|\\x)([\da-f]{2})|[%\\]u([\da-f]{4})|(?:&#x|\\u\{)0*([\da-f]{1,6})[;}]|&#0*(\d{1,7});|&([a-z]{2,6});|\\(["'\\/bfnrt])|\]\]>|<!\[CDATA\[/gi;

const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Named references of HTML to the signs of ASCII; the mask ignores letter case, so these do too. */
const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(
  `amp& lt< gt> quot" apos' excl! num# dollar$ percnt% lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; equals=
  quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] hat^ lowbar_ grave\` lcub{ lbrace{ verbar| vert| rcub} rbrace}`
    .split(/\s+/)
    .map((one) => [one.slice(0, -1), one.slice(-1)]),
);

/** Decodes every escape in a text once; undefined if there is none. Octets beyond ASCII decode to Latin-1. */
export function unescaped(text: string): Decoded | undefined {
  const escapes = Array.from(text.matchAll(ESCAPE), (found) => ({ found, meant: meaning(found) }));
  if (escapes.length === 0) return undefined;
  // No escape is shorter than what it means.
  const decoded = decoding(text.length);
  let read = 0;
  for (const { found, meant } of escapes) {
    if (meant === undefined) continue;
    decoded.add(text.slice(read, found.index), read);
    decoded.add(meant, found.index, found[0].length, meant.length);
    read = found.index + found[0].length;
  }
  decoded.add(text.slice(read), read);
  return decoded.done();
}

function meaning(found: RegExpMatchArray): string | undefined {
  const [, octet, unit, point, decimal, name, character] = found;
  if (name !== undefined) return SIGNS[name.toLowerCase()];
  if (character !== undefined) return CONTROLS[character] ?? character;
  const hex = octet ?? unit ?? point;
  if (hex === undefined && decimal === undefined) return '';
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** The mark of our own texts that they were cut, behind the quotes around them. */
export const CUT = `["'\\\\]{0,3}…`;

/** What is left of an escape, or of one in another, where it was cut. */
export const CUT_ESCAPE = '(?:[%&\\\\][\\w#%&;\\\\]{0,12})?';

/** Enough characters of a coding to hold a secret of 8 octets, or 4 of them before a cut. */
const BASE64 = new RegExp(`[\\w+/-]{11,}|[\\w+/-]{6,}(?=${CUT_ESCAPE}${CUT})`, 'g');
const HEXADECIMAL = new RegExp(`[\\da-f]{16,}|[\\da-f]{8,}(?=${CUT_ESCAPE}${CUT})`, 'gi');

const CUT_HERE = new RegExp(CUT_ESCAPE + CUT, 'y');

/**
 * Decodes all base64 (also base64url) and all hexadecimal digits in a text to octets, as Latin-1. What is coded may appear
 * behind text of the same characters, so it is decoded from each place where a group of them can begin.
 */
export function uncoded(text: string): readonly Decoded[] {
  return [
    ...[0, 1, 2, 3].flatMap((skipped) => octets(text, BASE64, 'base64', 6, skipped)),
    ...[0, 1].flatMap((skipped) => octets(text, HEXADECIMAL, 'hex', 4, skipped)),
  ];
}

function octets(
  text: string,
  run: RegExp,
  coding: 'base64' | 'hex',
  bits: number,
  skipped: number,
): readonly Decoded[] {
  const runs = [...text.matchAll(run)];
  if (runs.length === 0) return [];
  const decoded = decoding(text.length);
  for (const { 0: coded, index } of runs) {
    const end = index + coded.length;
    decoded.add(Buffer.from(coded.slice(skipped), coding).toString('latin1'), index + skipped, 8, bits);
    CUT_HERE.lastIndex = end;
    decoded.add(CUT_HERE.test(text) ? '…\n' : '\n', end, 0);
  }
  return [decoded.done()];
}

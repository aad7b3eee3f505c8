/** A part of a text: begin and exclusive end in UTF-16 units. */
export type DecodedSpan = readonly [begin: number, end: number];

export interface Decoded {
  readonly text: string;
  /** Maps a part of the decoded text to the part of the original text that it came from. */
  at(begin: number, end: number): DecodedSpan;
}

/** Collects a decoded text. The origin of its units is computed only for found secrets, because most texts hold none. */
function decoding() {
  /** Each begins at `at`: each `count` units of it came from `width` units of the original, those from `begin` on. */
  const parts: { text: string; at: number; begin: number; width: number; count: number }[] = [];
  let length = 0;
  const unitAt = (unit: number) => {
    let low = 0;
    for (let high = parts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((parts[middle]?.at ?? 0) <= unit) low = middle;
      else high = middle;
    }
    const { at, begin, width, count } = parts[low] as (typeof parts)[number];
    const from = unit - at;
    return [
      begin + Math.floor((from * width) / count),
      begin + Math.ceil(((from + 1) * width) / count),
    ] as const;
  };
  return {
    add: (text: string, begin: number, width = 1, count = 1) => {
      parts.push({ text, at: length, begin, width, count });
      length += text.length;
    },
    done: (): Decoded => ({
      text: parts.map(({ text }) => text).join(''),
      at: (begin, end) => [unitAt(begin)[0], unitAt(end - 1)[1]],
    }),
  };
}

/** Percent escapes, those of JSON and JavaScript (`\u{A0}` is our own), references of XML and HTML, borders of CDATA. */
const ESCAPE =
  /(?:%|\\x)([\da-f]{2})|[%\\]u([\da-f]{4})|(?:&#x|\\u\{)0*([\da-f]{1,6})[;}]|&#0*(\d{1,7});|&([a-z]{2,6});|\\(["'\\/bfnrt])|\]\]>|<!\[CDATA\[/gi;

const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Named references of HTML to the signs of ASCII; the mask ignores letter case, so these do too. */
const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(
  `amp& lt< gt> quot" apos' excl! num# dollar$ percnt% lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; equals=
  quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] hat^ lowbar_ grave\` lcub{ lbrace{ verbar| vert| rcub} rbrace}`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)]),
);

/** Decodes every escape in a text once; undefined if there is none. Octets beyond ASCII decode to Latin-1. */
export function unescaped(text: string): Decoded | undefined {
  const decoded = decoding();
  let read = 0;
  for (const found of text.matchAll(ESCAPE)) {
    const meant = meaning(found);
    if (meant === undefined) continue;
    decoded.add(text.slice(read, found.index), read);
    decoded.add(meant, found.index, found[0].length, meant.length);
    read = found.index + found[0].length;
  }
  if (read === 0) return undefined;
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

/** The rest of an escape, or of an escape within another, before a cut. */
export const CUT_ESCAPE = '(?:[%&\\\\][\\w#%&;\\\\]{0,12})?';

/** Codings, with the bits of a character, and where a group of them may begin. */
const CODINGS = [
  { coding: 'base64', bits: 6, digits: '[\\w+/-]', groups: [0, 1, 2, 3] },
  { coding: 'hex', bits: 4, digits: '[\\da-fA-F]', groups: [0, 1] },
] as const;

/** Characters from which on a secret is masked inside of words and in codings; a shorter one is there by chance. */
export const LEAST_INSIDE = 8;

/** Characters of a secret, digits of a number, and octets of a coding that are masked before a cut. */
export const LEAST_CUT = 4;

const CUT_HERE = new RegExp(CUT_ESCAPE + CUT, 'y');

/** The mark of a cut, or base64 and hexadecimal digits of 2026 and 8230, which are in each escape of it. */
const MAY_BE_CUT = /…|MjAyN|IwMj|yMDI2|32303236|ODIzM|gyMz|4MjMw|38323330/;

/** Matches the runs of digits of a coding with at least `octets` octets. */
function runsOf({ digits, bits }: (typeof CODINGS)[number], octets: number): RegExp {
  return new RegExp(`(?<!${digits})${digits}{${Math.ceil((octets * 8) / bits)},}`, 'g');
}

/**
 * Returns a function that decodes base64 (also base64url) and hexadecimal digits in a text to octets, as Latin-1. A
 * coded text may follow text of the same characters, so it is decoded from each place where a group can begin.
 *
 * @param least octets of the shortest secret: digits of fewer are decoded only where they may be cut
 * @param isClean whether digits hold nothing to mask, so that they are not decoded where nothing is cut
 */
export function decoderOf(least: number, isClean: (digits: string) => boolean) {
  const codings = CODINGS.map((coding) => {
    return { ...coding, long: runsOf(coding, least), cut: runsOf(coding, LEAST_CUT) };
  });
  return (text: string): readonly Decoded[] => {
    const mayBeCut = MAY_BE_CUT.test(text);
    return codings.flatMap(({ coding, bits, long, cut, groups }) => {
      const runs = Array.from(text.matchAll(mayBeCut ? cut : long), ({ 0: coded, index }) => {
        CUT_HERE.lastIndex = index + coded.length;
        return { coded, index, isCut: mayBeCut && CUT_HERE.test(text) };
      }).filter(({ coded, isCut }) =>
        mayBeCut ? isCut || coded.length * bits >= LEAST_INSIDE * 8 : !isClean(coded),
      );
      if (runs.length === 0) return [];
      return groups.map((skipped) => {
        const decoded = decoding();
        for (const { coded, index, isCut } of runs) {
          decoded.add(Buffer.from(coded.slice(skipped), coding).toString('latin1'), index + skipped, 8, bits);
          decoded.add(isCut ? '…\n' : '\n', index + coded.length, 0);
        }
        return decoded.done();
      });
    });
  };
}

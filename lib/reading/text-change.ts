import type { Value } from '../model/judging/finding.ts';
import { messageOf, numberOf, quoted } from '../text/finding-value.ts';

/** A change of a text between request and reply, as data: lib/findings has the words of each kind. */
export interface TextChange {
  readonly kind: ChangeKind;
  /** Values for the gaps in its words, such as the characters before a cut and those of the whole. */
  readonly parameters: readonly Value[];
}

type ChangeKind =
  | (typeof changes | typeof undone)[number][0]
  | ('decoded' | 'halves' | 'halves-of-block' | 'replaced' | 'characters' | 'differs')
  | ('lost' | 'filled' | 'number' | 'cut' | 'part' | 'cut-before-beyond-bmp' | 'added-after' | 'added-before')
  | ('separators-lost' | 'separators-other' | 'front-lost' | 'front-added' | 'front-changed');

function changed(kind: ChangeKind, ...parameters: readonly Value[]): TextChange {
  return { kind, parameters };
}

const escapes: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescaped(text: string): string {
  return text.replace(
    /&(?:(lt|gt|quot|apos|amp)|#(\d{1,6})|#x([\da-fA-F]{1,5}));/g,
    (_, name, decimal, hex) => escapes[name] ?? String.fromCodePoint(Number(decimal ?? `0x${hex}`)),
  );
}

/** Characters beyond the Basic Multilingual Plane, which take four bytes in UTF-8. */
const BEYOND_BMP = /[\u{10000}-\u{10FFFF}]/gu;

/** The same with the joiners and variation selectors of emoji. */
const EMOJI = /[\u{10000}-\u{10FFFF}]|(?<=[\u{10000}-\u{10FFFF}])[\u200D\uFE0F]/gu;

function percentDecoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escaped) =>
    Buffer.from(escaped.replaceAll('%', ''), 'hex').toString(),
  );
}

const formDecoded = (text: string) => percentDecoded(text.replaceAll('+', ' '));

const SPACE = '[\\s\\x1C-\\x1F\\x85]';
const SPACES = `${SPACE}+`;

/** Changes of a text by the function that makes them, the likeliest first. */
const changes = [
  ['white-space-around', (text) => text.trim()],
  // The white space of XML alone, and of it and Unicode with the controls that some languages count to it.
  ['white-space-around', (text) => text.replace(/^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g, '')],
  ['white-space-around', (text) => text.replace(new RegExp(`^${SPACES}|(?<!${SPACE})${SPACES}$`, 'g'), '')],
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
  ['white-space-collapsed', (text) => text.replace(/\s+/g, ' ')],
  ['white-space-collapsed', (text) => text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')],
  ['white-space-collapsed', (text) => text.replace(new RegExp(SPACES, 'g'), ' ').replace(/^ | $/g, '')],
  ['nfkc', (text) => text.normalize('NFKC')],
  ['nfkd', (text) => text.normalize('NFKD')],
  ['plus-signs', (text) => text.replaceAll('+', ' ')],
  ['spaces-as-plus', (text) => text.replaceAll(' ', '+')],
  ['unescaped', unescaped],
  ['percent-decoded', percentDecoded],
  ['percent-decoded', formDecoded],
  ['upper-case', (text) => text.toUpperCase()],
  ['lower-case', (text) => text.toLowerCase()],
  ['beyond-bmp-removed', (text) => text.replace(BEYOND_BMP, '')],
  ['beyond-bmp-removed', (text) => text.replace(EMOJI, '')],
  ['question-marks', (text) => text.replace(/\P{ASCII}/gu, '?')],
  ['question-marks', (text) => text.replace(/[^\0-\x7F]/g, '?')],
  ['non-ascii', (text) => text.replace(/\P{ASCII}/gu, '')],
  ['invisible-removed', (text) => text.replace(/\p{Cf}/gu, '')],
  ['quotes-straightened', (text) => text.replace(/[\u2018\u2019]/g, "'").replace(/[\u201C\u201D]/g, '"')],
  ['quotes-doubled', (text) => text.replaceAll("'", "''")],
  ['quotes-escaped', (text) => text.replace(/['"\\]/g, '\\$&')],
  ['tags-removed', (text) => text.replace(/<[^>]*(>|$)/g, (tag, end) => (end ? '' : tag))],
  ['zeros-lost', (text) => text.replace(/^0+(?=\d{1,9}$)/, '')],
] as const satisfies readonly (readonly [name: string, change: (sent: string) => string])[];

/** Changes by what makes the text again of what came back. */
const undone = [
  ['escaped', unescaped],
  ['percent-encoded', percentDecoded],
  ['percent-encoded', formDecoded],
] as const satisfies readonly (readonly [name: string, undo: (back: string) => string])[];

/** Returns the charset in which a text in UTF-8 was read; undefined for none. */
export function charsetOf(sent: string, back: string): string | undefined {
  const bytes = Buffer.from(sent);
  if (bytes.toString('latin1') === back) return 'ISO 8859-1';
  // Node.js 20 reads windows-1252 as ISO 8859-1, unless it is a stream.
  const read = (charset: string) => new TextDecoder(charset).decode(bytes, { stream: true });
  return ['windows-1254', 'windows-1252'].find((charset) => read(charset) === back);
}

/** Returns the change that makes one text the other, such as `the text was converted to upper case`. */
export function conversionOf(sent: string, back: string): TextChange | undefined {
  return conversionsOf(sent, back)[0];
}

function conversionsOf(sent: string, back: string): readonly TextChange[] {
  const names = new Set([
    ...changes.flatMap(([name, apply]) => (apply(sent) === back ? [name] : [])),
    ...undone.flatMap(([name, undo]) => (undo(back) === sent ? [name] : [])),
  ]);
  const charset = charsetOf(sent, back);
  return [
    ...[...names].map((name) => changed(name)),
    ...(charset === undefined ? [] : [changed('decoded', charset)]),
  ];
}

/**
 * Returns the changes that may have made one text the other, the likeliest first, or else the place from which on the two
 * differ. Which of them it was, other texts show.
 */
export function textDifferences(sent: string, back: string): readonly TextChange[] {
  const all = changesOf(sent, back);
  if (all.length > 0) return all;
  const same = differAt(sent, back);
  const isEnd = sent.endsWith(back);
  const at = isEnd ? sent.length - back.length : sent.indexOf(back);
  const part =
    at > 0 && (isEnd || back.length >= LEAST_PART)
      ? changed('part', numberOf(at + 1), numberOf(at + back.length), numberOf(sent.length))
      : undefined;
  const place = same === 0 ? undefined : changed('differs', numberOf(same + 1));
  const found = halves(sent, back) ?? replacement(sent, back) ?? part ?? place;
  return found === undefined ? [] : [found];
}

/** Characters of a part of a text that is not its end; fewer are in many texts by accident. */
const LEAST_PART = 5;

/** Returns the index of the first UTF-16 unit in which two texts differ. */
export function differAt(sent: string, back: string): number {
  let index = 0;
  while (index < sent.length && sent[index] === back[index]) index += 1;
  return index;
}

/** Sizes of blocks that programs read and write, in bytes or UTF-16 code units. */
const BLOCKS = [65_536, 32_768, 16_384, 8192, 4096, 2048, 1024, 512];

/**
 * Recognises single letters that became U+FFFD twice or more, at most once for each byte, and the size of the
 * blocks where two distances between such letters show it: the ends of blocks lie inside of the letters.
 */
function halves(sent: string, back: string): TextChange | undefined {
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
  if (size !== undefined) return changed('halves-of-block', numberOf(size, 'UTF-16 code unit'));
  const ofBytes = blockSize(bytes);
  return ofBytes === undefined ? changed('halves') : changed('halves-of-block', numberOf(ofBytes, 'byte'));
}

/** Returns the size of blocks in whose ends these places lie, where two distances or more show it. */
function blockSize(places: readonly number[]): number | undefined {
  const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  // A block ends anywhere in a letter of up to four bytes.
  const isWhole = (gap: number, size: number) =>
    gap > size / 2 && Math.abs(gap - Math.round(gap / size) * size) <= 3;
  return gaps.length < 2 ? undefined : BLOCKS.find((size) => gaps.every((gap) => isWhole(gap, size)));
}

/** Returns the characters that became others everywhere in a text; undefined where anything else, or ASCII, changed. */
export function replacedCharacters(sent: string, back: string): ReadonlyMap<string, string> | undefined {
  const [from, to] = [[...sent], [...back]];
  if (sent === back || from.length !== to.length) return undefined;
  const all = new Map<string, string>();
  for (const [index, character] of from.entries()) {
    const became = to[index] ?? '';
    if ((all.get(character) ?? became) !== became) return undefined;
    all.set(character, became);
  }
  const replaced = [...all].filter(([character, became]) => character !== became);
  return replaced.every(([character]) => /\P{ASCII}/u.test(character)) ? new Map(replaced) : undefined;
}

function replacement(sent: string, back: string): TextChange | undefined {
  const [[lost, won] = ['', ''], ...more] = replacedCharacters(sent, back) ?? [];
  if (lost === '') return undefined;
  const pair = [quoted(lost), quoted(won)] as const;
  return more.length === 0
    ? changed('replaced', ...pair)
    : changed('characters', ...pair, numberOf(more.length));
}

/** Returns the changes of a text between request and response, the likeliest first; none where it is unknown. */
export function changesOf(sent: string, back: string): readonly TextChange[] {
  const isBegin = sent.startsWith(back);
  // A column of three-byte UTF-8 ends each text there; what is left of it may be empty, or all without these characters.
  const isBefore = isBegin && sent.search(BEYOND_BMP) === back.length;
  const cut = isBegin ? [changed('cut', numberOf(back.length), numberOf(sent.length))] : [];
  const found = [
    ...(isBefore ? [changed('cut-before-beyond-bmp')] : []),
    ...(sent === back ? [] : conversionsOf(sent, back)),
    ...(isNumberAnew(sent, back) ? [changed('number'), ...cut] : []),
  ];
  if (back === '') return [...found, changed('lost')];
  if (sent === '') return [changed('filled', quoted(back))];
  if (found.length > 0) return found;
  if (isBegin) return cut;
  if (back.startsWith(sent)) return [changed('added-after')];
  return back.includes(sent) ? [changed('added-before')] : [];
}

/** A number as programs write it, without zeros in front. */
const WRITTEN_NUMBER = /^[-+]?(?!0\d)[\d.,]*\d(?:e[-+]?\d+)?$/i;

/** Returns the numbers that a text may be, with a decimal point or comma, and separators of thousands. */
function numbersIn(text: string): readonly number[] {
  return [text, text.replace(',', '.'), text.replace(/[,_]/g, '')].map(Number).filter(Number.isFinite);
}

/** True if a text is a number, and comes back as this number or as its first 15 digits, as .NET writes it. */
function isNumberAnew(sent: string, back: string): boolean {
  if (sent === back || !WRITTEN_NUMBER.test(back)) return false;
  const read = numbersIn(sent).flatMap((number) => [number, Number(number.toPrecision(15))]);
  return numbersIn(back).some((number) => read.includes(number));
}

/** Returns the change of a number at its beginning, or of the characters between its digits. */
export function numberDifference(sent: string, back: string): TextChange {
  const [was, is] = [sent, back].map((text) => text.replace(/[^\d+]/g, '')) as [string, string];
  if (was === is) return changed(sent.length > back.length ? 'separators-lost' : 'separators-other');
  // What is dialled before a number is none of its digits.
  const most = Math.min(...[was, is].map((text) => text.replace(/^[+0]+/, '').length));
  let same = 0;
  while (same < most && was.at(-1 - same) === is.at(-1 - same)) same += 1;
  const [lost, won] = [was, is].map((text) => text.slice(0, text.length - same)) as [string, string];
  if (won === '') return changed('front-lost', messageOf(lost));
  if (lost === '') return changed('front-added', messageOf(won));
  return changed('front-changed', messageOf(lost), messageOf(won));
}

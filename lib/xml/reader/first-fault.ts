import { isSpace } from '../space.ts';

/** Where a text is no well-formed document, and why. */
export interface Fault {
  /** Index of the character. */
  readonly at: number;
  readonly what: string;
}

/**
 * The first place where a text without a document type declaration certainly is no well-formed XML, of those faults that
 * can be repeated without an end: libxml2 goes on after each and makes an object of it, which for a reply of a few
 * megabytes takes seconds and all of the memory. Null says nothing: what else there may be, libxml2 finds.
 */
export function firstFault(text: string): Fault | null {
  const odd = NO_CHARACTER.exec(text);
  const fault = faultOfMarkup(text);
  if (!odd || (fault && fault.at <= odd.index)) return fault;
  return { at: odd.index, what: `character ${codePoint(odd[0])} is not allowed in XML` };
}

/** Outside of what XML 1.0 §2.2 calls a character, but for halves of one, which no decoder leaves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is them that are looked for
const NO_CHARACTER = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;

/** As `U+0000`. */
function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function faultOfMarkup(text: string): Fault | null {
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('<', at);
    const end = open < 0 ? text.length : open;
    const fault = faultOfText(text, at, end);
    if (fault || open < 0) return fault;
    const piece = pieceAt(text, open);
    if (typeof piece !== 'number') return piece;
    at = piece;
  }
  return null;
}

function faultOfText(text: string, begin: number, end: number): Fault | null {
  const said = text.slice(begin, end);
  const close = said.indexOf(']]>');
  const reference = faultOfReferences(said, begin);
  if (close < 0 || (reference && reference.at < begin + close)) return reference;
  return { at: begin + close, what: '`]]>` occurs in text' };
}

const REFERENCE = /&(?:(?:amp|lt|gt|quot|apos)|#(\d+)|#x([\dA-Fa-f]+));/y;

/** @param offset where in the whole text it begins */
function faultOfReferences(said: string, offset: number): Fault | null {
  for (let at = said.indexOf('&'); at >= 0; at = said.indexOf('&', REFERENCE.lastIndex)) {
    REFERENCE.lastIndex = at;
    const found = REFERENCE.exec(said);
    if (!found) {
      return {
        at: offset + at,
        what: 'an ampersand does not begin a reference to a character or a known entity',
      };
    }
    const [whole, decimal, hexadecimal] = found;
    const number = Number.parseInt(hexadecimal ?? decimal ?? '65', hexadecimal === undefined ? 10 : 16);
    if (!isCharacter(number)) {
      return {
        at: offset + at,
        what: `\`${whole.slice(0, 20)}\` refers to a character that XML does not allow`,
      };
    }
  }
  return null;
}

function isCharacter(number: number): boolean {
  if (number < 0x20) return number === 0x09 || number === 0x0a || number === 0x0d;
  if (number > 0xffff) return number <= 0x10ffff;
  return number < 0xd800 || (number > 0xdfff && number < 0xfffe);
}

/** Index behind what begins with the `<` at an index, or what is wrong with it. */
function pieceAt(text: string, open: number): number | Fault {
  if (text.startsWith('<!--', open)) return commentAt(text, open);
  if (text.startsWith('<![CDATA[', open)) return behind(text, ']]>', open, 'a CDATA section');
  if (text.startsWith('<!', open)) {
    return { at: open, what: '`<!` begins neither a comment nor a CDATA section' };
  }
  if (text.startsWith('<?', open)) {
    const target = text.charCodeAt(open + 2);
    if (isSpace(target) || '?<>&'.includes(text.charAt(open + 2))) {
      return { at: open, what: 'a processing instruction has no target' };
    }
    return behind(text, '?>', open, 'a processing instruction');
  }
  return tagAt(text, open);
}

function behind(text: string, end: string, open: number, what: string): number | Fault {
  const found = text.indexOf(end, open + 2);
  return found < 0 ? { at: open, what: `${what} has no end` } : found + end.length;
}

function commentAt(text: string, open: number): number | Fault {
  const dashes = text.indexOf('--', open + '<!--'.length);
  if (dashes < 0) return { at: open, what: 'a comment has no end' };
  return text[dashes + 2] === '>' ? dashes + 3 : { at: dashes, what: '`--` occurs in a comment' };
}

/** A start or an end tag; a `>` may stand in the value of an attribute, a `<` may not. */
function tagAt(text: string, open: number): number | Fault {
  for (let at = open + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '>') return faultOfReferences(text.slice(open, at), open) ?? at + 1;
    if (character === '<') return { at, what: '`<` occurs in a tag' };
    if (character !== '"' && character !== "'") continue;
    const close = text.indexOf(character, at + 1);
    const less = text.slice(at, close < 0 ? text.length : close).indexOf('<');
    if (less >= 0) return { at: at + less, what: '`<` occurs in a tag' };
    if (close < 0) break;
    at = close;
  }
  return { at: open, what: 'a tag has no end' };
}

import { isSpace } from '../space.ts';

/** A start tag as it is written: no name is resolved, no reference read. */
export interface StartTag {
  readonly name: string;
  /** Names and values in their order, namespace declarations among them. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** Of an element without an end tag. */
  readonly isEmpty: boolean;
  /** Index behind its `>`. */
  readonly end: number;
}

const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;

/** Reads the start tag whose `<` stands at an index of a well-formed document. */
export function readStartTag(text: string, start: number): StartTag {
  let at = endOfName(text, start + 1);
  const name = text.slice(start + 1, at);
  const attributes: [string, string][] = [];
  for (;;) {
    at = behindSpace(text, at);
    const unit = text.charCodeAt(at);
    if (unit === GREATER) return { name, attributes, isEmpty: false, end: at + 1 };
    if (unit === SLASH) return { name, attributes, isEmpty: true, end: at + 2 };
    const end = endOfName(text, at);
    const quote = behindSpace(text, text.indexOf('=', end) + 1);
    const close = text.indexOf(text.charAt(quote), quote + 1);
    if (end === at || close < 0) throw new Error(`a start tag has no end, at character ${start}`);
    attributes.push([text.slice(at, end), text.slice(quote + 1, close)]);
    at = close + 1;
  }
}

function endOfName(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === GREATER || unit === SLASH || unit === EQUALS || isSpace(unit)) break;
  }
  return at;
}

function behindSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

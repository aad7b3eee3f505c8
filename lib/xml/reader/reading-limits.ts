import { isSpace } from '../space.ts';

/** Where a document goes beyond what is read, and how. */
export interface Beyond {
  /** Index of the character from which on it is too much. */
  readonly at: number;
  readonly what: string;
}

/** Far more than a reply of the contract has, but for one with thousands of recipients. */
export const limits = {
  /** Elements, attributes, comments, instructions and CDATA sections: each costs a few microseconds. */
  nodes: 20_000,
  /** UTF-16 units: libxml2 reads no longer ones. */
  characters: 10_000_000,
  /** For one element: libxml2 compares each with each. */
  attributes: 1_000,
  /** Declarations in force at a place: libxml2 looks them through for every name. */
  namespaces: 250,
  /** As libxml2 has it. */
  depth: 250,
} as const;

/** The shortest node, `<a>`, takes three characters: shorter documents need no look. */
const SHORTEST = 3 * limits.depth;

/**
 * Where a document has more nodes, attributes, namespaces or depth than is read, or null. Runs before the parser,
 * which would stop everything else for as long as such a document takes: one reply of a few megabytes could hold up
 * a run for minutes, and take the memory of the machine.
 */
export function beyondLimits(text: string): Beyond | null {
  if (text.length < SHORTEST) return null;
  if (text.length > limits.characters) {
    return { at: 0, what: `the document has more than ${limits.characters} characters` };
  }
  const counts: Counts = { nodes: 0, open: [], declared: 0 };
  for (let at = text.indexOf('<'); at >= 0; ) {
    const end = countMarkup(text, at, counts);
    const what = tooMuch(counts);
    if (what !== null) return { at, what };
    if (end < 0) return null;
    at = text.indexOf('<', end);
  }
  return null;
}

interface Counts {
  nodes: number;
  /** Namespace declarations of each element that is open. */
  readonly open: number[];
  /** Namespace declarations in force. */
  declared: number;
  /** Whether the tag just read has more attributes than may be. */
  crowded?: boolean;
}

function tooMuch({ nodes, open, declared, crowded }: Counts): string | null {
  if (crowded) return `an element has more than ${limits.attributes} attributes`;
  if (declared > limits.namespaces) return `more than ${limits.namespaces} namespaces are declared`;
  if (open.length > limits.depth) return `elements are nested more than ${limits.depth} deep`;
  if (nodes > limits.nodes) return `the document has more than ${limits.nodes} elements and attributes`;
  return null;
}

/** Counts what begins with the `<` at that index; gives the index of its end, or -1 where it has none. */
function countMarkup(text: string, at: number, counts: Counts): number {
  const kind = text.charCodeAt(at + 1);
  if (kind === SLASH) {
    counts.declared -= counts.open.pop() ?? 0;
    return text.indexOf('>', at);
  }
  counts.nodes += 1;
  if (kind === BANG || kind === QUESTION) return endOfOther(text, at);
  const { attributes, namespaces, isEmpty, end } = readTag(text, at);
  counts.nodes += attributes;
  counts.crowded = attributes > limits.attributes;
  counts.declared += namespaces;
  // An element that is empty may still have declared too many itself.
  if (!isEmpty) counts.open.push(namespaces);
  else if (counts.declared <= limits.namespaces) counts.declared -= namespaces;
  return end;
}

const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;

/** Index of the end of a comment, CDATA section or instruction, or -1. */
function endOfOther(text: string, at: number): number {
  if (text.startsWith('<!--', at)) return text.indexOf('-->', at + 4);
  if (text.startsWith('<![CDATA[', at)) return text.indexOf(']]>', at + 9);
  return text.indexOf('>', at + 2);
}

interface Tag {
  readonly attributes: number;
  readonly namespaces: number;
  readonly isEmpty: boolean;
  /** Index of its `>`, or -1. */
  readonly end: number;
}

/** A start tag, its attributes counted; reads no further than to one attribute too many. */
function readTag(text: string, start: number): Tag {
  let attributes = 0;
  let namespaces = 0;
  const tag = (end: number): Tag => ({ attributes, namespaces, isEmpty: text[end - 1] === '/', end });
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '>') return tag(at);
    if (character === '"' || character === "'") {
      at = text.indexOf(character, at + 1);
      if (at < 0) return tag(-1);
    } else if (character === '=') {
      attributes += 1;
      if (attributes > limits.attributes) return tag(-1);
    } else if (character === 'x' && text.startsWith('xmlns', at) && isSpace(text.charCodeAt(at - 1))) {
      namespaces += 1;
    }
  }
  return tag(-1);
}

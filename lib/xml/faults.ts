import { characterName } from './escape.ts';

/** How far a document was read. */
export interface Progress {
  readonly text: string;
  /** Index behind the last piece of markup that ended. */
  behind: number;
  /** Name of the element that ended last. */
  closed?: string;
  /** What its document type declaration holds. */
  doctype?: string;
  standalone?: boolean;
}

/** Where a text is no well-formed document, and why. */
export interface Fault {
  /** Index of the character. */
  readonly at: number;
  readonly what: string;
}

type Wording = readonly [
  message: RegExp,
  what: string,
  /** Characters from the fault to where the parser noticed it; without it, the markup begins there. */
  back?: number,
];

const DECLARATION = 'the XML declaration is not written as XML 1.0 demands';

/** The messages of saxes about a fault, in plain words; `$1` is what the message names. */
const wordings: readonly Wording[] = [
  [/^disallowed character\.$/, '`<` occurs in the value of an attribute', 1],
  [/^disallowed character in tag name$/, '`<` does not begin a tag'],
  [/^disallowed character in closing tag/, 'an end tag holds more than a name', 1],
  [/^weird empty close tag/, 'an end tag has no name'],
  [/^unmatched closing tag: (.*)\.$/, 'the end tag </$1> has no start tag'],
  [/^attribute without value/, 'an attribute has no value', 1],
  [/^unquoted attribute value/, 'the value of an attribute is not in quotes', 1],
  [/^no whitespace between attributes/, 'no white space separates two attributes', 1],
  [/^duplicate attribute: (.*)\.$/s, 'an element has the attribute $1 twice'],
  [/^unbound namespace prefix: "(.*)"\.$/s, 'the namespace prefix $1 is not declared'],
  [/^invalid attempt to undefine prefix/, 'a namespace prefix is declared without a namespace'],
  [/^malformed name: (.*)\.$/s, '$1 is not a qualified name'],
  [
    /^(?:xml|xmlns) prefix|^the default namespace|^may not assign|"xmlns" as prefix/,
    'a reserved namespace or prefix is used',
  ],
  [/"\]\]>" is disallowed/, '`]]>` occurs in text', 3],
  [/^malformed comment/, '`--` occurs in a comment', 3],
  [/^incorrect syntax/, '`<!` begins neither a comment nor a CDATA section'],
  [/^inappropriately located doctype/, 'a document type declaration is not where one may be'],
  [/^documents may contain only one root/, 'a second root element follows the first'],
  [/^processing instruction without a target/, 'a processing instruction has no target'],
  [/^disallowed character in processing/, 'the target of a processing instruction is not a name'],
  [/^an XML declaration must be/, 'the XML declaration is not at the very start'],
  [/^the XML declaration must appear/, 'a processing instruction has the reserved target xml'],
  [/^declared version (.*)$/, 'the XML declaration names version $1 instead of 1.0'],
  [/XML declaration|name\/value|^expected|^value|value must|must match|^whitespace/, DECLARATION],
];

/** UTF-16 units of a name that are told. */
const MOST_TOLD = 100;

/**
 * The fault that ended the reading, in words of ours. saxes notices a wrong reference only at the next semicolon and
 * markup without an end only at the end of the document: the fault is where they begin.
 *
 * @param message of saxes
 * @param position index behind the last character that was read
 */
export function faultOf(message: string, progress: Progress, position: number): Fault {
  const { text, behind, closed } = progress;
  if (/entity/.test(message)) return referenceFault(message, progress, position);
  if (/^(?:document must|unclosed tag|unexpected end)/.test(message)) return endFault(message, progress);
  if (/^text data outside/.test(message)) {
    const at = behind + text.slice(behind).search(/[^ \t\r\n]/);
    return { at, what: `text ${closed === undefined ? 'precedes' : 'follows'} the root element` };
  }
  if (/^unexpected close tag/.test(message)) {
    const at = text.lastIndexOf('<', position - 1);
    const name = text.slice(at + 2, position - 1).trim();
    return { at, what: `the end tag </${told(name)}> does not match the start tag <${told(closed)}>` };
  }
  const last = [...text.slice(position - 2, position)].at(-1) ?? '';
  if (/^disallowed character in (?:tag|attribute) name\.|^forward-slash/.test(message)) {
    return { at: position - last.length, what: `\`${last}\` is not allowed at this place of a start tag` };
  }
  if (/^disallowed character\.$/.test(message) && last !== '<') {
    return { at: position - 1, what: `character ${characterName(last)} is not allowed in XML` };
  }
  for (const [pattern, what, back] of wordings) {
    const found = pattern.exec(message);
    if (!found) continue;
    const at = back === undefined ? text.indexOf('<', behind) : position - back;
    return { at, what: what.replace('$1', () => told(found[1])) };
  }
  return { at: position - 1, what: message };
}

function told(name = ''): string {
  return name.length > MOST_TOLD ? `${name.slice(0, MOST_TOLD)}…` : name;
}

/** An ampersand that begins no reference to a character or to an entity that needs no declaration. */
const UNFIT = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\dA-Fa-f]+);)/g;

const NO_REFERENCE = 'an ampersand does not begin a reference';

/** Index of the first unfit ampersand from an index on, or -1. */
function unfitAmpersand(text: string, from: number): number {
  UNFIT.lastIndex = from;
  return UNFIT.exec(text)?.index ?? -1;
}

function referenceFault(message: string, { text, behind }: Progress, position: number): Fault {
  const unfit = unfitAmpersand(text, behind);
  if (unfit < 0 || unfit >= position) {
    const at = text.lastIndexOf('&', position - 1);
    const reference = told(text.slice(at, position));
    return { at, what: `\`${reference}\` refers to a character that XML does not allow` };
  }
  if (message !== 'undefined entity.') return { at: unfit, what: NO_REFERENCE };
  return { at: unfit, what: `the entity ${told(text.slice(unfit + 1, position - 1))} is not declared` };
}

const PIECES = [
  ['<!--', 'a comment'],
  ['<![CDATA[', 'a CDATA section'],
  ['<!DOCTYPE', 'the document type declaration'],
  ['<?', 'a processing instruction'],
] as const;

/** The fault of a document that ends too early. */
function endFault(message: string, { text, behind }: Progress): Fault {
  const begin = text.indexOf('<', behind);
  const unfit = unfitAmpersand(text, behind);
  const piece = PIECES.find(([start]) => begin >= 0 && text.startsWith(start, begin));
  if (unfit >= 0 && (begin < 0 || unfit < begin || !piece)) return { at: unfit, what: NO_REFERENCE };
  if (begin >= 0) return { at: begin, what: `${piece?.[1] ?? 'a tag'} has no end` };
  const name = /^unclosed tag: (.*)$/s.exec(message)?.[1];
  const what =
    name === undefined ? 'there is no root element' : `the document ends before the end tag </${told(name)}>`;
  return { at: text.length, what };
}

/**
 * True if the fault is a reference to an entity that the document type declaration, which is never read, may declare
 * (XML 1.0 §4.1, WFC: Entity Declared): one that its internal subset names, or any where it has external parts.
 */
export function usesUnreadEntity(message: string, progress: Progress, position: number): boolean {
  const { text, doctype, standalone } = progress;
  if (message !== 'undefined entity.' || doctype === undefined) return false;
  const name = text.slice(text.lastIndexOf('&', position - 1) + 1, position - 1);
  for (const [, declared] of doctype.matchAll(/<!ENTITY\s+([^\s%]+)\s/g)) if (declared === name) return true;
  return !standalone && /^\s*[^\s[]+\s+(?:SYSTEM|PUBLIC)\s|%[^\s;%]+;/.test(doctype);
}

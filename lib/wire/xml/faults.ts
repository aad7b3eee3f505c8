import { characterName } from '../../text/printable.ts';

/** How far a document was read. */
export interface Progress {
  readonly text: string;
  /** Index behind the last piece of markup that ended. */
  behind: number;
  /** The content of its document type declaration. */
  doctype?: string;
  standalone?: boolean;
  /** Whether a limit ended the reading. */
  isBeyond?: true;
}

/** An ampersand that begins no reference to a character or to an entity that needs no declaration, and none that the text ends in. */
const UNFIT = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\dA-Fa-f]+);|[\w#]{0,8}$)/g;

/**
 * Returns the fault that ended the reading, in the words of saxes, and its index; `position` is behind the last character
 * that was read. A bare ampersand, the most frequent fault, is shown in its place, because saxes notices it later.
 */
export function syntaxFault(message: string, { text, behind }: Progress, position: number) {
  const begin = text.indexOf('<', behind);
  UNFIT.lastIndex = behind;
  const ampersand = UNFIT.exec(text)?.index ?? position;
  // What is inside a comment, a section or an instruction without an end is no reference.
  const isMarkup = begin >= 0 && begin < ampersand && /[!?]/.test(text.charAt(begin + 1));
  if (ampersand < position && !isMarkup && /entity|^unclosed|^unexpected end|^document must/.test(message)) {
    const reference = /^&[\w.:#-]{0,30};?/.exec(text.slice(ampersand))?.[0];
    return { at: ampersand, what: `${reference} is not a reference that XML defines` };
  }
  const last = [...text.slice(Math.max(0, position - 2), position)].at(-1) ?? '';
  const what = message.replace(/\.$/, '').replaceAll('"', '`');
  if (message.startsWith('text data')) return { at: behind + text.slice(behind).search(/[^ \t\r\n]/), what };
  if (message === 'unexpected close tag.') {
    const at = text.lastIndexOf('<', position - 1);
    return { at, what: `${what} ${text.slice(at, Math.min(position, at + 100))}` };
  }
  const [reference = ''] = message.startsWith('malformed')
    ? (/&#\w{0,8};?$/.exec(text.slice(0, position)) ?? [])
    : [];
  if (reference !== '') return { at: position - last.length, what: `${what} ${reference}` };
  const isCharacter = message.startsWith('disallowed character') && last !== '';
  return { at: position - last.length, what: isCharacter ? `${what}: ${characterName(last)}` : what };
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

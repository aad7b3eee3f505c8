import libxml from 'libxmljs2';
import type { XmlReading } from '../model/judging/document.ts';
import { type Doctype, doctypeOf } from './doctype.ts';
import { firstFault } from './reader/first-fault.ts';
import { beyondLimits } from './reader/reading-limits.ts';
import { rootElement } from './reader/root-element.ts';

/**
 * Parses characters as a namespace-well-formed XML 1.0 document without a DTD. Never throws.
 *
 * libxml2 2.9 has open faults around entities, so a document type declaration is taken out before it parses;
 * `nonet` forbids fetching, `huge` is never set (depth 256, text 10 MB). The text is given as UTF-8 whatever
 * the declaration says: agreement of encodings was judged on the bytes. libxml2 says whether it is one; its tree is
 * not walked, because each look at a node of it costs more than to read the text once more.
 *
 * @param text without the byte order mark of its bytes: another one is no character that may stand there
 * @param utf8 the same text in UTF-8, where that is at hand already
 */
export function parseXml(text: string, utf8?: Uint8Array): XmlReading {
  const nul = text.indexOf('\0');
  if (nul >= 0) {
    return { kind: 'malformed', ...placeOf(text, nul), message: 'character U+0000 is not allowed in XML' };
  }
  if (text.startsWith('\uFEFF')) {
    return {
      kind: 'malformed',
      line: 1,
      column: 1,
      message: 'a second byte order mark precedes the document',
    };
  }
  const doctype = doctypeOf(text);
  if (doctype) return withoutDoctype(text, doctype);
  const beyond = beyondLimits(text);
  if (beyond) return { kind: 'beyond-limits', ...placeOf(text, beyond.at), message: beyond.what };
  const fault = text.length > FEW ? firstFault(text) : null;
  if (fault) return { kind: 'malformed', ...placeOf(text, fault.at), message: fault.what };
  if (text.trim() === '') return { kind: 'malformed', line: 1, column: 0, message: 'the document is empty' };
  try {
    // The typings know strings only, but a string would be copied and read twice.
    const bytes = (utf8 ?? Buffer.from(text, 'utf8')) as unknown as string;
    const document = libxml.parseXml(bytes, { nonet: true, ignore_enc: true });
    const error = document.errors.find((candidate) => isError(candidate));
    if (error) return fromLibxml(error);
    return { kind: 'document', root: rootElement(text), doctype: false };
  } catch (error) {
    return fromLibxml(error);
  }
}

/** A reference to an entity that no document has without declaring it. */
const DECLARED_ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)[^\s&;#<]+;/;

/** Parses a document as if white space stood in the place of its document type declaration. */
function withoutDoctype(text: string, { start, end }: Doctype): XmlReading {
  const malformed = (message: string) => ({ kind: 'malformed', ...placeOf(text, start), message }) as const;
  if (end < 0) return malformed('the document type declaration has no end');
  const blank = text.slice(start, end).replace(/[^\n]/g, ' ');
  const rest = `${text.slice(0, start)}${blank}${text.slice(end)}`;
  if (doctypeOf(rest)) return malformed('there are two document type declarations');
  const reading = parseXml(rest);
  if (reading.kind === 'document') return { ...reading, doctype: true };
  return reading.kind === 'malformed' && DECLARED_ENTITY.test(rest) ? { kind: 'doctype' } : reading;
}

/** Characters of which each may be a fault and libxml2 is still done in no time. */
const FEW = 16_384;

interface LibxmlError {
  readonly message: string;
  readonly line?: number | null;
  readonly column?: number | null;
  readonly level?: number | null;
  readonly code?: number | null;
}

/** XML_WAR_NS_URI: a namespace name that is no URI, such as one with letters beyond ASCII, still names. */
const ODD_NAMESPACE = 99;

/** libxml2 only warns of a document that is not XML 1.0. */
const UNKNOWN_VERSION = 97;

/** XML_DTD_ID_REDEFINED and XML_DTD_XMLID_VALUE: what xml:id asks beyond XML 1.0 of a document without a DTD. */
const ABOUT_XML_ID: readonly number[] = [513, 539];

/** Level 1 is a warning, such as a namespace that is not an absolute URI; undefined prefixes are errors. */
function isError(error: unknown): boolean {
  const { level, code } = error as LibxmlError;
  if (code === UNKNOWN_VERSION) return true;
  return (level ?? 2) >= 2 && code !== ODD_NAMESPACE && !ABOUT_XML_ID.includes(code ?? 0);
}

function fromLibxml(error: unknown): XmlReading {
  const { message, line, column } = error as LibxmlError;
  return {
    kind: 'malformed',
    line: line ?? 1,
    column: column ?? 0,
    message: message.trim().replaceAll('\n', ' '),
  };
}

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}

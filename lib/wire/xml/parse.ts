import type { EventName, EventNameToHandler, SaxesAttributeNS, SaxesParser, SaxesTagNS } from 'saxes';
import type { XmlAttribute, XmlElement, XmlNode, XmlReading } from '../../model/judging/document.ts';
import { require } from '../../text/require.ts';
import { type Progress, syntaxFault, usesUnreadEntity } from './faults.ts';
import { XSI } from './tree.ts';

/** Far more than a reply of the contract has, except one with thousands of recipients. */
export const bounds = {
  /** Elements, attributes, comments, instructions and CDATA sections: each costs a few microseconds. */
  nodes: 30_000,
  characters: 10_000_000,
  /** Of one element. */
  attributes: 1_000,
  /** Declarations in force at a place. */
  namespaces: 250,
  /** Readers of the tree recurse. */
  depth: 250,
} as const;

let saxes: typeof import('saxes') | undefined;

const OPTIONS = { xmlns: true, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true } as const;

/**
 * Reads characters as a namespace-well-formed XML 1.0 document, up to the first fault or limit. Never throws.
 * A document type declaration is passed over: nothing is expanded or fetched. The encoding was judged on the bytes.
 * @param qNames attributes without a namespace whose values are QNames, which become `{namespace}local` as xsi:type does
 */
export function parseXml(text: string, qNames: readonly string[] = NO_NAMES): XmlReading {
  if (text.startsWith('\uFEFF')) {
    return malformed(text, { at: 0, what: 'a second byte order mark precedes the document' });
  }
  if (text.length > bounds.characters) {
    const message = `the document has more than ${bounds.characters} characters`;
    return { kind: 'beyond-limits', line: 1, column: 1, message };
  }
  if (text.trim() === '') return { kind: 'malformed', line: 1, column: 0, message: 'the document is empty' };
  saxes ??= require('saxes') as typeof import('saxes');
  const parser = new saxes.SaxesParser(OPTIONS) as unknown as Parser;
  const progress: Progress = { text, behind: 0 };
  const root = collectTree(parser, progress, qNames);
  try {
    parser.write(text).close();
    return { kind: 'document', root: root(), doctype: progress.doctype !== undefined };
  } catch (error) {
    const { message } = error as Error;
    if (progress.isBeyond)
      return { kind: 'beyond-limits', ...lineAndColumn(text, text.indexOf('<', progress.behind)), message };
    if (usesUnreadEntity(message, progress, parser.position)) return { kind: 'doctype' };
    return malformed(text, syntaxFault(message, progress, parser.position));
  }
}

function malformed(text: string, { at, what }: ReturnType<typeof syntaxFault>): XmlReading {
  return { kind: 'malformed', ...lineAndColumn(text, at), message: what };
}

type Saxes = SaxesParser<typeof OPTIONS>;
type Handler<Name extends EventName> = EventNameToHandler<typeof OPTIONS, Name>;

/**
 * The members that `on` of saxes sets. It sets them under computed names, after which V8 keeps the parser as a hash
 * table: every step of the parser then takes four times as long.
 */
interface Handlers {
  xmldeclHandler: Handler<'xmldecl'>;
  doctypeHandler: Handler<'doctype'>;
  piHandler: Handler<'processinginstruction'>;
  commentHandler: Handler<'comment'>;
  cdataHandler: Handler<'cdata'>;
  textHandler: Handler<'text'>;
  attributeHandler: Handler<'attribute'>;
  openTagHandler: Handler<'opentag'>;
  closeTagHandler: Handler<'closetag'>;
}

type Parser = Pick<Saxes, 'write' | 'close' | 'position' | 'fail' | 'resolve'> & Handlers;

/** Builds the tree from the events of a parser within the limits; returns a function that returns the root. */
function collectTree(parser: Parser, progress: Progress, qNames: readonly string[]): () => XmlElement {
  const outside: XmlNode[] = [];
  const open: { readonly children: XmlNode[]; readonly declared: number }[] = [];
  let said = '';
  let nodes = 0;
  let attributes = 0;
  let declared = 0;

  const stop = (limit: string) => {
    progress.isBeyond = true;
    throw new Error(limit);
  };
  const endText = () => {
    if (said !== '') open.at(-1)?.children.push(said);
    said = '';
  };
  /** @param more nodes that were read */
  const passed = (more: number, behind = parser.position) => {
    nodes += more;
    if (nodes > bounds.nodes) stop(`the document has more than ${bounds.nodes} elements and attributes`);
    progress.behind = behind;
  };

  parser.xmldeclHandler = ({ version, standalone }) => {
    // The fifth edition of XML 1.0 lets its readers take other versions, but many refuse them.
    if (version !== '1.0') parser.fail(`the XML declaration names version ${version} instead of 1.0`);
    progress.standalone = standalone === 'yes';
    passed(0);
  };
  parser.doctypeHandler = (declaration) => {
    progress.doctype = declaration;
    passed(0);
  };
  parser.piHandler = ({ target }) => {
    const behindTarget = progress.text.indexOf('<', progress.behind) + 2 + target.length;
    // saxes lets a question mark end the target.
    if (/^\?[^>]/.test(progress.text.slice(behindTarget, behindTarget + 2)))
      parser.fail('disallowed character in processing instruction name.');
    passed(1);
  };
  // The event of a comment comes before its `>`.
  parser.commentHandler = () => passed(1, parser.position + 1);
  parser.cdataHandler = (text) => {
    said += text;
    passed(1);
  };
  parser.textHandler = (text) => {
    said += text;
  };
  parser.attributeHandler = () => {
    attributes += 1;
    if (attributes > bounds.attributes) stop(`an element has more than ${bounds.attributes} attributes`);
  };
  parser.openTagHandler = (tag) => {
    endText();
    const all = attributes === 0 ? NONE : Object.values(tag.attributes);
    const count = declarationsOf(tag, all);
    const children: XmlNode[] = [];
    (open.at(-1)?.children ?? outside).push(readTag(tag, all, children, parser, qNames));
    open.push({ children, declared: count });
    declared += count;
    if (declared > bounds.namespaces) stop(`more than ${bounds.namespaces} namespaces are declared`);
    if (open.length > bounds.depth) stop(`elements are nested more than ${bounds.depth} deep`);
    passed(1 + attributes);
    attributes = 0;
  };
  parser.closeTagHandler = () => {
    endText();
    declared -= open.pop()?.declared ?? 0;
    passed(0);
  };
  return () => outside[0] as XmlElement;
}

const NONE: readonly SaxesAttributeNS[] = [];
const NO_NAMES: readonly string[] = [];

const isDeclaration = ({ prefix, name }: SaxesAttributeNS) => prefix === 'xmlns' || name === 'xmlns';

/** Counts the namespaces that a tag declares, and restores the white space that saxes removes from their names. */
function declarationsOf({ ns }: SaxesTagNS, all: readonly SaxesAttributeNS[]): number {
  if (all.length === 0) return 0;
  const declarations = all.filter(isDeclaration);
  for (const { prefix, local, value } of declarations) ns[prefix === '' ? '' : local] = value;
  return declarations.length;
}

/** Characters that a name may hold but not begin with: saxes does not check the part behind a colon. */
const NO_FIRST = /^(?:[-.\d\u203F\u2040]|\u00B7|[\u0300-\u036F])/;

function readTag(
  tag: SaxesTagNS,
  all: readonly SaxesAttributeNS[],
  children: readonly XmlNode[],
  parser: Parser,
  qNames: readonly string[],
): XmlElement {
  const { prefix, local } = tag;
  const isOdd = (named: SaxesTagNS | SaxesAttributeNS) => named.prefix !== '' && NO_FIRST.test(named.local);
  const odd = isOdd(tag) ? tag : all.find(isOdd);
  if (odd) parser.fail(`malformed name: ${odd.name}.`);
  const attributes: XmlAttribute[] = [];
  for (const attribute of all)
    if (!isDeclaration(attribute)) attributes.push(attributeOf(attribute, parser, qNames));
  return { uri: parser.resolve(prefix) ?? '', local, prefix, attributes, children };
}

/** Reads an attribute; a QName is resolved to `{namespace}local`, because prefixes end here. */
function attributeOf(
  { prefix, local, value }: SaxesAttributeNS,
  parser: Parser,
  qNames: readonly string[],
): XmlAttribute {
  const uri = prefix === '' ? '' : (parser.resolve(prefix) ?? '');
  const isQName = uri === '' ? qNames.includes(local) : uri === XSI && local === 'type';
  if (!isQName) return { uri, local, value };
  const [name = '', typePrefix = ''] = value.trim().split(':', 2).reverse();
  return { uri, local, value: `{${parser.resolve(typePrefix) ?? ''}}${name}` };
}

function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

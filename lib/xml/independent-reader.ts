import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { XmlAttribute, XmlElement, XmlNode } from '../model/judging/xml.ts';

type RawNode = Readonly<Record<string, unknown>>;
type Scope = ReadonlyMap<string, string>;

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const declaration =
  /^<\?xml\s+version\s*=\s*(?:"1\.\d+"|'1\.\d+')(?:\s+encoding\s*=\s*(?:"[\w.-]+"|'[\w.-]+'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/;
const markup = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g;
const notXmlCharacter = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const predefined: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  cdataPropName: '#cdata',
  commentPropName: '#comment',
  onDangerousProperty: (name) => name,
});

/**
 * Returns the root element of an XML 1.0 document with namespaces, or null if it is not one; line ends are normalised to
 * LF. A DOCTYPE is refused, and nesting is limited to 100.
 *
 * The server end's own reader: it shares no parser with the judging end, so that one parser's mistake cannot hide in
 * both. fast-xml-parser knows no namespaces and is lenient: what it lets through is refused here.
 */
export function readXml(text: string): XmlElement | null {
  try {
    return readRoot(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function refuse(why: string): never {
  throw new SyntaxError(why);
}

function readRoot(text: string): XmlElement {
  const body = checkMarkup(text.startsWith('\uFEFF') ? text.slice(1) : text);
  if (XMLValidator.validate(body) !== true) refuse('not well-formed');
  const [root, ...others] = parse(body).filter((node) => textOf(node)?.trim() !== '' || '#cdata' in node);
  if (root === undefined || others.length > 0) refuse('there must be one root element and nothing beside it');
  return readElement(root, new Map([['xml', xmlNamespace]]));
}

/** Refuses what the parser would not notice; takes out the declaration and processing instructions, which it misreads. */
function checkMarkup(text: string): string {
  if (notXmlCharacter.test(text)) refuse('a character is not allowed in XML');
  const body = text.replace(declaration, '');
  const bare = body.replace(markup, '');
  if (/<[!?]/.test(bare)) refuse('a DOCTYPE, or a piece of markup that is not closed or not known');
  if (!bare.trim().endsWith('>')) refuse('text outside the root element');
  return body.replace(markup, (piece) => {
    if (piece.startsWith('<!--') && /--|-$/.test(piece.slice(4, -3))) refuse('-- inside a comment');
    if (!piece.startsWith('<?')) return piece;
    if (!/^<\?(?!xml[\s?])[^\s?]+(?:\s|\?>)/i.test(piece))
      refuse('misplaced XML declaration or instruction without name');
    return '<!---->';
  });
}

function parse(text: string): readonly RawNode[] {
  try {
    return parser.parse(text);
  } catch (error) {
    return refuse(String(error));
  }
}

function nameOf(node: RawNode): string {
  return Object.keys(node).find((key) => key !== ':@') ?? '';
}

function readElement(node: RawNode, outer: Scope): XmlElement {
  const name = nameOf(node);
  const raw = Object.entries((node[':@'] ?? {}) as Record<string, string>).map(
    ([key, value]) => [key, attributeText(value)] as const,
  );
  const scope = declare(raw, outer);
  const { prefix, local } = qualifiedName(name);
  const uri = scope.get(prefix) ?? (prefix === '' ? '' : refuse(`prefix ${prefix} is not declared`));
  return {
    uri,
    local,
    prefix,
    attributes: readAttributes(raw, scope),
    children: readChildren(node[name] as readonly RawNode[], scope),
  };
}

function declare(raw: readonly (readonly [string, string])[], outer: Scope): Scope {
  const own = raw.filter(([key]) => key === 'xmlns' || key.startsWith('xmlns:'));
  if (own.length === 0) return outer;
  const scope = new Map(outer);
  for (const [key, uri] of own) {
    const prefix = key === 'xmlns' ? '' : qualifiedName(key).local;
    if (prefix === 'xmlns' || (prefix === 'xml') !== (uri === xmlNamespace))
      refuse(`${key} may not be declared so`);
    if (prefix !== '' && uri === '') refuse(`${key} may not be empty`);
    scope.set(prefix, uri);
  }
  return scope;
}

function readAttributes(raw: readonly (readonly [string, string])[], scope: Scope): readonly XmlAttribute[] {
  const seen = new Set<string>();
  return raw
    .filter(([key]) => key !== 'xmlns' && !key.startsWith('xmlns:'))
    .map(([key, value]) => {
      const { prefix, local } = qualifiedName(key);
      const uri = prefix === '' ? '' : (scope.get(prefix) ?? refuse(`prefix ${prefix} is not declared`));
      const expanded = `{${uri}}${local}`;
      if (seen.has(expanded)) refuse(`attribute ${local} stands twice`);
      seen.add(expanded);
      return { uri, local, value };
    });
}

function readChildren(nodes: readonly RawNode[], scope: Scope): readonly XmlNode[] {
  const children: XmlNode[] = [];
  let text = '';
  for (const node of nodes) {
    const piece = textOf(node);
    if (piece !== null) {
      text += piece;
      continue;
    }
    if (text !== '') children.push(text);
    text = '';
    children.push(readElement(node, scope));
  }
  if (text !== '') children.push(text);
  return children;
}

/** The characters of a text or CDATA node, none for a comment, null for an element. */
function textOf(node: RawNode): string | null {
  if ('#comment' in node) return '';
  if ('#cdata' in node) return (node['#cdata'] as readonly { '#text': string }[])[0]?.['#text'] ?? '';
  if (typeof node['#text'] !== 'string') return null;
  return node['#text'].includes(']]>') ? refuse(']]> in text') : resolveReferences(node['#text']);
}

function attributeText(value: string): string {
  if (value.includes('<')) refuse('< in an attribute value');
  return resolveReferences(value.replace(/[\t\n]/g, ' '));
}

function resolveReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^&;]*);?/g, (reference, name: string) => {
    const known = reference.endsWith(';') ? predefined.get(name) : undefined;
    if (known !== undefined) return known;
    const digits = /^&#(?:x([0-9a-fA-F]+)|([0-9]+));$/.exec(reference);
    if (digits === null) return refuse(`reference ${reference.slice(0, 20)} is not known`);
    const code = Number.parseInt(digits[1] ?? digits[2] ?? '', digits[1] === undefined ? 10 : 16);
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : '\u0000';
    return notXmlCharacter.test(character) ? refuse(`${reference} is no character of XML`) : character;
  });
}

function qualifiedName(name: string): { readonly prefix: string; readonly local: string } {
  const parts = name.split(':');
  if (parts.length > 2 || parts.some((part) => /^(?:$|[-.\d\u00B7\u203F\u2040]|\p{M})/u.test(part))) {
    refuse(`${name} is not a qualified name`);
  }
  return parts.length === 2 ? { prefix: parts[0] ?? '', local: parts[1] ?? '' } : { prefix: '', local: name };
}

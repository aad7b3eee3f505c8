import type { Call } from '../../model/call.ts';
import { escapeAttribute } from '../../xml/escape.ts';
import { type Form, rewriteBody, soapBindings } from './form.ts';

// A tag has `<` only where it begins and `>` only where it ends: attribute values have both escaped.
const TAGS = ['start', 'end'] as const;

/** Other names for the same namespaces: they, and no prefix, say what an element is (Namespaces in XML 1.0 §2.3). */
const envelopeForms: readonly Form[] = [
  pieceForm(TAGS, 'envelope-prefix', 'another prefix for the elements of the envelope', (tag) =>
    tag.replace(/(<\/?)soap:/, '$1SOAP-ENV:').replace(' xmlns:soap=', ' xmlns:SOAP-ENV='),
  ),
  pieceForm(
    TAGS,
    'envelope-default-namespace',
    'the envelope in the default namespace, without a prefix',
    (tag) => tag.replace(/(<\/?)soap:/, '$1').replace(' xmlns:soap=', ' xmlns='),
  ),
  pieceForm(TAGS, 'prefixed-operation', 'the operation element and everything in it with a prefix', (tag) =>
    /<\/?soap:/.test(tag) ? tag : tag.replace(/<\/?/, '$&m:').replace(' xmlns=', ' xmlns:m='),
  ),
  pieceForm(
    TAGS,
    'namespace-on-envelope',
    'the namespace of the service declared with a prefix on the envelope',
    declaredAbove,
  ),
  pieceForm(
    ['start'],
    'unused-namespaces',
    'further namespaces declared on the envelope and used nowhere',
    withUnusedNamespaces,
  ),
  pieceForm(['start'], 'empty-header', 'a Header without blocks in front of the Body', (tag) =>
    tag.replace('<soap:Body', '<soap:Header></soap:Header>$&'),
  ),
];

function declaredAbove(tag: string, { target }: Call): string {
  if (tag.startsWith('<soap:Envelope'))
    return tag.replace('>', () => ` xmlns:sms="${escapeAttribute(target.namespace)}">`);
  if (/<\/?soap:/.test(tag)) return tag;
  return tag.replace(/<\/?/, '$&sms:').replace(/ xmlns="[^"]*"/, '');
}

/** As the clients of .NET declare them. */
function withUnusedNamespaces(tag: string): string {
  if (!tag.startsWith('<soap:Envelope')) return tag;
  const schema = 'http://www.w3.org/2001/XMLSchema';
  return tag.replace('>', ` xmlns:xsi="${schema}-instance" xmlns:xsd="${schema}">`);
}

/** The XML declaration: optional in UTF-8, in either quotes, its encoding in either case (XML 1.0 §2.8, §4.3.3). */
const declarationForms: readonly Form[] = [
  // Stryker disable next-line ArrowFunction: join() writes undefined as the empty text
  pieceForm(['declaration'], 'no-declaration', 'no XML declaration', () => ''),
  pieceForm(['declaration'], 'declaration-single-quotes', 'an XML declaration in single quotes', (text) =>
    text.replaceAll('"', "'"),
  ),
  pieceForm(
    ['declaration'],
    'declaration-upper-case',
    'an XML declaration that names the encoding in upper case',
    (text) => text.replace('utf-8', 'UTF-8'),
  ),
];

/** What stands between elements, and the two ways to write an empty one (XML 1.0 §3.1). */
const layoutForms: readonly Form[] = [
  {
    id: 'pretty-print',
    title: 'a line for every element, indented',
    bindings: soapBindings,
    apply: (request) => rewriteBody(request, pretty),
  },
  {
    id: 'comments',
    title: 'comments between elements',
    bindings: soapBindings,
    // Inside the envelope only: SOAP 1.2 part 1 §5 has none in front of it or behind it.
    apply: (request) => rewriteBody(request, (text) => between(text, () => '<!-- <note> & -->')),
  },
  {
    id: 'self-closed',
    title: 'empty parameters as one tag',
    bindings: soapBindings,
    apply: (request) => rewriteBody(request, (text) => text.replace(/<([^\s<>/?]+)><\/\1>/g, '<$1/>')),
  },
];

function pretty(document: string): string {
  return between(document, (depth) => `\n${'  '.repeat(depth)}`).replace(/<\?[^>]*>/, '$&\n');
}

/** Puts something between two tags that belong to different elements, never into an element that holds text or nothing. */
function between(document: string, inserted: (depth: number) => string): string {
  let depth = 0;
  // Stryker disable next-line StringLiteral: any kind that is no tag does: nothing is put in front of the first piece
  let before: Piece['kind'] = 'declaration';
  let written = '';
  for (const { kind, raw } of piecesOf(document)) {
    if (kind === 'end') depth -= 1;
    const apart = before === 'end' || (before === 'start' && kind === 'start');
    written += (apart ? inserted(depth) : '') + raw;
    if (kind === 'start') depth += 1;
    before = kind;
  }
  return written;
}

/** Other ways to write the characters of a text (XML 1.0 §2.7, §4.1). */
const textForms: readonly Form[] = [
  written('cdata', 'texts in CDATA sections', cdata),
  written('character-references', 'every character of a text as a hexadecimal reference', (text) =>
    references(text, (code) => `x${code.toString(16).toUpperCase()}`),
  ),
  written('decimal-references', 'every character of a text as a decimal reference', (text) =>
    references(text, String),
  ),
];

function written(id: string, title: string, write: (text: string) => string): Form {
  return pieceForm(['text'], id, title, (raw) => write(plainText(raw)));
}

/** The characters that our encoder wrote, in the five ways it has (lib/xml/escape.ts). */
function plainText(raw: string): string {
  return raw
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#xD;', '\r')
    .replaceAll('&amp;', '&');
}

/** The end of a section is cut in two; CR cannot stand in one, where no reference is read (XML 1.0 §2.11). */
function cdata(text: string): string {
  const inside = text.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#xD;<![CDATA[');
  return `<![CDATA[${inside}]]>`;
}

function references(text: string, number: (code: number) => string): string {
  return Array.from(text, (character) => `&#${number(character.codePointAt(0) ?? 0)};`).join('');
}

/** A piece of an encoded document, as it stands there: the pieces joined are the document. */
interface Piece {
  readonly kind: 'declaration' | 'start' | 'end' | 'text';
  readonly raw: string;
}

/**
 * Takes a document of our encoder apart: it holds a declaration, tags and text, and `>` ends nothing but a tag,
 * because attribute values have it escaped.
 */
function piecesOf(document: string): readonly Piece[] {
  return [...document.matchAll(/<[^>]*>|[^<]+/g)].map(([raw]) => ({ kind: kindOf(raw), raw }));
}

function kindOf(raw: string): Piece['kind'] {
  if (raw.startsWith('<?')) return 'declaration';
  if (raw.startsWith('</')) return 'end';
  return raw.startsWith('<') ? 'start' : 'text';
}

/** A form of envelopes that rewrites every piece of some kinds and leaves the others alone. */
function pieceForm(
  kinds: readonly Piece['kind'][],
  id: string,
  title: string,
  rewrite: (raw: string, call: Call) => string,
): Form {
  return {
    id,
    title,
    bindings: soapBindings,
    apply: (request, call) =>
      rewriteBody(request, (document) =>
        piecesOf(document)
          .map(({ kind, raw }) => (kinds.includes(kind) ? rewrite(raw, call) : raw))
          .join(''),
      ),
  };
}

/** Other ways to write an envelope. */
export const soapForms: readonly Form[] = [
  ...envelopeForms,
  ...declarationForms,
  ...layoutForms,
  ...textForms,
];

import type { Call } from '../../model/judging/wire.ts';
import { escapeAttribute } from '../../xml/escape.ts';
import { type Form, rewriteBody, soapBindings } from './form.ts';

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

function pretty(document: string): string {
  return between(document, (depth) => `\n${'  '.repeat(depth)}`).replace(/<\?[^>]*>/, '$&\n');
}

/** Puts something between two tags that belong to different elements, never into an element that holds text or nothing. */
function between(document: string, inserted: (depth: number) => string): string {
  let depth = 0;
  // Stryker disable next-line StringLiteral: any kind that is no tag does: nothing is put in front of the first piece
  let before: Kind = 'declaration';
  let written = '';
  for (const raw of piecesOf(document)) {
    const kind = kindOf(raw);
    if (kind === 'end') depth -= 1;
    const apart = before === 'end' || (before === 'start' && kind === 'start');
    written += (apart ? inserted(depth) : '') + raw;
    if (kind === 'start') depth += 1;
    before = kind;
  }
  return written;
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

type Kind = 'declaration' | 'start' | 'end' | 'text';

// A tag has `<` only where it begins and `>` only where it ends: attribute values have both escaped.
const TAGS = ['start', 'end'] as const;

/** Takes a document of our encoder apart; the pieces joined are the document. */
function piecesOf(document: string): readonly string[] {
  return document.match(/<[^>]*>|[^<]+/g) ?? [];
}

function kindOf(raw: string): Kind {
  if (raw.startsWith('<?')) return 'declaration';
  if (raw.startsWith('</')) return 'end';
  return raw.startsWith('<') ? 'start' : 'text';
}

/** A form of envelopes that rewrites every piece of some kinds and leaves the others alone. */
function pieces(id: string, kinds: readonly Kind[], rewrite: (raw: string, call: Call) => string): Form {
  const apply: Form['apply'] = (request, call) =>
    rewriteBody(request, (document) =>
      piecesOf(document)
        .map((raw) => (kinds.includes(kindOf(raw)) ? rewrite(raw, call) : raw))
        .join(''),
    );
  return { id, bindings: soapBindings, apply };
}

function texts(id: string, write: (text: string) => string): Form {
  return pieces(id, ['text'], (raw) => write(plainText(raw)));
}

function whole(id: string, rewrite: (document: string) => string): Form {
  return { id, bindings: soapBindings, apply: (request) => rewriteBody(request, rewrite) };
}

/** Other ways to write an envelope. */
export const soapForms: readonly Form[] = [
  // Other names for the same namespaces: they, and no prefix, say what an element is (Namespaces in XML 1.0 §2.3).
  pieces('envelope-prefix', TAGS, (tag) =>
    tag.replace(/(<\/?)soap:/, '$1SOAP-ENV:').replace(' xmlns:soap=', ' xmlns:SOAP-ENV='),
  ),
  pieces('envelope-default-namespace', TAGS, (tag) =>
    tag.replace(/(<\/?)soap:/, '$1').replace(' xmlns:soap=', ' xmlns='),
  ),
  pieces('prefixed-operation', TAGS, (tag) =>
    /<\/?soap:/.test(tag) ? tag : tag.replace(/<\/?/, '$&m:').replace(' xmlns=', ' xmlns:m='),
  ),
  pieces('namespace-on-envelope', TAGS, declaredAbove),
  pieces('unused-namespaces', ['start'], withUnusedNamespaces),
  pieces('empty-header', ['start'], (tag) => tag.replace('<soap:Body', '<soap:Header></soap:Header>$&')),
  // The declaration is optional in UTF-8, in either quotes, its encoding in either case (XML 1.0 §2.8, §4.3.3).
  // Stryker disable next-line ArrowFunction: join() writes undefined as the empty text
  pieces('no-declaration', ['declaration'], () => ''),
  pieces('declaration-single-quotes', ['declaration'], (text) => text.replaceAll('"', "'")),
  pieces('declaration-upper-case', ['declaration'], (text) => text.replace('utf-8', 'UTF-8')),
  // What stands between elements, and the two ways to write an empty one (XML 1.0 §3.1).
  whole('pretty-print', pretty),
  // Inside the envelope only: SOAP 1.2 part 1 §5 has none in front of it or behind it.
  whole('comments', (text) => between(text, () => '<!-- <note> & -->')),
  whole('self-closed', (text) => text.replace(/<([^\s<>/?]+)><\/\1>/g, '<$1/>')),
  // Other ways to write the characters of a text (XML 1.0 §2.7, §4.1).
  texts('cdata', cdata),
  texts('character-references', (text) => references(text, (code) => `x${code.toString(16).toUpperCase()}`)),
  texts('decimal-references', (text) => references(text, String)),
];

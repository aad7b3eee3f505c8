import { type Parameter, soapBindings } from '../../../model/contract.ts';
import { escapeAttribute, PREDEFINED } from '../../xml/escape.ts';
import { content, over, type Rewrite } from './edit.ts';

// In a document of our encoder `<` and `>` are written in tags only: texts and attribute values have both escaped. The
// first namespace declared without a prefix is that of the operation.

/** Inserts a text between the tags of two elements, so never into an element that holds text or nothing. */
function between(document: string, inserted: (depth: number) => string): string {
  let depth = 0;
  return document.replace(/<(?!\?)(\/?)[^>]*>(?:(?=<(\/?))|)/g, (tag, ends?: string, nextEnds?: string) => {
    depth += ends ? -1 : 1;
    const isApart = nextEnds !== undefined && (ends || !nextEnds);
    return isApart ? tag + inserted(nextEnds ? depth - 1 : depth) : tag;
  });
}

/** Decodes the four references that our encoder writes (lib/wire/xml/escape.ts). */
function plainText(raw: string): string {
  return raw
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#xD;', '\r')
    .replaceAll('&amp;', '&');
}

/** Writes a CDATA section. Its end mark is split in two, and CR is outside, since it needs a reference (XML 1.0 §2.11). */
function cdata(text: string): string {
  const inside = text.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#xD;<![CDATA[');
  return `<![CDATA[${inside}]]>`;
}

function references(text: string, number: (code: number) => string): string {
  return Array.from(text, (character) => `&#${number(character.codePointAt(0) ?? 0)};`).join('');
}

const NAMED = new Map(Object.entries(PREDEFINED).map(([name, character]) => [character, `&${name};`]));

function inTexts(write: (text: string) => string): Rewrite {
  return content((document) => document.replace(/(?<=>)[^<]+/g, (raw) => write(plainText(raw))));
}

/** The namespaces of XML Schema, as clients of .NET declare them. */
const schema = 'http://www.w3.org/2001/XMLSchema';
const unused = ` xmlns:xsi="${schema}-instance" xmlns:xsd="${schema}"`;

const anyName = (parameters: readonly Parameter[]) => parameters.map(({ name }) => name).join('|');

/** 100 KB of white space without meaning. */
const SPACE = `\n${' '.repeat(79)}`.repeat(1_280);

/** Equal ways to write an envelope. */
export const envelopeForms = over(soapBindings, {
  // Other names for the same namespaces: they, and no prefix, say what an element is (Namespaces in XML 1.0 §2.3).
  'envelope-prefix': content((text) =>
    text.replace(/(<\/?)soap:/g, '$1SOAP-ENV:').replace(' xmlns:soap=', ' xmlns:SOAP-ENV='),
  ),
  'envelope-default-namespace': content((text) =>
    text.replace(/(<\/?)soap:/g, '$1').replace(' xmlns:soap=', ' xmlns='),
  ),
  'prefixed-operation': content((text) =>
    text.replace(/<\/?(?=\w+[ >])/g, '$&m:').replace(' xmlns=', ' xmlns:m='),
  ),
  'namespace-on-envelope': content((text, { target }) =>
    text
      .replace(/<\/?(?=\w+[ >])/g, '$&sms:')
      .replace(/ xmlns="[^"]*"/, '')
      .replace(/<soap:Envelope[^>]*/, (tag) => `${tag} xmlns:sms="${escapeAttribute(target.namespace)}"`),
  ),
  'namespace-on-child': content((text, { target, operation: { name, parameters } }) => {
    const declared = escapeAttribute(target.namespace);
    return text
      .replace(new RegExp(`(</?)(?=${name}[ >])`, 'g'), '$1m:')
      .replace(' xmlns=', ' xmlns:m=')
      .replace(new RegExp(`<(?:${anyName(parameters)})(?=>)`, 'g'), (tag) => `${tag} xmlns="${declared}"`);
  }),
  'unused-namespaces': content((text) => text.replace(/<soap:Envelope[^>]*/, `$&${unused}`)),
  'empty-header': content((text) => text.replace('<soap:Body', '<soap:Header></soap:Header>$&')),
  // The declaration is optional in UTF-8, in either quotes, its encoding in either case (XML 1.0 §2.8, §4.3.3).
  'no-declaration': content((text) => text.replace(/^<\?.*?>/, '')),
  'declaration-single-quotes': content((text) =>
    text.replace(/^<\?.*?>/, (declaration) => declaration.replaceAll('"', "'")),
  ),
  'declaration-upper-case': content((text) => text.replace('utf-8', 'UTF-8')),
  // A byte order mark and the quotes of an attribute are no part of what is read (XML 1.0 §4.3.3, §2.3).
  'byte-order-mark': content((text) => `\uFEFF${text}`),
  'attributes-single-quotes': content((text) =>
    text.replace(/<[A-Za-z][^>]*>/g, (tag) =>
      tag.replace(/="([^"]*)"/g, (_, value: string) => `='${value.replaceAll("'", '&apos;')}'`),
    ),
  ),
  // What appears between elements, and the two ways to write an empty one (XML 1.0 §3.1).
  'pretty-print': content((text) =>
    between(text, (depth) => `\n${'  '.repeat(depth)}`).replace(/<\?[^>]*>/, '$&\n'),
  ),
  // Inside the envelope only: SOAP 1.2 part 1 §5 has none in front of it or behind it.
  comments: content((text) => between(text, () => '<!-- <note> & -->')),
  // Behind the first parameter, so that those who read a part of the envelope do not get the others.
  'large-envelope': content((text) => text.replace(/<\/\w+>/, `$&${SPACE}`)),
  'self-closed': content((text) => text.replace(/<([^\s<>/?]+)><\/\1>/g, '<$1/>')),
  // Other ways to write the characters of a text (XML 1.0 §2.7, §4.1).
  cdata: inTexts(cdata),
  'character-references': inTexts((text) =>
    references(text, (code) => `x${code.toString(16).toUpperCase()}`),
  ),
  'decimal-references': inTexts((text) => references(text, String)),
  'named-references': inTexts((text) => text.replace(/[&<>"'\r]/g, (found) => NAMED.get(found) ?? '&#xD;')),
  // A comment is no part of a text (XML 1.0 §2.5). Behind the first character, and never in a ticket or a number, which
  // nothing that masks them in reports would know then.
  'comment-in-text': content((text, { operation: { parameters } }) => {
    const open = parameters.filter(({ role }) => role !== 'ticket' && role !== 'recipients');
    const first = new RegExp(`(<(?:${anyName(open)})>(?:&[^;]*;|[^<&]))(?=[^<])`, 'gu');
    return text.replace(first, '$1<!-- note -->');
  }),
  // The type that every text has anyway (XML Schema part 1 §2.6.1).
  'xsi-type': content((text, { operation: { parameters } }) => {
    const typed = parameters.filter(({ type }) => type === 'string');
    return text
      .replace(/<soap:Envelope[^>]*/, `$&${unused}`)
      .replace(new RegExp(`<(?:${anyName(typed)}|string)(?=>)`, 'g'), '$& xsi:type="xsd:string"');
  }),
});

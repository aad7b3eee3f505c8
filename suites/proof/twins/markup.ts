import { element, text } from '../../../lib/reference/defects/changes.ts';
import { plain } from '../../../lib/reference/defects/defect.ts';
import { isMarkup } from '../../../lib/reference/write/write-xml.ts';
import { characters, equal, type Twin, tag } from './equal.ts';

/** What writes this instead of the XML declaration. */
const begun = (declaration: string) => [/^<\?xml.*?\?>/, declaration] as const;

const withoutLines = (text: string) =>
  text.replace(/>\s+(?=<(?!\/))/g, '>').replace(/(<\/\w+>)\s+(?=<\/)/g, '$1');

const isEnd = (tag: string) => tag.startsWith('</');

const spaces = 'Contract §2: the fields hold the text; white space between elements is none of it';
const instructions = 'XML 1.0 §2.6: instructions are not part of the character data; only SOAP forbids them';
const bulk = { operations: ['SendBulkSms'] };

/** The characters that the written ones stand for: the reference writes no references but these. */
function read(characters: string): readonly string[] {
  const text = characters
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#xD;', '\r')
    .replaceAll('&amp;', '&');
  return [...text];
}

/** What writes every character as a reference to its number. */
const referring = (number: (code: number) => string) => (written: string) =>
  read(written)
    .map((character) => `&#${number(character.codePointAt(0) ?? 0)};`)
    .join('');

/** A CDATA section. A CR is a reference, because XML reads one in a section as LF; `]]>` is in two sections. */
function section(text: string): string {
  if (text === '') return '';
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[')}]]>`;
}

const sections = 'XML 1.0 §2.7: a CDATA section stands for its characters';
const cases = ['SendBulkSms/message-xml', 'SendBulkSms/message-emoji', 'SendBulkSms/message-line-breaks'];
const xmlInSends = {
  operations: ['SendBulkSms', 'SingleShotSmsWithTypeAndKeyID'],
  cases: ['SendBulkSms/message-xml'],
};

/** Equal ways to write an XML document. */
export const markupTwins: readonly Twin[] = [
  // White space, comments and instructions between elements, and the forms of tags.
  ...equal(spaces).in(element(null), {
    'pretty-tabs: Every nested element begins a line with a tab': ({ children }) =>
      children.some(isMarkup) ? { children: children.flatMap((child) => ['\n\t', child]) } : {},
  }),
  ...equal(spaces, { bindings: plain }).in(text, {
    'one-line: The whole document appears on one line': withoutLines,
  }),
  ...equal('XML 1.0 §2.8: comments and white space may appear around the root').in(text, {
    'white-space-after-root: White space follows the root': (text) => `${text}\r\n\t \n`,
    'comments-around-root: Comments appear before and after the root': (text) =>
      `${text.replace('?>', '?>\n<!-- <!DOCTYPE a> -->\n')}\n<!-- </a> -->`,
  }),
  ...equal('XML 1.0 §2.3, §2.5, §3.1: comments, spaces, quotes and order of attributes mean nothing').in(
    tag,
    {
      'comments-between-elements: Comments appear between the elements': (tag) =>
        isEnd(tag) ? tag : `<!-- <PacketID>1</PacketID> -->${tag}`,
      'comments-in-texts: Comments appear at the end of every element': (tag) =>
        isEnd(tag) ? `<!-- & -->${tag}` : tag,
      'spaces-in-tags: White space appears before the end of every tag and between attributes': (tag) =>
        tag.replace(/ xmlns/g, '\r\n\t xmlns').replace(/\s*(\/?>)$/, '\n $1'),
      'attributes-single-quoted: Attributes appear in single quotes': [/"/g, "'"],
      'attributes-reversed: Attributes and declarations appear in another order': (tag) => {
        const attributes = tag.match(/ [\w:]+="[^"]*"/g) ?? [];
        return attributes.length < 2 ? tag : tag.replace(attributes.join(''), attributes.reverse().join(''));
      },
    },
  ),
  ...equal('XML 1.0 §2.5, §3.1: start tags, end tags and empty-element tags', bulk).in(tag, {
    'comments-in-empty-fields: Empty fields hold an empty comment': [/<(\w+) \/>/, '<$1><!----></$1>'],
    'empty-elements-long: Empty fields are written with two tags': [/<(\w+) \/>/, '<$1></$1>'],
  }),
  ...equal(instructions, { bindings: plain }).in(text, {
    'instructions-around-root: Processing instructions appear before and after the root': (text) =>
      `${text.replace('?>', '?><?xml-stylesheet href="a.xsl"?>')}<?end?>`,
    'instructions-in-texts: Processing instructions appear at the end of every element': [
      /<\//g,
      '<?p <a>?>$&',
    ],
  }),
  // Equal ways to write the characters of a field.
  ...equal('XML 1.0 §4.1: a reference stands for its character', { cases }).in(characters, {
    'references-upper-hexadecimal: Every character is a hexadecimal one in upper case': referring(
      (code) => `x${code.toString(16).toUpperCase()}`,
    ),
    'references-mixed: Every second character of a text is a reference': (written) =>
      read(written)
        .map((character, place) =>
          place % 2 === 0 || /[&<>\r]/.test(character) ? `&#${character.codePointAt(0)};` : character,
        )
        .join(''),
  }),
  ...equal('XML 1.0 §4.6: the five predefined entities', xmlInSends).in(characters, {
    'references-quotes: Quotes and apostrophes in texts are entity references': (written) =>
      written.replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
  }),
  ...equal('XML 1.0 §2.4: only ]]> has to be escaped', xmlInSends).in(characters, {
    'greater-than-bare: A > in a text stands for itself, but after ]]': [/(?<!\]\])&gt;/g, '>'],
  }),
  ...equal(sections, { cases }).in(characters, {
    'cdata-whole: Every text is a CDATA section': (written) => section(read(written).join('')),
  }),
  ...equal('XML 1.0 §2.5: comments are not part of the character data', { cases }).in(characters, {
    'comments-within-texts: A comment appears after the first character of every text': (written) =>
      written.replace(/^(?:&[^;]*;|.)/su, '$&<!-- comment -->'),
  }),
  // Equal ways to begin a document.
  ...equal('XML 1.0 §4.3.3, RFC 7303 §3.3: UTF-8 may begin with a byte order mark').in(text, {
    'declaration-with-mark: A byte order mark appears before the declaration': begun('\uFEFF$&'),
    'mark-without-declaration: A byte order mark appears in place of the declaration': begun('\uFEFF'),
  }),
  ...equal('XML 1.0 §2.8 and §4.3.3: the XML declaration and its encoding name').in(text, {
    'declaration-absent: There is no XML declaration': begun(''),
    'standalone-yes: The document is standalone': ['?>', ' standalone="yes"?>'],
    'declaration-upper-case: The encoding is named in upper case': ['"utf-8"', '"UTF-8"'],
    'declaration-without-encoding: The declaration names no encoding': begun('<?xml version="1.0"?>'),
  }),
];

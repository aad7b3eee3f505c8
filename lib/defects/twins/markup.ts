import { plain, type Twin } from '../defect.ts';
import { equal } from '../table.ts';

const grammar = 'XML 1.0 §2.8 and §4.3.3: the XML declaration and its encoding name';
const bom = '\uFEFF';

/** The document with this instead of its XML declaration. */
const begun = (text: string, declaration: string) => text.replace(/^<\?xml.*?\?>/, declaration);

/** White space anew between elements; within a field it is text. */
function indent(text: string, newline: string, step: string): string {
  const pieces = text.split(/(<[^>]*>)(?:\s+(?=<[^/]))?/).filter((piece) => piece !== '');
  let depth = 0;
  return pieces.reduce((before, piece, index) => {
    const closes = piece.startsWith('</');
    if (closes) depth -= 1;
    const alone =
      piece.startsWith('<') && before.trimEnd().endsWith('>') && !opens(pieces[index - 1], closes);
    const place = alone && before !== '' ? newline + step.repeat(depth) : '';
    if (/^<[^/?](?:[^>]*[^/])?>$/.test(piece)) depth += 1;
    return before + place + piece;
  }, '');
}

/** Whether an end tag follows its own start tag or a text, where white space would be text. */
function opens(before: string | undefined, closes: boolean): boolean {
  return closes && before !== undefined && !/^<\/|\/>$/.test(before);
}

const oneLine = (text: string) => text.replace(/>\s+(?=<(?!\/))/g, '>').replace(/(<\/\w+>)\s+(?=<\/)/g, '$1');

const isEnd = (tag: string) => tag.startsWith('</');

const spaces = 'Contract §2: the fields hold the text; white space between elements is none of it';
const tags = 'XML 1.0 §3.1: start tags, end tags and empty-element tags';
const comments = 'XML 1.0 §2.5: comments are not part of the character data';
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

const code = (character: string) => character.codePointAt(0) ?? 0;

/** A CDATA section. A CR is a reference, because XML reads one in a section as LF; `]]>` is in two sections. */
function section(text: string): string {
  if (text === '') return '';
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[')}]]>`;
}

const references = 'XML 1.0 §4.1: a reference stands for its character';
const sections = 'XML 1.0 §2.7: a CDATA section stands for its characters';
const cases = ['SendBulkSms/message-xml', 'SendBulkSms/message-emoji', 'SendBulkSms/message-line-breaks'];
const xmlInSends = {
  operations: ['SendBulkSms', 'SingleShotSmsWithTypeAndKeyID'],
  cases: ['SendBulkSms/message-xml'],
};

/** Equal ways to write an XML document. */
export const markupTwins: readonly Twin[] = [
  // White space, comments and instructions between elements, and the forms of tags.
  ...equal(spaces).onText({
    'pretty-spaces: Elements are indented by two spaces and LF': (text) => indent(oneLine(text), '\n', '  '),
    'pretty-tabs: Elements are indented by tabs and CR LF': (text) => indent(oneLine(text), '\r\n', '\t'),
  }),
  ...equal(spaces, { bindings: plain }).onText({
    'one-line: The whole document stands on one line': oneLine,
  }),
  ...equal('XML 1.0 §2.8: comments and white space may stand around the root').onText({
    'white-space-after-root: White space follows the root': (text) => `${text}\r\n\t \n`,
    'comments-around-root: Comments stand before and after the root': (text) =>
      `${text.replace('?>', '?>\n<!-- <!DOCTYPE a> -->\n')}\n<!-- </a> -->`,
  }),
  ...equal(comments).onTag({
    'comments-between-elements: Comments stand between the elements': (tag) =>
      isEnd(tag) ? tag : `<!-- <PacketID>1</PacketID> -->${tag}`,
    'comments-in-texts: Comments stand at the end of every element, fields included': (tag) =>
      isEnd(tag) ? `<!-- & -->${tag}` : tag,
  }),
  ...equal(comments, bulk).onTag({
    'comments-in-empty-fields: Empty fields hold an empty comment': [/<(\w+) \/>/, '<$1><!----></$1>'],
  }),
  ...equal(instructions, { bindings: plain }).onText({
    'instructions-around-root: Processing instructions stand before and after the root': (text) =>
      `${text.replace('?>', '?><?xml-stylesheet href="a.xsl"?>')}<?end?>`,
  }),
  ...equal(instructions, { bindings: plain }).onTag({
    'instructions-in-texts: Processing instructions stand at the end of every element, fields included': (
      tag,
    ) => (isEnd(tag) ? `<?p <a>?>${tag}` : tag),
  }),
  ...equal(tags).onTag({
    'spaces-in-tags: White space stands before the end of every tag and between attributes': (tag) =>
      tag.replace(/ xmlns/g, '\r\n\t xmlns').replace(/\s*(\/?>)$/, '\n $1'),
  }),
  ...equal('XML 1.0 §3.1: Eq is S? = S?').onTag({
    'spaces-around-equals: White space stands around the equals signs of attributes': [/="/g, ' =\n"'],
  }),
  ...equal(tags, bulk).onTag({
    'empty-elements-long: Empty fields are written with two tags': [/<(\w+) \/>/, '<$1></$1>'],
    'empty-elements-short: Empty fields are written without a space': [/ \/>$/, '/>'],
  }),
  ...equal('XML 1.0 §2.3: an attribute value stands in quotes of either kind').onTag({
    'attributes-single-quoted: Attributes stand in single quotes': [/"/g, "'"],
  }),
  ...equal('XML 1.0 §3.1: their order means nothing').onTag({
    'attributes-reversed: Attributes and declarations stand in another order': (tag) => {
      const attributes = tag.match(/ [\w:]+="[^"]*"/g) ?? [];
      return attributes.length < 2 ? tag : tag.replace(attributes.join(''), attributes.reverse().join(''));
    },
  }),
  // Equal ways to write the characters of a field.
  ...equal(references, { cases }).onCharacters({
    'references-decimal: Every character of a text is a decimal reference': (written) =>
      read(written)
        .map((character) => `&#${code(character)};`)
        .join(''),
    'references-lower-hexadecimal: Every character of a text is a lower-case hexadecimal reference': (
      written,
    ) =>
      read(written)
        .map((character) => `&#x${code(character).toString(16)};`)
        .join(''),
    'references-upper-hexadecimal: Every character of a text is an upper-case hexadecimal reference': (
      written,
    ) =>
      read(written)
        .map((character) => `&#x${code(character).toString(16).toUpperCase()};`)
        .join(''),
    'references-leading-zeros: Every character of a text is a decimal reference with leading zeros': (
      written,
    ) =>
      read(written)
        .map((character) => `&#${String(code(character)).padStart(9, '0')};`)
        .join(''),
    'references-mixed: Every second character of a text is a reference': (written) =>
      read(written)
        .map((character, index) =>
          index % 2 === 0 || /[&<>\r]/.test(character) ? `&#${code(character)};` : character,
        )
        .join(''),
  }),
  ...equal('XML 1.0 §4.6: the five predefined entities', xmlInSends).onCharacters({
    'references-quotes: Quotes and apostrophes in texts are entity references': (written) =>
      written.replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
  }),
  ...equal('XML 1.0 §2.4: only ]]> has to be escaped', xmlInSends).onCharacters({
    'greater-than-bare: A > in a text stands for itself, but after ]]': [/(?<!\]\])&gt;/g, '>'],
  }),
  ...equal(sections, { cases }).onCharacters({
    'cdata-whole: Every text is a CDATA section': (written) => section(read(written).join('')),
    'cdata-part: The middle of every text is a CDATA section': (written) =>
      written.replace(/^([^&]?)([^&]+)/u, (_, first, rest) => first + section(rest)),
    'cdata-per-character: Every character of a text, of a long one the first 1,000, is a CDATA section, with empty ones between':
      (written) => {
        const all = read(written);
        const single = all.slice(0, 1_000).map((character) => `${section(character)}<![CDATA[]]>`);
        return single.join('') + section(all.slice(1_000).join(''));
      },
  }),
  ...equal('XML 1.0 §2.5: comments are not part of the character data', { cases }).onCharacters({
    'comments-within-texts: A comment stands after the first character of every text': (written) =>
      written.replace(/^(?:&[^;]*;|.)/su, '$&<!-- comment -->'),
  }),
  // Equal ways to begin a document.
  ...equal('XML 1.0 §4.3.3, RFC 7303 §3.3: UTF-8 may begin with a byte order mark').onText({
    'declaration-with-mark: A byte order mark stands before the declaration': (text) =>
      begun(text, `${bom}$&`),
    'mark-without-declaration: A byte order mark stands in place of the declaration': (text) =>
      begun(text, bom),
  }),
  ...equal(grammar).onText({
    'declaration-absent: There is no XML declaration': (text) => begun(text, ''),
    'standalone-yes: The document is standalone': (text) =>
      begun(text, '<?xml version="1.0" encoding="utf-8" standalone="yes"?>'),
    'standalone-no: The document is not standalone': (text) =>
      begun(text, '<?xml version="1.0" encoding="utf-8" standalone="no"?>'),
    'declaration-single-quotes: The declaration has single quotes': (text) =>
      begun(text, "<?xml version='1.0' encoding='utf-8'?>"),
    'declaration-upper-case: The encoding is named in upper case': (text) =>
      begun(text, '<?xml version="1.0" encoding="UTF-8"?>'),
    'declaration-without-encoding: The declaration names no encoding': (text) =>
      begun(text, '<?xml version="1.0"?>'),
    'declaration-spaced: White space stands wherever the declaration allows it': (text) =>
      begun(text, '<?xml\n version = "1.0"\t encoding\r\n=\n"utf-8"  ?>\n\n'),
  }),
];

import { inTags, overPlain, written } from './markup.ts';
import type { Twin } from './twin.ts';

const spaces = 'Contract §2: the fields hold the text; white space between elements is none of it';
const tags = 'XML 1.0 §3.1: start tags, end tags and empty-element tags';
const outside = 'XML 1.0 §2.8: comments and white space may stand around the root';
const comments = 'XML 1.0 §2.5: comments are not part of the character data';
const instructions = 'XML 1.0 §2.6: instructions are not part of the character data; only SOAP forbids them';

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

const layouts = [
  ['spaces', 'by two spaces and LF', (text: string) => indent(oneLine(text), '\n', '  ')],
  ['tabs', 'by tabs and CR LF', (text: string) => indent(oneLine(text), '\r\n', '\t')],
] as const;

/** White space, comments and instructions between elements, and the forms of tags. */
export const layoutTwins: readonly Twin[] = [
  ...layouts.map(
    ([name, how, change]): Twin => ({
      id: `pretty-${name}`,
      title: `Elements are indented ${how}`,
      because: spaces,
      ...written(change),
    }),
  ),
  {
    id: 'one-line',
    title: 'The whole document stands on one line',
    because: spaces,
    bindings: overPlain,
    ...written(oneLine),
  },
  {
    id: 'white-space-after-root',
    title: 'White space follows the root',
    because: outside,
    ...written((text) => `${text}\r\n\t \n`),
  },
  {
    id: 'comments-around-root',
    title: 'Comments stand before and after the root',
    because: outside,
    ...written((text) => `${text.replace('?>', '?>\n<!-- <!DOCTYPE a> -->\n')}\n<!-- </a> -->`),
  },
  {
    id: 'comments-between-elements',
    title: 'Comments stand between the elements',
    because: comments,
    ...inTags((tag) => (tag.startsWith('</') ? tag : `<!-- <PacketID>1</PacketID> -->${tag}`)),
  },
  {
    id: 'comments-in-texts',
    title: 'Comments stand at the end of every element, fields included',
    because: comments,
    ...inTags((tag) => (tag.startsWith('</') ? `<!-- & -->${tag}` : tag)),
  },
  {
    id: 'comments-in-empty-fields',
    title: 'Empty fields hold an empty comment',
    because: comments,
    operations: ['SendBulkSms'],
    ...inTags((tag) => tag.replace(/<(\w+) \/>/, '<$1><!----></$1>')),
  },
  {
    id: 'instructions-around-root',
    title: 'Processing instructions stand before and after the root',
    because: instructions,
    bindings: overPlain,
    ...written((text) => `${text.replace('?>', '?><?xml-stylesheet href="a.xsl"?>')}<?end?>`),
  },
  {
    id: 'instructions-in-texts',
    title: 'Processing instructions stand at the end of every element, fields included',
    because: instructions,
    bindings: overPlain,
    ...inTags((tag) => (tag.startsWith('</') ? `<?p <a>?>${tag}` : tag)),
  },
  {
    id: 'spaces-in-tags',
    title: 'White space stands before the end of every tag and between attributes',
    because: tags,
    ...inTags((tag) => tag.replace(/ xmlns/g, '\r\n\t xmlns').replace(/\s*(\/?>)$/, '\n $1')),
  },
  {
    id: 'spaces-around-equals',
    title: 'White space stands around the equals signs of attributes',
    because: 'XML 1.0 §3.1: Eq is S? = S?',
    ...inTags((tag) => tag.replaceAll('="', ' =\n"')),
  },
  {
    id: 'empty-elements-long',
    title: 'Empty fields are written with two tags',
    because: tags,
    operations: ['SendBulkSms'],
    ...inTags((tag) => tag.replace(/<(\w+) \/>/, '<$1></$1>')),
  },
  {
    id: 'empty-elements-short',
    title: 'Empty fields are written without a space',
    because: tags,
    operations: ['SendBulkSms'],
    ...inTags((tag) => tag.replace(/ \/>$/, '/>')),
  },
  {
    id: 'attributes-single-quoted',
    title: 'Attributes stand in single quotes',
    because: 'XML 1.0 §2.3: an attribute value stands in quotes of either kind',
    ...inTags((tag) => tag.replaceAll('"', "'")),
  },
  {
    id: 'attributes-reversed',
    title: 'Attributes and declarations stand in another order',
    because: 'XML 1.0 §3.1: their order means nothing',
    ...inTags((tag) => {
      const attributes = tag.match(/ [\w:]+="[^"]*"/g) ?? [];
      return attributes.length < 2 ? tag : tag.replace(attributes.join(''), attributes.reverse().join(''));
    }),
  },
];

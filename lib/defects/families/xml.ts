import type { Defect } from '../defect.ts';
import { trips } from '../table.ts';
import { withHeader, withText } from '../wire.ts';

/** A change that puts this in front of the text of the first field. */
const before = (content: string) => ['<PacketID>', `<PacketID>${content}`] as const;

const page = '<html><head><title>Sign in</title><body><form><input name=user><br></form></body></html>';

/** A field that holds this instead of its text. */
const holding = (content: string) => (text: string) =>
  text.replace(/(?<=<PacketStatus>)[^<]*/, () => content);

/** Deviations from XML itself. */
export const xmlDefects: readonly Defect[] = [
  // Tags and attributes that XML, or its namespaces, forbid.
  ...trips('xml/well-formed', 'bindings.soap11.response-well-formed').onText({
    'truncated-xml: The document ends before its last tag': (text) => text.slice(0, text.lastIndexOf('</')),
    'end-tag-missing: An element is never closed': ['</PacketID>', ''],
    'end-tag-other: An element is closed by the name of another': ['</PacketID>', '</PacketStatus>'],
    'end-tag-case: An end tag is in lower case': ['</PacketID>', '</packetid>'],
    'end-tag-only: An element is closed twice': ['</PacketID>', '</PacketID></PacketID>'],
    'tags-overlap: Two elements overlap': ['</PacketID>', '<b></PacketID></b>'],
    'tag-name-digit: A name begins with a digit': ['<PacketID>', '<1st/><PacketID>'],
    'tag-never-ends: A start tag has no end': ['<PacketStatus>', '<PacketStatus'],
    'tag-space-first: White space stands before the name in a tag': ['<PacketID>', '< PacketID>'],
    'attribute-twice: An attribute stands twice': ['<PacketID>', '<PacketID a="1" a="2">'],
    'attribute-unquoted: An attribute has no quotes': ['<PacketID>', '<PacketID a=1>'],
    'attribute-valueless: An attribute has no value': ['<PacketID>', '<PacketID nil>'],
    'attribute-less-than: An attribute holds a <': ['<PacketID>', '<PacketID a="<">'],
    'attributes-touching: No space parts two attributes': ['<PacketID>', '<PacketID a="1"b="2">'],
    'attribute-ampersand: An attribute holds a bare &': ['<PacketID>', '<PacketID a="1&2">'],
    'prefix-unbound: The prefix of an element is not declared': ['<PacketID>', '<x:extra/><PacketID>'],
    'attribute-prefix-unbound: The prefix of an attribute is not declared': (text) =>
      text.replace('<PacketID>', '<PacketID x:nil="1">'),
    'prefix-undeclared: A prefix is bound to nothing': ['<PacketID>', '<PacketID xmlns:x="">'],
    'attribute-twice-by-namespace: An attribute stands twice under two prefixes': (text) =>
      text.replace('<PacketID>', '<PacketID xmlns:x="urn:a" xmlns:y="urn:a" x:a="1" y:a="2">'),
  }),
  // Content that is not well-formed.
  ...trips('xml/well-formed', 'bindings.soap12.response-well-formed').onText({
    'ampersand-bare: A text holds a bare &': before('Sent & received'),
    'less-than-bare: A text holds a bare <': before('1 < 2'),
    'entity-undefined: A text holds an entity of HTML': before('no&nbsp;break'),
    'reference-unended: A character reference has no semicolon': before('&#65 '),
    'reference-to-control: A character reference names a control character': before('&#1;'),
    'reference-to-surrogate: A character reference names a surrogate': before('&#xD83D;&#xDE00;'),
    'control-character: A text holds a control character': before('\u0001'),
    'nul-character: A text holds U+0000': before('\0'),
    'not-a-character: A text holds U+FFFF': before('\uFFFF'),
    'cdata-end-bare: A text holds the end of a CDATA section': before(']]>'),
    'cdata-unended: A CDATA section never ends': before('<![CDATA['),
    'comment-dashes: A comment holds two dashes': before('<!-- a -- b -->'),
    'comment-unended: A comment never ends': before('<!--'),
    'declaration-inside: An XML declaration stands inside an element': before('<?xml version="1.0"?>'),
  }),
  // Bodies that are no XML document.
  ...trips('xml/well-formed', 'bindings.http-get.response-well-formed').onText({
    'document-empty: The body is empty': () => '',
    'document-blank: The body is only white space': () => ' \r\n\r\n',
    'document-declaration-only: The body is only an XML declaration': [/\?>.*/s, '?>'],
    'document-html: The body is an HTML page': () => page,
    'doctype-html: The body is an HTML page with its DOCTYPE': () => '<!DOCTYPE html><html><br></html>',
    'document-json: The body is JSON': () =>
      '{"PacketID":"P000001","PacketStatus":"OK","DeliveryResults":[]}',
    'document-word: The body is one word': () => 'OK',
    'document-escaped: The whole document is escaped': [/</g, '&lt;'],
    'truncated-in-the-middle: The document ends half-way': (text) => text.slice(0, text.length / 2),
    'truncated-by-one: The last character is missing': (text) => text.slice(0, -1),
    'two-roots: An element follows the root': (text) => `${text}<next/>`,
    'document-twice: The document comes twice': (text) => text + text,
    'text-after-root: Text follows the root': (text) => `${text}OK`,
    'line-before-declaration: An empty line precedes the XML declaration': (text) => `\r\n${text}`,
    'text-before-declaration: A warning precedes the XML declaration': (text) => `Warning: 1\n${text}`,
    'two-byte-order-marks: Two byte order marks precede the document': (text) => `\uFEFF\uFEFF${text}`,
    'xml-1-1: The document is XML 1.1': ['version="1.0"', 'version="1.1"'],
    'declaration-no-version: The XML declaration has no version': [' version="1.0"', ''],
    'declaration-order: The XML declaration names the encoding first': (text) =>
      text.replace(/^<\?xml (\S+) (\S+)\?>/, '<?xml $2 $1?>'),
    'declaration-capitals: The XML declaration is in capitals': ['<?xml', '<?XML'],
    'declaration-standalone-wrong: The XML declaration has a standalone that is neither yes nor no': (text) =>
      text.replace('?>', ' standalone="true"?>'),
  }),
  ...trips('http/media-type', 'bindings.http-post.response-media-type').onReply({
    'login-page: Every call is answered with an HTML page and status 200': (reply) =>
      withText(withHeader(reply, 'Content-Type', 'text/html; charset=utf-8'), () => page),
  }),
  // Document type declarations, which SOAP forbids and the result has none of.
  ...trips('xml/no-dtd', 'bindings.soap11.response-no-dtd').onText({
    'doctype: The document has a DOCTYPE': ['?>', '?><!DOCTYPE reply>'],
  }),
  // Over GET and POST nothing forbids the entity, which is never read.
  ...trips(['xml/limits', 'xml/no-dtd'], 'bindings.soap12.response-no-dtd').onText({
    'doctype-entity: A field is written with an entity of an internal subset': (text) =>
      text
        .replace('?>', '?><!DOCTYPE reply [<!ENTITY packet "P">]>')
        .replace('<PacketID>P', '<PacketID>&packet;'),
  }),
  ...trips('xml/no-dtd', 'bindings.soap12.response-no-dtd').onText({
    'doctype-system: The document type is an external one': (text) =>
      text.replace('?>', '?><!DOCTYPE EmPostSmsResult SYSTEM "result.dtd">'),
    'doctype-public: The document type has a public identifier': (text) =>
      text.replace('?>', '?><!DOCTYPE r PUBLIC "-//Example//DTD Result//EN" "result.dtd">'),
    'doctype-after-comment: A document type stands after a comment': (text) =>
      text.replace('?>', '?><!-- reply -->\n<!DOCTYPE reply []>'),
    'doctype-external-entity: The internal subset declares an external entity': (text) =>
      text.replace('?>', '?><!DOCTYPE r [<!ENTITY file SYSTEM "file.txt">]>'),
  }),
  // Replies that are more than the suite reads: nobody can say what else is wrong with them.
  ...trips('xml/limits').onText({
    'nested-300-deep: A field holds elements that stand 300 deep in each other': holding(
      '<b>'.repeat(300) + '</b>'.repeat(300),
    ),
    'namespaces-300: A field holds an element that declares 300 namespaces': holding(
      `<b ${Array.from({ length: 300 }, (_, i) => `xmlns:n${i}="urn:n"`).join(' ')}/>`,
    ),
  }),
];

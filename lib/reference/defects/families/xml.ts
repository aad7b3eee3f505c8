import { type Defect, found } from '../defect.ts';
import { withHeader, withText } from '../wire.ts';

/** A change that puts this in front of the text of the first field. */
const before = (content: string) => ['<PacketID>', `<PacketID>${content}`] as const;

const page = '<html><head><title>Sign in</title><body><form><input name=user><br></form></body></html>';

/** A field that holds this instead of its text. */
const holding = (content: string) => (text: string) =>
  text.replace(/(?<=<PacketStatus>)[^<]*/, () => content);

/** Deviations from XML itself. */
export const xmlDefects: readonly Defect[] = [
  ...found('xml/well-formed', 'bindings.soap11.response-well-formed').onText({
    'truncated-xml: The document ends before its last tag': (text) => text.slice(0, text.lastIndexOf('</')),
    'end-tag-missing: An element is never closed': ['</PacketID>', ''],
    'attribute-twice: An attribute appears twice': ['<PacketID>', '<PacketID a="1" a="2">'],
    'prefix-unbound: The prefix of an element is not declared': ['<PacketID>', '<x:extra/><PacketID>'],
  }),
  ...found('xml/well-formed', 'bindings.soap12.response-well-formed').onText({
    'ampersand-bare: A text holds a bare &': before('Sent & received'),
    'entity-undefined: A text holds an entity of HTML': before('no&nbsp;break'),
    'control-character: A text holds a control character': before('\u0001'),
    'cdata-end-bare: A text holds the end of a CDATA section': before(']]>'),
  }),
  // Whether a tab is taken is open; a reply that says so is whole XML.
  ...found('xml/well-formed', 'bindings.soap12.response-well-formed', { cases: ['*/message-tab'] }).onText({
    'truncated-after-tab: The reply to a message with a tab ends before its last tag': (text) =>
      text.includes('\t') ? text.slice(0, text.lastIndexOf('</')) : text,
  }),
  ...found('xml/well-formed', 'bindings.http-get.response-well-formed').onText({
    'document-empty: The body is empty': () => '',
    'document-json: The body is JSON': () => '{"PacketID":"P000001","DeliveryResults":[]}',
    'text-after-root: Text follows the root': (text) => `${text}OK`,
    'line-before-declaration: An empty line precedes the XML declaration': (text) => `\r\n${text}`,
    'xml-1-1: The document is XML 1.1': ['version="1.0"', 'version="1.1"'],
  }),
  ...found('http/media-type', 'bindings.http-post.response-media-type').onReply({
    'login-page: Every call is answered with an HTML page and status 200': (reply) =>
      withText(withHeader(reply, 'Content-Type', 'text/html; charset=utf-8'), () => page),
  }),
  // Document type declarations, which SOAP forbids and the result has none of.
  ...found('xml/no-dtd', 'bindings.soap11.response-no-dtd').onText({
    'doctype: The document has a DOCTYPE': ['?>', '?><!DOCTYPE reply>'],
  }),
  // Over GET and POST nothing forbids the entity, which is never read.
  ...found(['xml/limits', 'xml/no-dtd'], 'bindings.soap12.response-no-dtd').onText({
    'doctype-entity: A field is written with an entity of an internal subset': (text) =>
      text
        .replace('?>', '?><!DOCTYPE reply [<!ENTITY packet "P">]>')
        .replace('<PacketID>P', '<PacketID>&packet;'),
  }),
  ...found('xml/no-dtd', 'bindings.soap12.response-no-dtd').onText({
    'doctype-external-entity: The internal subset declares an external entity': [
      '?>',
      '?><!DOCTYPE r [<!ENTITY file SYSTEM "file.txt">]>',
    ],
  }),
  // Replies that are more than the suite reads: what else is wrong with them is not known.
  ...found('xml/limits').onText({
    'nested-300-deep: A field holds elements nested 300 deep': holding(
      '<b>'.repeat(300) + '</b>'.repeat(300),
    ),
    'namespaces-300: A field holds an element that declares 300 namespaces': holding(
      `<b ${Array.from({ length: 300 }, (_, i) => `xmlns:n${i}="urn:n"`).join(' ')}/>`,
    ),
  }),
];

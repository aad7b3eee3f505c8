import { reply, text } from '../changes.ts';
import { found } from '../defect.ts';
import { withHeader } from '../wire.ts';

/** Puts a text in front of the text of the first field. */
const before = (content: string) => ['<PacketID>', `<PacketID>${content}`] as const;

const page = '<html><head><title>Sign in</title><body><form><input name=user><br></form></body></html>';

const holding = (content: string) => (document: string) =>
  document.replace(/(?<=<PacketStatus>)[^<]*/, () => content);

const wellFormed = 'bindings.*.response-well-formed';
const noDtd = 'bindings.*.response-no-dtd';

const withoutEnd = (document: string) => document.slice(0, document.lastIndexOf('</'));

export const xmlDefects = [
  ...found('xml/well-formed', wellFormed).in(text, {
    'truncated-xml: The document ends before its last tag': withoutEnd,
    'end-tag-missing: An element is never closed': ['</PacketID>', ''],
    'attribute-twice: An attribute appears twice': ['<PacketID>', '<PacketID a="1" a="2">'],
    'prefix-unbound: The prefix of an element is not declared': ['<PacketID>', '<x:extra/><PacketID>'],
    'ampersand-bare: A text holds a bare &': before('Sent & received'),
    'entity-undefined: A text holds an entity of HTML': before('no&nbsp;break'),
    'control-character: A text holds a control character': before('\u0001'),
    'cdata-end-bare: A text holds the end of a CDATA section': before(']]>'),
    'document-empty: The body is empty': () => '',
    'document-json: The body is JSON': () => '{"PacketID":"P000001","DeliveryResults":[]}',
    'text-after-root: Text follows the root': (document) => `${document}OK`,
    'line-before-declaration: An empty line precedes the XML declaration': (document) => `\r\n${document}`,
    'xml-1-1: The document is XML 1.1': ['version="1.0"', 'version="1.1"'],
  }),
  // Whether a tab is taken is open; a reply that says so is whole XML.
  ...found('xml/well-formed', wellFormed, { cases: ['*/message-tab'] }).in(text, {
    'truncated-after-tab: The reply to a message with a tab ends before its last tag': (document) =>
      document.includes('\t') ? withoutEnd(document) : document,
  }),
  ...found('http/media-type', 'bindings.*.response-media-type').in(reply, {
    'login-page: Every call is answered with an HTML page and status 200': (whole) =>
      withHeader({ ...whole, body: Buffer.from(page) }, 'Content-Type', 'text/html; charset=utf-8'),
  }),
  // Document type declarations, which SOAP forbids and the result has none of.
  ...found('xml/no-dtd', noDtd).in(text, {
    'doctype: The document has a DOCTYPE': ['?>', '?><!DOCTYPE reply>'],
    'doctype-external-entity: The internal subset declares an external entity': [
      '?>',
      '?><!DOCTYPE r [<!ENTITY file SYSTEM "file.txt">]>',
    ],
  }),
  // Over GET and POST nothing forbids the entity, which is never read.
  ...found(['xml/limits', 'xml/no-dtd'], noDtd).in(text, {
    'doctype-entity: A field is written with an entity of an internal subset': (document) =>
      document
        .replace('?>', '?><!DOCTYPE reply [<!ENTITY packet "P">]>')
        .replace('<PacketID>P', '<PacketID>&packet;'),
  }),
  // Replies that are more than the suite reads: what else is wrong with them is not known.
  ...found('xml/limits').in(text, {
    'nested-300-deep: A field holds elements 300 deep': holding('<b>'.repeat(300) + '</b>'.repeat(300)),
    'namespaces-300: A field holds an element that declares 300 namespaces': holding(
      `<b ${Array.from({ length: 300 }, (_, i) => `xmlns:n${i}="urn:n"`).join(' ')}/>`,
    ),
  }),
];

import type { Defect } from '../defect.ts';
import { withContentType, withText } from '../wire.ts';

const page = '<html><head><title>Sign in</title><body><form><input name=user><br></form></body></html>';

/** Each makes a whole reply no XML document. */
const documents: readonly (readonly [id: string, title: string, change: (text: string) => string])[] = [
  ['document-empty', 'The body is empty', () => ''],
  ['document-blank', 'The body is only white space', () => ' \r\n\r\n'],
  [
    'document-declaration-only',
    'The body is only an XML declaration',
    (text) => text.replace(/\?>.*/s, '?>'),
  ],
  ['document-html', 'The body is an HTML page', () => page],
  ['doctype-html', 'The body is an HTML page with its DOCTYPE', () => '<!DOCTYPE html><html><br></html>'],
  [
    'document-json',
    'The body is JSON',
    () => '{"PacketID":"P000001","PacketStatus":"OK","DeliveryResults":[]}',
  ],
  ['document-word', 'The body is one word', () => 'OK'],
  ['document-escaped', 'The whole document is escaped', (text) => text.replaceAll('<', '&lt;')],
  ['truncated-in-the-middle', 'The document ends half-way', (text) => text.slice(0, text.length / 2)],
  ['truncated-by-one', 'The last character is missing', (text) => text.slice(0, -1)],
  ['two-roots', 'An element follows the root', (text) => `${text}<next/>`],
  ['document-twice', 'The document comes twice', (text) => text + text],
  ['text-after-root', 'Text follows the root', (text) => `${text}OK`],
  ['line-before-declaration', 'An empty line precedes the XML declaration', (text) => `\r\n${text}`],
  ['text-before-declaration', 'A warning precedes the XML declaration', (text) => `Warning: 1\n${text}`],
  ['two-byte-order-marks', 'Two byte order marks precede the document', (text) => `\uFEFF\uFEFF${text}`],
  ['xml-1-1', 'The document is XML 1.1', (text) => text.replace('version="1.0"', 'version="1.1"')],
  [
    'declaration-no-version',
    'The XML declaration has no version',
    (text) => text.replace(' version="1.0"', ''),
  ],
  [
    'declaration-order',
    'The XML declaration names the encoding first',
    (text) => text.replace(/^<\?xml (\S+) (\S+)\?>/, '<?xml $2 $1?>'),
  ],
  ['declaration-capitals', 'The XML declaration is in capitals', (text) => text.replace('<?xml', '<?XML')],
  [
    'declaration-standalone-wrong',
    'The XML declaration has a standalone that is neither yes nor no',
    (text) => text.replace('?>', ' standalone="true"?>'),
  ],
];

/** Bodies that are no XML document, in one way each. */
export const documentDefects: readonly Defect[] = [
  ...documents.map(
    ([id, title, change]): Defect => ({
      id,
      title,
      requirement: 'bindings.http-get.response-well-formed',
      rules: ['xml/well-formed'],
      seam: 'wire',
      change: (reply) => withText(reply, change),
    }),
  ),
  {
    id: 'login-page',
    title: 'Every call is answered with an HTML page and status 200',
    requirement: 'bindings.http-post.response-media-type',
    rules: ['http/media-type'],
    seam: 'wire',
    change: (reply) => withText(withContentType(reply, 'text/html; charset=utf-8'), () => page),
  },
];

import type { Defect } from './defect.ts';
import { withText } from './wire.ts';

/** Each puts a document type declaration where one may stand. */
const declarations: readonly (readonly [id: string, title: string, change: (text: string) => string])[] = [
  [
    'doctype-entity',
    'A field is written with an entity of an internal subset',
    (text) =>
      text
        .replace('?>', '?><!DOCTYPE reply [<!ENTITY packet "P">]>')
        .replace('<PacketID>P', '<PacketID>&packet;'),
  ],
  [
    'doctype-system',
    'The document type is an external one',
    (text) => text.replace('?>', '?><!DOCTYPE EmPostSmsResult SYSTEM "result.dtd">'),
  ],
  [
    'doctype-public',
    'The document type has a public identifier',
    (text) => text.replace('?>', '?><!DOCTYPE r PUBLIC "-//Example//DTD Result//EN" "result.dtd">'),
  ],
  [
    'doctype-after-comment',
    'A document type stands after a comment and an instruction',
    (text) => text.replace('?>', '?><!-- reply --><?page 1?>\n<!DOCTYPE reply []>'),
  ],
  [
    'doctype-external-entity',
    'The internal subset declares an external entity',
    (text) => text.replace('?>', '?><!DOCTYPE r [<!ENTITY file SYSTEM "file.txt">]>'),
  ],
  ['doctype-html', 'The body is an HTML page with its DOCTYPE', () => '<!DOCTYPE html><html><br></html>'],
];

/** Document type declarations, which SOAP forbids and the result has none of. */
export const dtdDefects: readonly Defect[] = declarations.map(
  ([id, title, change]): Defect => ({
    id,
    title,
    requirement: 'bindings.soap12.response-no-dtd',
    rules: ['xml/no-dtd'],
    seam: 'wire',
    change: (reply) => withText(reply, change),
  }),
);

import type { Defect } from '../defect.ts';
import { withText } from '../wire.ts';

/** Each puts a document type declaration where one may stand. */
const declarations: readonly (readonly [
  id: string,
  title: string,
  change: (text: string) => string,
  rules?: readonly string[],
])[] = [
  [
    'doctype-entity',
    'A field is written with an entity of an internal subset',
    (text) =>
      text
        .replace('?>', '?><!DOCTYPE reply [<!ENTITY packet "P">]>')
        .replace('<PacketID>P', '<PacketID>&packet;'),
    // Over GET and POST nothing forbids the entity, which is never read.
    ['xml/limits', 'xml/no-dtd'],
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
    'A document type stands after a comment',
    (text) => text.replace('?>', '?><!-- reply -->\n<!DOCTYPE reply []>'),
  ],
  [
    'doctype-external-entity',
    'The internal subset declares an external entity',
    (text) => text.replace('?>', '?><!DOCTYPE r [<!ENTITY file SYSTEM "file.txt">]>'),
  ],
];

/** Document type declarations, which SOAP forbids and the result has none of. */
export const dtdDefects: readonly Defect[] = declarations.map(
  ([id, title, change, rules = ['xml/no-dtd']]): Defect => ({
    id,
    title,
    requirement: 'bindings.soap12.response-no-dtd',
    rules,
    seam: 'wire',
    change: (reply) => withText(reply, change),
  }),
);

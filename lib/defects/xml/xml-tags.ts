import type { Defect } from '../defect.ts';
import { withText } from '../wire.ts';

/** Each spoils the tags or the attributes of a reply: what is replaced stands in every one. */
const spoilt: readonly (readonly [id: string, title: string, from: string, to: string])[] = [
  ['end-tag-missing', 'An element is never closed', '</PacketID>', ''],
  ['end-tag-other', 'An element is closed by the name of another', '</PacketID>', '</PacketStatus>'],
  ['end-tag-case', 'An end tag is in lower case', '</PacketID>', '</packetid>'],
  ['end-tag-only', 'An element is closed twice', '</PacketID>', '</PacketID></PacketID>'],
  ['tags-overlap', 'Two elements overlap', '</PacketID>', '<b></PacketID></b>'],
  ['tag-name-digit', 'A name begins with a digit', '<PacketID>', '<1st/><PacketID>'],
  ['tag-never-ends', 'A start tag has no end', '<PacketStatus>', '<PacketStatus'],
  ['tag-space-first', 'White space stands before the name in a tag', '<PacketID>', '< PacketID>'],
  ['attribute-twice', 'An attribute stands twice', '<PacketID>', '<PacketID a="1" a="2">'],
  ['attribute-unquoted', 'An attribute has no quotes', '<PacketID>', '<PacketID a=1>'],
  ['attribute-valueless', 'An attribute has no value', '<PacketID>', '<PacketID nil>'],
  ['attribute-less-than', 'An attribute holds a <', '<PacketID>', '<PacketID a="<">'],
  ['attributes-touching', 'No space parts two attributes', '<PacketID>', '<PacketID a="1"b="2">'],
  ['attribute-ampersand', 'An attribute holds a bare &', '<PacketID>', '<PacketID a="1&2">'],
  ['prefix-unbound', 'The prefix of an element is not declared', '<PacketID>', '<x:extra/><PacketID>'],
  [
    'attribute-prefix-unbound',
    'The prefix of an attribute is not declared',
    '<PacketID>',
    '<PacketID x:nil="1">',
  ],
  ['prefix-undeclared', 'A prefix is bound to nothing', '<PacketID>', '<PacketID xmlns:x="">'],
  [
    'attribute-twice-by-namespace',
    'An attribute stands twice under two prefixes',
    '<PacketID>',
    '<PacketID xmlns:x="urn:a" xmlns:y="urn:a" x:a="1" y:a="2">',
  ],
];

/** Tags and attributes that XML, or its namespaces, forbid. */
export const tagDefects: readonly Defect[] = spoilt.map(
  ([id, title, from, to]): Defect => ({
    id,
    title,
    requirement: 'bindings.soap11.response-well-formed',
    rules: ['xml/well-formed'],
    seam: 'wire',
    change: (reply) => withText(reply, (text) => text.replace(from, to)),
  }),
);

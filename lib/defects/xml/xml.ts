import type { Defect } from '../defect.ts';
import { withText } from '../wire.ts';
import { contentDefects } from './xml-content.ts';
import { documentDefects } from './xml-document.ts';
import { dtdDefects } from './xml-dtd.ts';
import { tagDefects } from './xml-tags.ts';

/** Deviations from XML itself. */
export const xmlDefects: readonly Defect[] = [
  {
    id: 'truncated-xml',
    title: 'The document ends before its last tag',
    requirement: 'bindings.soap11.response-well-formed',
    rules: ['xml/well-formed'],
    seam: 'wire',
    change: (reply) => withText(reply, (text) => text.slice(0, text.lastIndexOf('</'))),
  },
  {
    id: 'doctype',
    title: 'The document has a DOCTYPE',
    requirement: 'bindings.soap11.response-no-dtd',
    rules: ['xml/no-dtd'],
    seam: 'wire',
    change: (reply) => withText(reply, (text) => text.replace('?>', '?><!DOCTYPE reply>')),
  },
  ...tagDefects,
  ...contentDefects,
  ...documentDefects,
  ...dtdDefects,
];

import type { Defect } from '../defect.ts';
import { withText } from '../wire.ts';

/** What may not stand in the content of an element. */
const forbidden: readonly (readonly [id: string, title: string, content: string])[] = [
  ['ampersand-bare', 'A text holds a bare &', 'Sent & received'],
  ['less-than-bare', 'A text holds a bare <', '1 < 2'],
  ['entity-undefined', 'A text holds an entity of HTML', 'no&nbsp;break'],
  ['reference-unended', 'A character reference has no semicolon', '&#65 '],
  ['reference-to-control', 'A character reference names a control character', '&#1;'],
  ['reference-to-surrogate', 'A character reference names a surrogate', '&#xD83D;&#xDE00;'],
  ['control-character', 'A text holds a control character', '\u0001'],
  ['nul-character', 'A text holds U+0000', '\0'],
  ['not-a-character', 'A text holds U+FFFF', '\uFFFF'],
  ['cdata-end-bare', 'A text holds the end of a CDATA section', ']]>'],
  ['cdata-unended', 'A CDATA section never ends', '<![CDATA['],
  ['comment-dashes', 'A comment holds two dashes', '<!-- a -- b -->'],
  ['comment-unended', 'A comment never ends', '<!--'],
  ['declaration-inside', 'An XML declaration stands inside an element', '<?xml version="1.0"?>'],
];

/** Content that is not well-formed, in front of the text of the first field. */
export const contentDefects: readonly Defect[] = forbidden.map(
  ([id, title, content]): Defect => ({
    id,
    title,
    requirement: 'bindings.soap12.response-well-formed',
    rules: ['xml/well-formed'],
    seam: 'wire',
    change: (reply) => withText(reply, (text) => text.replace('<PacketID>', `<PacketID>${content}`)),
  }),
);

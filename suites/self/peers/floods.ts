/** Peers that repeat one fault of XML as often as a reply may be long: a parser may tell of each. */
import { answering, type Peer } from './peer.ts';

/** Bytes of the faults in a reply; the whole has to stay below the limit of a run. */
const FLOOD = 2_900_000;

/** A reply with a fault in the place of the packet's state, over and over. */
function flooding(does: string, says: string, fault: string, [before, behind] = ['', '']): Peer {
  const faults = fault.repeat(FLOOD / fault.length);
  return answering(does, ['failed', `xml/well-formed: ${says}`], ({ good, state }) =>
    good.replace(state, () => `${before}${faults}${behind}`),
  );
}

const inValue = ['<a b="', '"/>'] as const;
const AMPERSAND = 'an ampersand does not begin a reference';
const LESS = '`<` occurs in the value of an attribute';

export const floods: readonly Peer[] = [
  flooding('sends millions of ampersands', AMPERSAND, '&'),
  flooding('sends ampersands in the value of an attribute', AMPERSAND, '&', [...inValue]),
  flooding('sends undefined entities', 'the entity nbsp is not declared', '&nbsp;'),
  flooding(
    'sends references to no character',
    '`&#0;` refers to a character that XML does not allow',
    '&#0;',
  ),
  flooding('sends less-than signs in the value of an attribute', LESS, '<', [...inValue]),
  flooding('sends less-than signs in a value without an end', LESS, '<', ['<a b="', '']),
  flooding('sends ends of CDATA sections', '`]]>` occurs in text', ']]>'),
  flooding('sends beginnings of comments', '`--` occurs in a comment', '<!--'),
  flooding('sends beginnings of CDATA sections', 'a CDATA section has no end', '<![CDATA['),
  flooding('sends ampersands in an end tag', 'an end tag holds more than a name', '&', ['<a></a ', '>']),
  flooding(
    'sends ampersands in an instruction without a target',
    'a processing instruction has no target',
    '&',
    ['<? ', '?>'],
  ),
  flooding('sends ampersands in a declaration', '`<!` begins neither a comment', '&', ['<!ENTITY ', '>']),
  flooding('sends control characters', 'character U+0001 is not allowed', '\u0001'),
  answering('sends a comment of millions of characters', ['passed', null], ({ good, state }) =>
    good.replace(state, () => `<!--${'& '.repeat(FLOOD / 2)}-->${state}`),
  ),
];

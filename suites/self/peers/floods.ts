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
const AMPERSAND = '& is not a reference that XML defines';
const LESS = 'disallowed character: U+003C';

export const floods: readonly Peer[] = [
  flooding('sends millions of ampersands', AMPERSAND, '&'),
  flooding('sends ampersands in the value of an attribute', AMPERSAND, '&', [...inValue]),
  flooding('sends undefined entities', '&nbsp; is not a reference that XML defines', '&nbsp;'),
  flooding('sends references to no character', 'malformed character entity', '&#0;'),
  flooding('sends less-than signs in the value of an attribute', LESS, '<', [...inValue]),
  flooding('sends less-than signs in a value without an end', LESS, '<', ['<a b="', '']),
  flooding('sends ends of CDATA sections', 'the string `]]>` is disallowed', ']]>'),
  flooding('sends beginnings of comments', 'malformed comment', '<!--'),
  flooding('sends beginnings of CDATA sections', 'unclosed tag: PacketStatus', '<![CDATA['),
  flooding('sends ampersands in an end tag', 'disallowed character in closing tag: U+0026', '&', [
    '<a></a ',
    '>',
  ]),
  flooding(
    'sends ampersands in an instruction without a target',
    'processing instruction without a target',
    '&',
    ['<? ', '?>'],
  ),
  flooding('sends ampersands in a declaration', 'incorrect syntax', '&', ['<!ENTITY ', '>']),
  flooding('sends control characters', 'disallowed character: U+0001', '\u0001'),
  answering('sends a comment of millions of characters', ['passed', null], ({ good, state }) =>
    good.replace(state, () => `<!--${'& '.repeat(FLOOD / 2)}-->${state}`),
  ),
];

import { ofSends, type Rule } from '../rule.ts';
import { shownText } from '../shown.ts';
import { identifierField } from '../structure.ts';

/** A send gives a packet identifier that a report can ask for; an empty one identifies nothing (follows from contract §1). */
export const packetId = {
  id: 'send/packet-id',
  level: 'should',
  needs: 'reply',
  when: ofSends,
  check: ({ packet: { texts }, payload, contract }) => {
    const field = identifierField(contract);
    // Stryker disable next-line StringLiteral: for the types only: a whole packet has every field
    if ((texts[field] ?? '').trim() !== '') return [];
    const path = `${payload.path}/${field}`;
    return [{ path, expected: 'an identifier', actual: 'empty', names: { field } }];
  },
} satisfies Rule;

/**
 * A send makes a packet of its own, so its PacketID is none that another exchange of the run was given before: that
 * would be a reply of a cache, or of another sender (follows from contract §2.1, "identifier of the packet").
 */
export const newPacket = {
  id: 'send/new-packet',
  level: 'should',
  needs: 'reply',
  when: ofSends,
  check: ({ givenBefore, packet: { texts }, payload, contract }) => {
    const field = identifierField(contract);
    const id = texts[field] ?? '';
    if (id.trim() === '') return null;
    if (givenBefore === null) return [];
    const path = `${payload.path}/${field}`;
    const expected = `a ${field} that no earlier send of the run returned`;
    const actual = `${shownText(id)}, already returned in ${shownText(givenBefore)}`;
    return [{ path, expected, actual, names: { field } }];
  },
} satisfies Rule;

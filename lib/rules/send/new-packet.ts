import { ofSends, type Rule } from '../rule.ts';
import { shownText } from '../shown.ts';
import { identifierField } from '../structure.ts';

/**
 * A send makes a packet of its own, so its PacketID is none that another exchange of the run was given before: that
 * would be a reply of a cache, or somebody else's (follows from contract §2.1, "identifier of the packet").
 */
export const newPacket = {
  id: 'send/new-packet',
  level: 'should',
  needs: 'reply',
  when: ofSends,
  check: ({ givenBefore, packet: { texts }, payload, contract }) => {
    const field = identifierField(contract);
    if ((texts[field] ?? '').trim() === '') return null;
    if (givenBefore === null) return [];
    return [
      {
        path: `${payload.path}/${field}`,
        expected: `a ${field} that no earlier send of the run returned`,
        actual: `${shownText(texts[field] ?? '')}, already returned in ${shownText(givenBefore)}`,
        names: { field },
      },
    ];
  },
} satisfies Rule;

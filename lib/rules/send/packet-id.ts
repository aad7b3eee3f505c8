import { ofSends, type Rule } from '../rule.ts';
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
    return [
      { path: `${payload.path}/${field}`, expected: 'an identifier', actual: 'empty', names: { field } },
    ];
  },
} satisfies Rule;

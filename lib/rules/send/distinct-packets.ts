import type { Rule } from '../rule.ts';
import { shownText } from '../shown.ts';
import { identifierField } from '../structure.ts';

/**
 * Two sends give two PacketIDs: what stands for two packets identifies neither (contract §2.1, "identifier of the
 * packet"). Compared are the sends of one exchange that were answered with a packet result; an empty identifier is
 * judged by send/packet-id.
 */
export const distinctPackets = {
  id: 'send/distinct-packets',
  level: 'must',
  needs: 'exchange',
  check: ({ replies, contract }) => {
    const field = identifierField(contract);
    const sends = replies.flatMap((reply, step) => {
      if (reply?.operation.kind !== 'send') return [];
      // Stryker disable next-line StringLiteral: for the types only: a whole packet has every field
      const id = reply.packet.texts[field] ?? '';
      return id.trim() === '' ? [] : [{ path: `${reply.payload.path}/${field}`, step, id }];
    });
    if (sends.length < 2) return null;
    return sends.flatMap(({ path, step, id }) => {
      const first = sends.find((one) => one.id === id);
      if (!first || first.step === step) return [];
      // People count steps from 1.
      const expected = `a ${field} other than that of step ${first.step + 1}`;
      return [{ path, expected, actual: shownText(id), names: { field }, step }];
    });
  },
} satisfies Rule;

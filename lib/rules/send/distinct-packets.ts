import type { ExchangeEvidence, ReplyEvidence } from '../../model/judging/evidence.ts';
import type { Rule } from '../rule.ts';
import { shownText } from '../shown.ts';
import { identifierField } from '../structure.ts';

/**
 * Two sends give two PacketIDs: what stands for two packets identifies neither (contract §2.1, "identifier of the
 * packet"). Compared are the sends of one exchange that were answered with a packet result; an empty identifier is
 * the affair of send/packet-id.
 */
export const distinctPackets = {
  id: 'send/distinct-packets',
  level: 'must',
  needs: 'exchange',
  check: (evidence) => {
    const field = identifierField(evidence.contract);
    const answered = sends(evidence, field);
    if (answered.length < 2) return null;
    const first = new Map<string, number>();
    return answered.flatMap(({ reply, step, id }) => {
      const before = first.get(id);
      if (before === undefined) {
        first.set(id, step);
        return [];
      }
      return [
        {
          path: `${reply.payload.path}/${field}`,
          // People count steps from 1.
          expected: `a ${field} other than that of step ${before + 1}`,
          actual: shownText(id),
          names: { field },
          step,
        },
      ];
    });
  },
} satisfies Rule;

interface Send {
  readonly reply: ReplyEvidence;
  readonly step: number;
  readonly id: string;
}

/** The sends that were given an identifier. */
function sends({ replies }: ExchangeEvidence, field: string): readonly Send[] {
  return replies.flatMap((reply, step) => {
    if (reply?.operation.kind !== 'send') return [];
    // Stryker disable next-line StringLiteral: for the types only: a whole packet has every field
    const id = reply.packet.texts[field] ?? '';
    return id.trim() === '' ? [] : [{ reply, step, id }];
  });
}

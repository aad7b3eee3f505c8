import type { Rule } from '../rule.ts';
import { outOfOrder, packetOf } from '../structure.ts';

/** The fields stand in the order of the table; the contract does not state it, XML serialisers rely on it, in the packet result (contract §2.1). */
export const fieldOrder = {
  id: 'result/field-order',
  level: 'should',
  needs: 'payload',
  check: (evidence) => outOfOrder(packetOf(evidence)),
} satisfies Rule;

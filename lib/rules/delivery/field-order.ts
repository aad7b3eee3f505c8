import type { Rule } from '../rule.ts';
import { inEachDelivery, outOfOrder } from '../structure.ts';

/** The fields stand in the order of the table; the contract does not state it, XML serialisers rely on it, in every delivery result (contract §2.2). */
export const fieldOrder = {
  id: 'delivery/field-order',
  level: 'should',
  needs: 'payload',
  check: (evidence) => inEachDelivery(evidence, outOfOrder),
} satisfies Rule;

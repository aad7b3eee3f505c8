import type { Rule } from '../rule.ts';
import { inEachDelivery, unknownFields } from '../structure.ts';

/** Nothing stands beside the fields that the contract names; follows from its tables, in every delivery result (contract §2.2). */
export const onlyFields = {
  id: 'delivery/only-fields',
  level: 'should',
  needs: 'payload',
  check: (evidence) => inEachDelivery(evidence, unknownFields),
} satisfies Rule;

import type { Rule } from '../rule.ts';
import { packetOf, unknownFields } from '../structure.ts';

/** Nothing stands beside the fields that the contract names; follows from its tables, in the packet result (contract §2.1). */
export const onlyFields = {
  id: 'result/only-fields',
  level: 'should',
  needs: 'payload',
  check: (evidence) => unknownFields(packetOf(evidence)),
} satisfies Rule;

import type { Rule } from '../rule.ts';
import { notText, packetOf } from '../structure.ts';

/** Each field of type string holds text only, in the packet result (contract §2.1). */
export const fieldText = {
  id: 'result/field-text',
  level: 'must',
  needs: 'payload',
  check: (evidence) => notText(packetOf(evidence)),
} satisfies Rule;

import type { Rule } from '../rule.ts';
import { notOnce, packetOf } from '../structure.ts';

/** Each field stands exactly once, in the packet result (contract §2.1). */
export const fieldOnce = {
  id: 'result/field-once',
  level: 'must',
  needs: 'payload',
  check: (evidence) => notOnce(packetOf(evidence)),
} satisfies Rule;

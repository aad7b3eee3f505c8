import type { Rule } from '../rule.ts';
import { inEachDelivery, notOnce } from '../structure.ts';

/** Each field stands exactly once, in every delivery result (contract §2.2). */
export const fieldOnce = {
  id: 'delivery/field-once',
  level: 'must',
  needs: 'payload',
  check: (evidence) => inEachDelivery(evidence, notOnce),
} satisfies Rule;

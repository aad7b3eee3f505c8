import type { Rule } from '../rule.ts';
import { deliveriesOf, notOnce } from '../structure.ts';

/** Each field stands exactly once, in every delivery result (contract §2.2). */
export const fieldOnce = {
  id: 'delivery/field-once',
  level: 'must',
  needs: 'payload',
  check: (evidence) => deliveriesOf(evidence).flatMap((one) => notOnce(one)),
} satisfies Rule;

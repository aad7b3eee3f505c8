import type { Rule } from '../rule.ts';
import { inEachDelivery, notText } from '../structure.ts';

/** Each field of type string holds text only, in every delivery result (contract §2.2). */
export const fieldText = {
  id: 'delivery/field-text',
  level: 'must',
  needs: 'payload',
  check: (evidence) => inEachDelivery(evidence, notText),
} satisfies Rule;

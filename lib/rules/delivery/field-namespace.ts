import type { Rule } from '../rule.ts';
import { inEachDelivery, wrongNamespace } from '../structure.ts';

/** Each field is in the service's namespace, in every delivery result (contract §2.2). */
export const fieldNamespace = {
  id: 'delivery/field-namespace',
  level: 'must',
  needs: 'payload',
  check: (evidence) => inEachDelivery(evidence, wrongNamespace),
} satisfies Rule;

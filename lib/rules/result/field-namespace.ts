import type { Rule } from '../rule.ts';
import { packetOf, wrongNamespace } from '../structure.ts';

/** Each field is in the service's namespace, in the packet result (contract §2.1). */
export const fieldNamespace = {
  id: 'result/field-namespace',
  level: 'must',
  needs: 'payload',
  check: (evidence) => wrongNamespace(packetOf(evidence)),
} satisfies Rule;

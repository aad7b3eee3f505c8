import { isNamed } from '../../../wire/xml/tree.ts';
import { plainRule } from '../rule.ts';
import { nameOf } from '../values.ts';

/** Over GET and POST the root is EmPostSmsResult in the service's namespace (contract §2.1 and §4.1, table). */
const root = plainRule('plain/root', 'must', 'document', ({ anatomy, contract, target }) => {
  const { element, path } = anatomy.root;
  const local = contract.packetResult.element;
  if (isNamed(element, target.namespace, local)) return [];
  return [{ path, expected: nameOf({ uri: target.namespace, local }), actual: nameOf(element) }];
});

export const plainRootRules = [root] as const;

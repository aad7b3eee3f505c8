import { expandedName, isNamed } from '../../xml/tree.ts';
import { overSoap, type Rule } from '../rule.ts';
import { operationElement as found } from './read-back.ts';

/** The Body holds an element named after the operation in the service's namespace (contract §4.1, table). */
export const operationElement = {
  id: 'request/operation-element',
  level: 'must',
  needs: 'request',
  when: overSoap,
  check: ({ readBack, operation, target }) => {
    const element = found(readBack);
    const expected = expandedName({ uri: target.namespace, local: operation.name });
    if (element && isNamed(element, target.namespace, operation.name)) return [];
    return [{ path: '/Envelope/Body', expected, actual: element ? expandedName(element) : 'none' }];
  },
} satisfies Rule;

import { isBlank } from '../../xml/space.ts';
import { elementsOf, expandedName, isNamed, textOf } from '../../xml/tree.ts';
import { overSoap, type Rule } from '../rule.ts';

/** The Response holds one `<OperationName>Result` in the service's namespace, and nothing else (contract §4.1 rule 3). */
export const result = {
  id: 'soap/result',
  level: 'must',
  needs: 'document',
  when: overSoap,
  check: ({ anatomy: { soap }, operation, target }) => {
    const parent = soap?.response;
    if (!parent) return [];
    const local = `${operation.name}Result`;
    const expected = `one ${expandedName({ uri: target.namespace, local })}`;
    if (!isBlank(textOf(parent.element))) {
      return [{ path: parent.path, expected, actual: `text in ${parent.element.local}` }];
    }
    const children = elementsOf(parent.element);
    const [only, ...others] = children;
    if (only && others.length === 0 && isNamed(only, target.namespace, local)) return [];
    return [{ path: parent.path, expected, actual: children.map(expandedName).join(' and ') || 'none' }];
  },
} satisfies Rule;

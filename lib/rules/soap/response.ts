import type { Located } from '../../model/anatomy.ts';
import { isBlank } from '../../xml/space.ts';
import { expandedName, isNamed, textOf } from '../../xml/tree.ts';
import { overSoap, type Rule } from '../rule.ts';
import { allText } from '../shown.ts';

/** The Body holds one `<OperationName>Response` in the service's namespace, and nothing else (contract §4.1 rule 3). */
export const response = {
  id: 'soap/response',
  level: 'must',
  needs: 'document',
  when: overSoap,
  check: ({ anatomy: { soap }, operation, target }) => {
    const body = soap?.bodies[0];
    if (!soap || !body) return [];
    const local = `${operation.name}Response`;
    const expected = `one ${expandedName({ uri: target.namespace, local })}`;
    if (!isBlank(textOf(body.element))) {
      return [{ path: body.path, expected, actual: 'text in the Body' }];
    }
    const [only, ...others] = soap.entries;
    if (only && others.length === 0 && isNamed(only.element, target.namespace, local)) return [];
    return [{ path: body.path, expected, actual: shown(soap.entries) }];
  },
} satisfies Rule;

function shown(entries: readonly Located[]): string {
  if (entries.length === 0) return 'an empty Body';
  return entries
    .map(({ element }) =>
      element.local === 'Fault' ? `a Fault: ${allText(element)}` : expandedName(element),
    )
    .join(' and ');
}

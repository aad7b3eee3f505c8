import type { Breach } from '../../model/judging/finding.ts';
import { elementsOf, expandedName, isNamed } from '../../xml/tree.ts';
import { overSoap, type Rule } from '../rule.ts';
import { contentBeside, shownContent } from './envelope-parts.ts';

/**
 * The Response holds one `<OperationName>Result` in the service's namespace (contract §4.1 rule 3). That nothing else
 * stands beside it only follows. A Result that shares the wrong namespace of its Response is told with it.
 */
export const result = {
  id: 'soap/result',
  level: 'must',
  needs: 'document',
  when: overSoap,
  check: ({ anatomy: { soap }, operation, target }): readonly Breach[] | null => {
    // Stryker disable next-line OptionalChaining: for the types only: over SOAP an anatomy has its SOAP parts
    const parent = soap?.response;
    if (!parent) return null;
    const local = `${operation.name}Result`;
    const [right, ...more] = elementsOf(parent.element).filter((child) =>
      [target.namespace, parent.element.uri].some((uri) => isNamed(child, uri, local)),
    );
    if (right && more.length === 0) return contentBeside(parent, right);
    const expected = `one ${expandedName({ uri: target.namespace, local })}`;
    return [{ path: parent.path, expected, actual: shownContent(parent) }];
  },
} satisfies Rule;

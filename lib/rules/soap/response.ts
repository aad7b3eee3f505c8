import type { Breach } from '../../model/judging/finding.ts';
import { expandedName, isNamed } from '../../xml/tree.ts';
import { overSoap, type Rule } from '../rule.ts';
import { allText } from '../shown.ts';
import { contentBeside, shownContent } from './envelope-parts.ts';

/**
 * The Body holds one `<OperationName>Response` in the service's namespace and no Fault (contract §4.1 rule 3). That
 * nothing else stands beside it only follows.
 */
export const response = {
  id: 'soap/response',
  level: 'must',
  needs: 'document',
  when: overSoap,
  check: ({ anatomy: { soap }, operation, target }): readonly Breach[] | null => {
    // Stryker disable next-line OptionalChaining: for the types only: over SOAP an anatomy has its SOAP parts
    const body = soap?.bodies[0];
    if (!soap || !body) return null;
    const name = { uri: target.namespace, local: `${operation.name}Response` };
    const [right, ...more] = soap.entries.filter(({ element }) => isNamed(element, name.uri, name.local));
    if (right && more.length === 0 && !soap.fault) return contentBeside(body, right.element);
    const fault = soap.fault && `a Fault: ${allText(soap.fault.element)}`;
    const expected = `one ${expandedName(name)}`;
    return [{ path: body.path, expected, actual: shownContent(body, soap.fault?.element, fault) }];
  },
} satisfies Rule;

import { headerValues, shownValues } from '../header-values.ts';
import { overSoap, type Rule } from '../rule.ts';

/**
 * SOAP 1.1 carries the quoted SOAPAction, SOAP 1.2 none (contract §4.1 rules 1 and 2, which say nothing about GET and
 * POST). Where the namespace ends in a slash, the one that ASP.NET wants is as good as the two of the letter.
 */
export const soapAction = {
  id: 'request/soap-action',
  level: 'must',
  needs: 'request',
  when: overSoap,
  check: ({ request, binding, operation, target }) => {
    const values = headerValues(request.headers, 'SOAPAction');
    if (!binding.request.soapAction) {
      return values.length === 0
        ? []
        : [{ path: 'SOAPAction', expected: 'none', actual: shownValues(values) }];
    }
    const { namespace } = target;
    const literal = `"${namespace}/${operation.name}"`;
    const expected = namespace.endsWith('/') ? `"${namespace}${operation.name}"` : literal;
    const right = values.length === 1 && (values[0] === expected || values[0] === literal);
    return right ? [] : [{ path: 'SOAPAction', expected, actual: shownValues(values) }];
  },
} satisfies Rule;

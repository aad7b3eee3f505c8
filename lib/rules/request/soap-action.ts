import { headerValues, shownValues } from '../header-values.ts';
import type { Rule } from '../rule.ts';

/** SOAP 1.1 carries the quoted SOAPAction, nothing else carries one (contract §4.1 rules 1 and 2). */
export const soapAction = {
  id: 'request/soap-action',
  level: 'must',
  needs: 'request',
  check: ({ request, binding, operation, target }) => {
    const values = headerValues(request.headers, 'SOAPAction');
    if (!binding.request.soapAction) {
      return values.length === 0
        ? []
        : [{ path: 'SOAPAction', expected: 'none', actual: shownValues(values) }];
    }
    const expected = `"${target.namespace}/${operation.name}"`;
    const right = values.length === 1 && values[0] === expected;
    return right ? [] : [{ path: 'SOAPAction', expected, actual: shownValues(values) }];
  },
} as const satisfies Rule;

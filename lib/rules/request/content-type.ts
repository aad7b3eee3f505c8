import { headerValues, shownValues } from '../header-values.ts';
import type { Rule } from '../rule.ts';

/** The content type of the binding to the letter, none on GET (contract §4.1, table, "Request content type"). */
export const contentType = {
  id: 'request/content-type',
  level: 'must',
  needs: 'request',
  check: ({ request, binding }) => {
    const values = headerValues(request.headers, 'content-type');
    const expected = binding.request.contentType;
    const right =
      expected === undefined ? values.length === 0 : values.length === 1 && values[0] === expected;
    return right ? [] : [{ path: 'Content-Type', expected: expected ?? 'none', actual: shownValues(values) }];
  },
} as const satisfies Rule;

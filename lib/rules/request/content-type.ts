import { headerValues, shownValues } from '../header-values.ts';
import type { Rule } from '../rule.ts';

/**
 * The content type of the binding, none on GET (contract §4.1, table, "Request content type"). What HTTP calls equal
 * is taken for equal: letter case, quotes around the charset, and white space around a semicolon (RFC 9110 §8.3.1); nothing may be added or missing.
 */
export const contentType = {
  id: 'request/content-type',
  level: 'must',
  needs: 'request',
  check: ({ request, binding }) => {
    const values = headerValues(request.headers, 'content-type');
    const expected = binding.request.contentType;
    const right =
      expected === undefined
        ? values.length === 0
        : // Stryker disable next-line StringLiteral: for the types only: there is one value here
          values.length === 1 && comparable(values[0] ?? '') === comparable(expected);
    return right ? [] : [{ path: 'Content-Type', expected: expected ?? 'none', actual: shownValues(values) }];
  },
} satisfies Rule;

function comparable(value: string): string {
  return value
    .toLowerCase()
    .replace(/[\t ]*;[\t ]*/g, '; ')
    .replace(/; charset="([^"]*)"/, '; charset=$1')
    .replace(/^[\t ]+|[\t ]+$/g, '');
}

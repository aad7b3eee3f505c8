import { headerValues, shownValues } from '../header-values.ts';
import type { Rule } from '../rule.ts';

/**
 * The content type of the binding, none on GET (contract §4.1, table, "Request content type"). What HTTP calls equal
 * is taken for equal: letter case, quotes around the charset, and white space around a semicolon (RFC 9110 §8.3.1).
 * The contract leaves further parameters open, such as the `action` of SOAP 1.2 (RFC 3902) and a charset on a form.
 */
export const contentType = {
  id: 'request/content-type',
  level: 'must',
  needs: 'request',
  check: ({ request, binding }) => {
    const values = headerValues(request.headers, 'content-type');
    const expected = binding.request.contentType;
    const breach = { path: 'Content-Type', expected: expected ?? 'none', actual: shownValues(values) };
    const [value, ...others] = values;
    if (expected === undefined || value === undefined || others.length > 0) {
      return expected === undefined && value === undefined ? [] : [breach];
    }
    const wanted = comparable(expected);
    if (comparable(value) === wanted) return [];
    const [type, ...parameters] = comparable(value).split('; ');
    const charsets = parameters.filter((one) => one.startsWith('charset') && wanted.includes('charset'));
    return [type, ...charsets].join('; ') === wanted ? [{ ...breach, level: 'gap' }] : [breach];
  },
} satisfies Rule;

function comparable(value: string): string {
  return value
    .toLowerCase()
    .replace(/[\t ]*;[\t ]*/g, '; ')
    .replace(/; charset="([^"]*)"/, '; charset=$1')
    .replace(/^[\t ]+|[\t ]+$/g, '');
}

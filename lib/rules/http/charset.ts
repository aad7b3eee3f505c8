import type { Rule } from '../rule.ts';
import { readContentType } from './content-type.ts';

/** The charset of the binding's response (contract §4.1, table, "Response"); says nothing where there is no media type to carry one. */
export const charset = {
  id: 'http/charset',
  level: 'must',
  needs: 'success',
  check: ({ response, binding }) => {
    const expected = binding.response.charset;
    const type = readContentType(response);
    if (!type.ok || type.charset?.toLowerCase() === expected) return [];
    const actual = type.charset === null ? 'no charset' : `charset=${type.charset}`;
    return [{ path: 'Content-Type', expected: `charset=${expected}`, actual }];
  },
} as const satisfies Rule;

import type { Rule } from '../rule.ts';
import { readContentType } from './content-type.ts';

/** The charset of the binding's response (contract §4.1, table, "Response"); says nothing where there is no media type to carry one. */
export const charset = {
  id: 'http/charset',
  level: 'must',
  needs: 'body',
  check: ({ response, binding }) => {
    const expected = binding.response.charset;
    const parsed = readContentType(response);
    if (!parsed.ok) return null;
    const type = parsed.value;
    const contradicted = type.rivals.length > 0;
    if (type.charset?.toLowerCase() === expected && !contradicted) return [];
    const charsets = contradicted ? type.rivals : [type.charset].filter((one) => one !== null);
    const actual = charsets.map((one) => `charset=${one}`).join(' and ') || 'no charset';
    return [{ path: 'Content-Type', expected: `charset=${expected}`, actual }];
  },
} satisfies Rule;

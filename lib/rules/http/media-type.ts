import type { Rule } from '../rule.ts';
import { readContentType } from './content-type.ts';

/** The media type of the binding's response (contract §4.1, table, "Response"). */
export const mediaType = {
  id: 'http/media-type',
  level: 'must',
  needs: 'success',
  check: ({ response, binding }) => {
    const expected = binding.response.mediaType;
    const type = readContentType(response);
    if (type.ok && type.essence === expected) return [];
    return [{ path: 'Content-Type', expected, actual: type.ok ? type.essence : type.actual }];
  },
} satisfies Rule;

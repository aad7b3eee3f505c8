import { headerValues, shownValues } from '../header-values.ts';
import type { Rule } from '../rule.ts';

/** Bytes, byte order mark, XML declaration and charset agree, and no content coding hides them (contract §4.1, charset=utf-8; XML 1.0 §4.3.3, RFC 7303). */
export const encoding = {
  id: 'xml/encoding',
  level: 'must',
  needs: 'success',
  check: ({ reading, response }) => {
    // A list, of which empty members say nothing (RFC 9110 §5.6.1); names have no letter case (§8.4.1).
    const coding = headerValues(response.headers, 'content-encoding')
      .flatMap((value) => value.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== '' && name.toLowerCase() !== 'identity');
    if (coding.length > 0) {
      const actual = shownValues(coding);
      return [{ path: 'Content-Encoding', expected: 'none, because our request accepts none', actual }];
    }
    return reading.encodingConflicts.map(({ where, expected, actual }) => ({
      path: where,
      expected,
      actual,
    }));
  },
} satisfies Rule;

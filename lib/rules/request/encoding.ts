import type { Breach } from '../../model/judging/finding.ts';
import type { Rule } from '../rule.ts';

/**
 * UTF-8 all through: the bytes of an envelope, and percent-encoded ASCII in the request line and in a form (contract
 * §4.1, table; RFC 3986 §2.1). `%uXXXX` is no percent-encoding.
 */
export const encoding = {
  id: 'request/encoding',
  level: 'must',
  needs: 'request',
  check: ({ request, binding }) => {
    const breaches: Breach[] = [];
    if (!/^[\x21-\x7E]+$/.test(request.path)) {
      breaches.push({
        path: 'request line',
        expected: 'visible ASCII, other characters percent-encoded',
        actual: request.path,
      });
    }
    if (!isUtf8Percent(request.path)) {
      breaches.push({ path: 'request line', expected: 'percent-encoded UTF-8', actual: request.path });
    }
    if (request.body && !isUtf8(request.body)) {
      breaches.push({ path: 'body', expected: 'UTF-8', actual: 'bytes that are not UTF-8' });
    } else if (request.body && binding.envelope === undefined) {
      const form = Buffer.from(request.body).toString('utf8');
      const expected = 'percent-encoded UTF-8';
      if (!/^[\x21-\x7E]*$/.test(form) || !isUtf8Percent(form))
        breaches.push({ path: 'body', expected, actual: form });
    }
    return breaches;
  },
} satisfies Rule;

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function isUtf8Percent(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

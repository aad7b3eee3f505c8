import type { Breach } from '../../model/finding.ts';
import type { Rule } from '../rule.ts';

/** UTF-8 all through: the body's bytes, and percent-encoded ASCII in the request line (contract §4.1, table). */
export const encoding = {
  id: 'request/encoding',
  level: 'must',
  needs: 'request',
  check: ({ request }) => {
    const breaches: Breach[] = [];
    if (!/^[\x21-\x7E]+$/.test(request.path)) {
      breaches.push({
        path: 'request line',
        expected: 'visible ASCII, the rest percent-encoded',
        actual: request.path,
      });
    }
    if (!isUtf8Percent(request.path)) {
      breaches.push({ path: 'request line', expected: 'percent-encoded UTF-8', actual: request.path });
    }
    if (request.body && !isUtf8(request.body)) {
      breaches.push({ path: 'body', expected: 'UTF-8', actual: 'bytes that are not UTF-8' });
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

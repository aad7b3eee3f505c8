import type { Rule } from '../rule.ts';
import { counted, shownPair } from '../shown.ts';
import { deliveryPath, sentTexts } from './sent.ts';

/**
 * One delivery result per recipient, in the order of the request (follows from contract §1, "per-recipient").
 * An empty list is allowed at any time ("zero or more"). Numbers are compared as subscriber numbers: the
 * contract does not say in which form they come back.
 */
export const recipients = {
  id: 'delivery/recipients',
  level: 'should',
  needs: 'reply',
  aboutSend: true,
  check: (evidence) => {
    const sent = sentTexts(evidence, 'recipients');
    const { deliveries } = evidence.packet;
    const field = sent?.parameter.echo;
    if (!sent || field === undefined || deliveries.length === 0) return [];
    const names = { field, parameter: sent.parameter.name };
    if (deliveries.length !== sent.texts.length) {
      const path = deliveryPath(evidence, 0).replace(/\[1\]$/, '');
      const expected = counted(sent.texts.length, 'delivery result');
      return [{ path, expected, actual: counted(deliveries.length, 'delivery result'), names }];
    }
    return sent.texts.flatMap((number, i) => {
      const actual = deliveries[i]?.[field] ?? '';
      if (subscriber(actual) === subscriber(number)) return [];
      return [{ path: `${deliveryPath(evidence, i)}/${field}`, ...shownPair(number, actual), names }];
    });
  },
} satisfies Rule;

const NATIONAL_DIGITS = 10;

/** The national digits of a number; anything but digits and separators makes it no number at all. */
function subscriber(number: string): string {
  if (!/^\+?[\d\s()-]+$/.test(number)) return number;
  return number.replace(/\D/g, '').slice(-NATIONAL_DIGITS);
}

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
      if (isSameSubscriber(number, actual)) return [];
      return [{ path: `${deliveryPath(evidence, i)}/${field}`, ...shownPair(number, actual), names }];
    });
  },
} satisfies Rule;

/** Digits of a country code at most (ITU-T E.164), and of the longest number that may lack one. */
const COUNTRY_DIGITS = 3;
const NATIONAL_DIGITS = 10;

/** Whether two numbers are one subscriber: the same digits, or those of one behind the country code of the other. */
function isSameSubscriber(sent: string, told: string): boolean {
  const [one, other] = [significantDigits(sent), significantDigits(told)];
  if (one === undefined || other === undefined) return sent === told;
  if (one.length >= other.length) return isBehindCountryCode(other, one);
  // What was sent with a country code has that one and no other in front.
  return one.length <= NATIONAL_DIGITS && isBehindCountryCode(one, other);
}

function isBehindCountryCode(national: string, whole: string): boolean {
  return whole.endsWith(national) && whole.length - national.length <= COUNTRY_DIGITS;
}

/** The digits of a number without what is dialled before it; undefined where there is more than digits and separators. */
function significantDigits(number: string): string | undefined {
  return /^\+?[\d\s()-]+$/.test(number) ? number.replace(/\D/g, '').replace(/^0+/, '') : undefined;
}

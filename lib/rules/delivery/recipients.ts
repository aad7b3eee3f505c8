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

/** Whether two numbers are one subscriber: the same digits, or those of one behind the country code of the other. */
function isSameSubscriber(sent: string, told: string): boolean {
  const toldAs = significantDigits(told);
  const isTold = (one: string) =>
    toldAs.some(
      (other) =>
        one === other ||
        isBehindCountryCode(other, one) ||
        (isNational(sent) && isBehindCountryCode(one, other)),
    );
  return sent === told || significantDigits(sent).some(isTold);
}

/** Digits of a number without its country code at most. */
const NATIONAL_DIGITS = 11;

/** Whether a number that was sent may lack its country code: one that has it has that one and no other. */
function isNational(sent: string): boolean {
  const digits = sent.replace(/\D/g, '');
  if (sent.startsWith('+') || digits.startsWith('00')) return false;
  return digits.startsWith('0') || digits.length <= NATIONAL_DIGITS;
}

function isBehindCountryCode(national: string, whole: string): boolean {
  return whole === `${countryCode(whole)}${national}`;
}

/** Country codes of ITU-T E.164 with one digit and with two; all others have three. */
const SHORT_CODES = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

function countryCode(number: string): string {
  return SHORT_CODES.exec(number)?.[0] ?? number.slice(0, 3);
}

/**
 * The digits that a number can mean without what is dialled before it: zeros, or the 011 of North America, which may
 * be the beginning of a number as well. None where there is more than digits and separators.
 */
function significantDigits(number: string): readonly string[] {
  if (!/^\+?[\d\s()-]+$/.test(number)) return [];
  const digits = number.replace(/\(0\)|\D/g, '');
  const dialled = digits.startsWith('011') ? [digits.slice(3)] : [];
  return [digits.replace(/^0+/, ''), ...dialled];
}

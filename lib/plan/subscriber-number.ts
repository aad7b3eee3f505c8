/** Country code that a number without one is taken to have: the service is one of Türkiye. */
const COUNTRY = '90';

const NATIONAL_DIGITS = 10;

/**
 * A subscriber number as digits with country code, as the contract's samples write it, from any of the ways in which
 * people write one: `905321112233`, `+90 532 111 22 33`, `00905321112233`, `05321112233`, `5321112233`.
 * @returns undefined for what is no number
 */
export function subscriberNumber(text: string): string | undefined {
  const written = text.replace(/[\s().-]/g, '');
  if (!/^\+?\d+$/.test(written)) return undefined;
  const digits = withCountry(written);
  // ITU-T E.164 has fifteen digits at most.
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}

function withCountry(written: string): string {
  if (written.startsWith('+')) return written.slice(1);
  if (written.startsWith('00')) return written.slice(2);
  if (written.startsWith('0')) return `${COUNTRY}${written.slice(1)}`;
  return written.length === NATIONAL_DIGITS ? `${COUNTRY}${written}` : written;
}

/** Country code that a number without one is taken to have: the service is one of Türkiye. */
const COUNTRY = '90';

/**
 * Returns a number as digits with country code, from any of the ways in which people write one: `905321112233`,
 * `+90 532 111 22 33`, `00905321112233`, `05321112233`, `5321112233`; undefined for what is no number.
 */
export function subscriberNumber(text: string): string | undefined {
  // Without a country code it has ten digits, perhaps behind one zero.
  return internationalNumber(withoutSeparators(text).replace(/^0(?!0)|^(?=[1-9]\d{9}$)/, COUNTRY));
}

/** Returns a number with country code, as those of an allow-list are, as its digits; undefined for any other. */
export function internationalNumber(text: string): string | undefined {
  const digits = withoutSeparators(text).replace(/^(?:\+|00)/, '');
  // ITU-T E.164 has fifteen digits at most.
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}

/**
 * Returns the number of an allow-list that a request means, or undefined. Digits that could be a number with country code
 * are that number and no other, since a gateway may take them for it: `5001112233` of Türkiye is one of the Falkland
 * Islands as well. Only what cannot be one, such as `05001112233`, is one of the service's country.
 */
export function listedNumber(text: string, allowed: ReadonlySet<string | undefined>): string | undefined {
  const number = internationalNumber(text) ?? subscriberNumber(text);
  return allowed.has(number) ? number : undefined;
}

const withoutSeparators = (text: string) => text.replace(/[\s().-]/g, '');

import { CUT, LEAST_CUT } from './decodings.ts';
import { type Find, MASKED, type SecretPlace } from './find-secrets.ts';

/** Digits of a country code at most (ITU-T E.164 §6.2.1). */
const COUNTRY_CODE = 3;

/** A number that is shorter without its country code would be found in dates and amounts. */
const LEAST_DIGITS = 6;

/** Digits of one number or more, with what people put between them. */
const RUN = /\d[\d \u00A0\t()./-]{4,}\d/g;

const CUT_HERE = new RegExp(CUT, 'y');

/**
 * Returns a function that finds subscriber numbers: with or without country code, in groups or not, and begun where the
 * text was cut. Each number has its own label (`***01`, in the order given); a cut number has none.
 */
export function numberFinder(numbers: readonly string[]): Find {
  const distinct = [...new Set(numbers.map((number) => number.replace(/\D/g, '')))].filter(
    ({ length }) => length >= LEAST_DIGITS,
  );
  const width = Math.max(2, String(distinct.length).length);
  const whole = new Map<string, string>();
  const begun = new Set<string>();
  for (const [index, number] of distinct.entries()) {
    const label = `${MASKED}${String(index + 1).padStart(width, '0')}`;
    for (let from = 0; from <= Math.min(COUNTRY_CODE, number.length - LEAST_DIGITS); from += 1) {
      const digits = number.slice(from);
      if (!whole.has(digits)) whole.set(digits, label);
      for (let to = LEAST_CUT; to < digits.length; to += 1) begun.add(digits.slice(0, to));
    }
  }
  if (whole.size === 0) return () => [];
  const lengths = [...new Set([...whole.keys()].map(({ length }) => length))].sort((a, b) => b - a);

  return (text) => {
    const found: SecretPlace[] = [];
    for (const { 0: run, index } of text.matchAll(RUN)) {
      const at = Array.from(run.matchAll(/\d/g), (digit) => index + digit.index);
      const digits = run.replace(/\D/g, '');
      const add = (from: number, { length }: string, label: string) => {
        found.push({ span: [at[from] ?? 0, (at[from + length - 1] ?? 0) + 1], label });
        return length;
      };
      CUT_HERE.lastIndex = index + run.length;
      const isCut = CUT_HERE.test(text);
      for (let from = 0; from < digits.length; ) {
        const rest = digits.slice(from);
        const number = lengths.map((length) => rest.slice(0, length)).find((start) => whole.has(start));
        if (number !== undefined) from += add(from, number, whole.get(number) ?? MASKED);
        else from += isCut && begun.has(rest) ? add(from, rest, MASKED) : 1;
      }
    }
    return found;
  };
}

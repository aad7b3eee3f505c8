import type { Rule } from '../rule.ts';
import { shownPair, shownText } from '../shown.ts';
import { toldNumbers } from './sent.ts';

/** GsmNumber can be read as a number: it is not empty, masked or written with an exponent (follows from contract §2.2). */
export const number = {
  id: 'delivery/number',
  level: 'should',
  needs: 'reply',
  check: (evidence) => {
    const told = toldNumbers(evidence);
    if (!told) return null;
    const { unreadable, names } = told;
    const expected = 'a telephone number';
    return unreadable.map(({ text, path }) => ({ path, expected, actual: shownText(text), names }));
  },
} satisfies Rule;

/** The notation of GsmNumber is not shown: one with more than digits, a plus sign and separators is observed. */
export const numberNotation = {
  id: 'delivery/number-notation',
  level: 'gap',
  needs: 'reply',
  check: (evidence) => {
    const told = toldNumbers(evidence);
    if (!told) return null;
    const { otherNotation, names } = told;
    return otherNotation.map(({ text, path, number }) => ({ path, ...shownPair(number, text), names }));
  },
} satisfies Rule;

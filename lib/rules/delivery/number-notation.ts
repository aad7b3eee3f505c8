import type { Rule } from '../rule.ts';
import { shownPair } from '../shown.ts';
import { toldNumbers } from './sent.ts';

/** The notation of GsmNumber is not shown: one with more than digits, a plus sign and separators is observed. */
export const numberNotation = {
  id: 'delivery/number-notation',
  level: 'gap',
  needs: 'reply',
  check: (evidence) => {
    const told = toldNumbers(evidence);
    if (!told) return null;
    return told.otherNotation.map(({ text, path, number }) => ({
      path,
      ...shownPair(number, text),
      names: told.names,
    }));
  },
} satisfies Rule;

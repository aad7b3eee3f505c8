import type { Rule } from '../rule.ts';
import { shownText } from '../shown.ts';
import { toldNumbers } from './sent.ts';

/** GsmNumber can be read as a number: it is not empty, masked or written with an exponent (follows from contract §2.2). */
export const number = {
  id: 'delivery/number',
  level: 'should',
  needs: 'reply',
  check: (evidence) => {
    const told = toldNumbers(evidence);
    if (!told) return null;
    return told.unreadable.map(({ text, path }) => ({
      path,
      expected: 'a telephone number',
      actual: shownText(text),
      names: told.names,
    }));
  },
} satisfies Rule;

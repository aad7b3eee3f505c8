import { counted } from '../../text/counted.ts';
import type { Rule } from '../rule.ts';
import { shownText } from '../shown.ts';
import { toldNumbers } from './sent.ts';

/**
 * A recipient with a delivery result has as many as the request names it (follows from contract §1, "per-recipient").
 * delivery/recipients checks recipients without one.
 */
export const onceEach = {
  id: 'delivery/once-each',
  level: 'should',
  needs: 'reply',
  check: (evidence) => {
    const told = toldNumbers(evidence);
    if (!told) return null;
    const { recipients, unreadable, path, names } = told;
    const wrong = recipients.filter((one) => one.told > 0 && one.told !== one.given);
    const missing = wrong.reduce((sum, one) => sum + Math.max(0, one.given - one.told), 0);
    return wrong
      .filter((one) => one.told > one.given || missing > unreadable.length)
      .map((one) => {
        const expected = `${counted(one.given, 'delivery result')} for ${shownText(one.number)}`;
        return { path, expected, actual: counted(one.told, 'delivery result'), names };
      });
  },
} satisfies Rule;

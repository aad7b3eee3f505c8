import type { Level } from '../../model/contract.ts';
import type { Breach } from '../../model/judging/finding.ts';
import { counted } from '../../text/counted.ts';
import type { Rule } from '../rule.ts';
import { shownPair, shownText } from '../shown.ts';
import { type Recipient, type ToldNumbers, toldNumbers } from './sent.ts';

/**
 * A list of delivery results that is not empty names every recipient and no other number (contract §1, "per-recipient").
 * A missing recipient is stated at the last reading of a packet in its exchange; an earlier one may not know all of
 * them yet. A text that is no number may mean any recipient.
 */
export const recipients = {
  id: 'delivery/recipients',
  level: 'must',
  needs: 'reply',
  check: (evidence) => {
    const told = toldNumbers(evidence);
    if (!told) return null;
    return [...foreign(told), ...lacking(told, evidence.lastReading ? 'must' : 'should')];
  },
} satisfies Rule;

function foreign({ recipients: all, strangers, names }: ToldNumbers): readonly Breach[] {
  const untold = all.filter((one) => one.told === 0);
  const expected = shownFew(untold.length > 0 ? untold : all, 'or');
  return strangers.map(({ text, path }) => ({ path, expected, actual: shownText(text), names }));
}

/** Recipients without a delivery result, where no stranger and nothing unreadable stands in their place. */
function lacking(told: ToldNumbers, level: Level): readonly Breach[] {
  const { recipients: all, strangers, unreadable, path, names } = told;
  const untold = all.filter((one) => one.told === 0);
  if (untold.length <= strangers.length + unreadable.length) return [];
  const expected = `delivery results for ${counted(all.length, 'recipient')}`;
  return [{ path, expected, actual: `none for ${shownFew(untold, 'and')}`, names, level }];
}

const MOST_SHOWN = 3;

function shownFew(recipients: readonly Recipient[], word: 'and' | 'or'): string {
  const shown = recipients.slice(0, MOST_SHOWN).map(({ number }) => shownText(number));
  const more = recipients.length - shown.length;
  const last = more > 0 ? `${more} more` : shown.pop();
  // Stryker disable next-line StringLiteral: for the types only: the list has a last item
  return shown.length > 0 ? `${shown.join(', ')} ${word} ${last}` : (last ?? '');
}

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

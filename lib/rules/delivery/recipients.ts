import type { Level } from '../../model/contract.ts';
import type { Breach } from '../../model/judging/finding.ts';
import { counted } from '../../text/counted.ts';
import type { Rule } from '../rule.ts';
import { shownText } from '../shown.ts';
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

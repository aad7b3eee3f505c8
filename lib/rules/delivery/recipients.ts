import type { Breach } from '../../model/judging/finding.ts';
import type { Rule } from '../rule.ts';
import { counted, shownText } from '../shown.ts';
import { type ToldNumbers, toldNumbers } from './sent.ts';

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
    const missing = lacking(told);
    if (evidence.lastReading) return [...foreign(told), ...missing];
    return [...foreign(told), ...missing.map((breach) => ({ ...breach, level: 'should' as const }))];
  },
} satisfies Rule;

function foreign(told: ToldNumbers): readonly Breach[] {
  const untold = told.recipients.filter((one) => one.told === 0);
  const expected = shownFew(
    (untold.length > 0 ? untold : told.recipients).map(({ number }) => number),
    'or',
  );
  return told.strangers.map(({ text, path }) => ({
    path,
    expected,
    actual: shownText(text),
    names: told.names,
  }));
}

/** Recipients without a delivery result, where no stranger and nothing unreadable stands in their place. */
function lacking({ recipients: all, strangers, unreadable, path, names }: ToldNumbers): readonly Breach[] {
  const untold = all.filter((one) => one.told === 0);
  if (untold.length <= strangers.length + unreadable.length) return [];
  return [
    {
      path,
      expected: `delivery results for ${counted(all.length, 'recipient')}`,
      actual: `none for ${shownFew(
        untold.map(({ number }) => number),
        'and',
      )}`,
      names,
    },
  ];
}

const MOST_SHOWN = 3;

function shownFew(numbers: readonly string[], word: 'and' | 'or'): string {
  const shown = numbers.slice(0, MOST_SHOWN).map(shownText);
  const more = numbers.length - shown.length;
  const last = more > 0 ? `${more} more` : shown.pop();
  // Stryker disable next-line StringLiteral: for the types only: the list has a last item
  return shown.length > 0 ? `${shown.join(', ')} ${word} ${last}` : (last ?? '');
}

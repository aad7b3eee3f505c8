import { shortHash } from '../cases/plan/generate.ts';
import { wordedChange } from '../findings/known-messages.ts';
import { valueText } from '../findings/value-text.ts';
import type { Fact, FactWithKind } from '../reading/facts.ts';
import type { TextChange } from '../reading/text-change.ts';
import { limits } from './limits.ts';

/** The words for facts without parts. */
const WORDS = {
  absent: 'absent',
  nil: 'nil',
  empty: 'empty',
  elements: 'elements',
  'no-items': 'none',
  'in-order': 'as sent',
  'another-order': 'another',
  'names-packet': 'names the packet',
  'other-recipient': 'another recipient',
  'shared-packet': 'a packet of several exchanges',
  sent: 'as sent',
  'sent-by-other': 'as another call sent it',
  'sent-without-plus': 'as sent, but plus signs were removed',
  generated: 'another text, different in each exchange',
} as const;

/** Values by the name under which they are compared, such as `PacketStatus` or `header server`. */
export type Values = Readonly<Record<string, Fact>>;

/**
 * Words a value, cut where it has no room: beginning, length and digest stay. `count` stands in place of a number of recipients
 * or characters that varies with the input.
 */
export function factText(value: Fact, count?: 'N'): string {
  const text = typeof value === 'string' ? value : wordsOf(value, count);
  if (text.length <= limits.value) return text;
  return `${text.slice(0, limits.value)}… (${text.length} characters, ${shortHash(text)})`;
}

function wordsOf(fact: FactWithKind, count: 'N' | undefined): string {
  if (fact.kind === 'fields') return `${fact.count} times`;
  if (fact.kind === 'lists') return `${fact.count} lists`;
  if (fact.kind === 'items') return String(fact.count);
  if (fact.kind === 'items-each') return `${fact.count === 1 ? 'one' : fact.count} for each recipient`;
  if (fact.kind === 'items-fewer') return `only ${count ?? fact.count} for more recipients`;
  if (fact.kind === 'items-more') return `${count ?? fact.count} more than recipients`;
  if (fact.kind === 'answer') return `${fact.status} ${fact.reply}`;
  if (fact.kind === 'packet') return `packet ${fact.number}`;
  if (fact.kind === 'time') return fact.offset ? `${fact.shape}, ${fact.offset}` : fact.shape;
  if (fact.kind === 'sent-cut') return `as sent, but cut off after character ${count ?? fact.length}`;
  if (fact.kind === 'sent-changed') return `as sent, but ${changeText(fact.change)}`;
  if (fact.kind === 'number-changed') return changeText(fact.change);
  return WORDS[fact.kind];
}

function changeText(change: TextChange): string {
  return valueText(wordedChange(change)?.text ?? '');
}

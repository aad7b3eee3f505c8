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

/** Returns a text that is as sent to a character alone as that text; any other fact is returned as it is. */
export function asText<Given extends Fact | undefined>(fact: Given): Given | string {
  return typeof fact === 'object' && fact.kind === 'sent-until' ? fact.text : fact;
}

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
  switch (fact.kind) {
    case 'fields':
      return `${fact.count} times`;
    case 'lists':
      return `${fact.count} lists`;
    case 'items':
      return String(fact.count);
    case 'items-each':
      return `${fact.count === 1 ? 'one' : fact.count} for each recipient`;
    case 'items-fewer':
      return `only ${count ?? fact.count} for more recipients`;
    case 'items-more':
      return `${count ?? fact.count} more than recipients`;
    case 'elements':
      return fact.text.trim() === '' ? 'elements' : `elements beside ${JSON.stringify(fact.text)}`;
    case 'answer':
      return `${fact.status} ${fact.reply}`;
    case 'packet':
      return `packet ${fact.number}`;
    case 'time':
      return fact.offset ? `${fact.shape}, ${fact.offset}` : fact.shape;
    case 'sent-cut':
      return `as sent, but cut off after character ${count ?? fact.length}`;
    case 'sent-until':
      return `as sent, but another text from character ${count ?? fact.length + 1} on`;
    case 'sent-changed':
      return `as sent, but ${changeText(fact.change)}`;
    case 'number-changed':
      return changeText(fact.change);
    default:
      return WORDS[fact.kind];
  }
}

function changeText(change: TextChange): string {
  return valueText(wordedChange(change)?.text ?? '');
}

import { shortHash } from '../cases/plan/generate.ts';
import { wordedChange } from '../findings/known-messages.ts';
import { valueText } from '../findings/value-text.ts';
import type { TextChange } from '../reading/text-change.ts';
import type { TextSource } from '../reading/text-source.ts';
import { limits } from './limits.ts';

/** The words for facts without parts. */
const WORDS = {
  absent: 'absent',
  nil: 'nil',
  empty: 'empty',
  'no-items': 'none',
  'other-recipient': 'another recipient',
  'shared-packet': 'a packet of several exchanges',
  sent: 'as sent',
  'sent-by-other': 'as another call sent it',
  'sent-without-plus': 'as sent, but plus signs were removed',
  generated: 'another text, different in each exchange',
} as const;

/** What a field of a reply, or its list, says, as far as the calls of its exchange explain it. */
export type ReplyFact =
  | TextSource
  | { readonly kind: keyof typeof WORDS }
  | { readonly kind: 'fields' | 'lists'; readonly count: number }
  /** Delivery results: where the recipients are unknown, for each of them, for a part of them, or beyond them. */
  | { readonly kind: 'items' | 'items-each' | 'items-fewer' | 'items-more'; readonly count: number }
  /** A time near that of the call, with its offset to the clock. */
  | { readonly kind: 'time'; readonly shape: string; readonly offset: string | undefined };

/** A fact, or else a text, such as a gateway writes it. */
export type FactOrText = string | ReplyFact;

/** Values by the name under which they are compared, such as `PacketStatus` or `header server`. */
export type Values = Readonly<Record<string, FactOrText>>;

/** True if a value is a fact of one of these kinds. */
export function isOfKind(value: FactOrText | undefined, ...kinds: readonly ReplyFact['kind'][]): boolean {
  return typeof value === 'object' && kinds.includes(value.kind);
}

/**
 * Words a value, cut where it has no room: beginning, length and digest stay. `count` stands in place of a number of recipients
 * or characters that varies with the input.
 */
export function factText(value: FactOrText, count?: 'N'): string {
  const text = typeof value === 'string' ? value : wordsOf(value, count);
  if (text.length <= limits.value) return text;
  return `${text.slice(0, limits.value)}… (${text.length} characters, ${shortHash(text)})`;
}

function wordsOf(fact: ReplyFact, count: 'N' | undefined): string {
  if (fact.kind === 'fields') return `${fact.count} times`;
  if (fact.kind === 'lists') return `${fact.count} lists`;
  if (fact.kind === 'items') return String(fact.count);
  if (fact.kind === 'items-each') return `${fact.count === 1 ? 'one' : fact.count} for each recipient`;
  if (fact.kind === 'items-fewer') return `only ${count ?? fact.count} for more recipients`;
  if (fact.kind === 'items-more') return `${count ?? fact.count} more than recipients`;
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

import type { Call } from '../model/contract.ts';
import { addTo } from '../text/add-to.ts';
import { isSameSubscriber } from './recipients.ts';
import { conversionOf, differAt, numberDifference, type TextChange } from './text-change.ts';

/** Where the text of a field comes from, as far as the calls of its exchange show it. */
export type TextSource =
  /** The send of the packet, or another call of the exchange. */
  | { readonly kind: 'sent' | 'sent-by-other' }
  /** The send of the packet, whose text or number was changed in a known way. */
  | { readonly kind: 'sent-changed' | 'number-changed'; readonly change: TextChange }
  /** The beginning of the text that was sent, in UTF-16 code units. */
  | { readonly kind: 'sent-cut'; readonly length: number }
  | { readonly kind: 'sent-without-plus' }
  /** Another text behind so many UTF-16 code units of what was sent. */
  | { readonly kind: 'sent-until'; readonly length: number; readonly text: string }
  /** A packet of the exchange, in the order in which the target gave them, from 1. */
  | { readonly kind: 'packet'; readonly number: number };

/** Values that the replies of an exchange can repeat. */
export type ExchangeValues = ReturnType<typeof exchangeValues>;

/**
 * Returns the values of an exchange that a reply can repeat: those that were sent and are echoed, and the packets.
 * @param about calls that sent the packet of the reply
 * @param others calls of the exchange that sent other packets
 * @param packets in the order in which the target gave them; `identifier` is the field that holds one
 * @param elsewhere values that any exchange sent, by `<field> <value>`
 */
export function exchangeValues(
  about: readonly Call[],
  others: readonly Call[],
  packets: readonly string[],
  identifier: string,
  elsewhere: ReadonlySet<string> = new Set(),
) {
  const sent = sentValues(about);
  const sentByOthers = sentValues(others);
  const recipients = sent.filter(({ role, echo }) => role === 'recipients' && echo !== undefined);
  const echoed = new Map<string, string[]>();
  for (const { text, echo } of sent) if (echo !== undefined) addTo(echoed, echo, text);
  return {
    /** By `<field> <value>`. */
    sources: new Map<string, TextSource>([
      ...sentByOthers.map(({ text, echo }) => [`${echo} ${text}`, { kind: 'sent-by-other' }] as const),
      ...sent.map(({ text, echo }) => [`${echo} ${text}`, { kind: 'sent' }] as const),
      ...packets.map(
        (text, index) => [`${identifier} ${text}`, { kind: 'packet', number: index + 1 }] as const,
      ),
    ]),
    /** Texts of the send by the field that repeats them. */
    echoed,
    sent,
    sentByOthers,
    packets,
    elsewhere,
    /** Field of a delivery result that names its recipient, and the recipients in the order in which they were sent. */
    recipients: {
      field: recipients[0]?.echo ?? '',
      numbers: [...new Set(recipients.map(({ text }) => text))],
    },
  };
}

function sentValues(calls: readonly Call[]) {
  return calls.flatMap(({ operation, values }) =>
    operation.parameters.flatMap(({ name, echo, role }) =>
      [values[name] ?? []].flat().map((text) => ({ text, name, echo, role })),
    ),
  );
}

/** Sent values that a text is compared with, whatever they end in. */
const MOST_COMPARED = 20;

const DIGITS_COMPARED = 4;

/** Returns where the text of a field comes from; undefined where the exchange does not show it. */
export function textSource(field: string, text: string, values: ExchangeValues): TextSource | undefined {
  const known = values.sources.get(`${field} ${text}`);
  if (known) return known;
  const isNumber = field === values.recipients.field;
  const all = values.echoed.get(field) ?? [];
  // Of a long list only those with the same last digits, or each number would be compared with each.
  const ending = text.slice(-DIGITS_COMPARED);
  const echoed = all.length > MOST_COMPARED ? all.filter((value) => value.endsWith(ending)) : all;
  const [change] = echoed.flatMap((value) => conversionOf(value, text) ?? []);
  if (change) return { kind: 'sent-changed', change };
  // Of a number and of any other text in its field alike.
  if (echoed.some((value) => value.replaceAll('+', '') === text)) return { kind: 'sent-without-plus' };
  const number = isNumber ? echoed.find((value) => isSameSubscriber(value, text)) : undefined;
  if (number !== undefined) return { kind: 'number-changed', change: numberDifference(number, text) };
  if (echoed.some((value) => value.startsWith(text))) return { kind: 'sent-cut', length: text.length };
  if (values.elsewhere.has(`${field} ${text}`)) return { kind: 'sent-by-other' };
  // A whole value in another text, and a number, say more as they are.
  const alike = echoed.map((value) => (text.startsWith(value) ? 0 : differAt(value, text)));
  const length = isNumber ? 0 : Math.max(0, ...alike);
  return length < LEAST_KNOWN ? undefined : { kind: 'sent-until', length, text };
}

/** Characters of a value by which a request is known; a shorter one is in many replies by accident. */
export const LEAST_KNOWN = 5;

/** Returns the values of calls that their replies repeat, by `<field> <value>`. */
export function echoedValues(calls: readonly Call[]): ReadonlySet<string> {
  const long = sentValues(calls).filter(({ text, echo }) => echo !== undefined && text.length >= LEAST_KNOWN);
  return new Set(long.map(({ text, echo }) => `${echo} ${text}`));
}

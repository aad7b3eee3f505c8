import { wordedChange } from '../findings/known-messages.ts';
import { valueText } from '../findings/value-text.ts';
import type { Call } from '../model/contract.ts';
import { isSameSubscriber } from '../reading/recipients.ts';
import { conversionOf, numberDifference, type TextChange } from '../reading/text-change.ts';
import { GUID, shapeOf, TIMES, withShapes } from '../text/shapes.ts';
import { offsetOf, offsetText, readTime } from '../text/times.ts';

/** The meanings of values in one reply of an exchange. */
export type ReplyMeanings = ReturnType<typeof meaningsOf> & {
  /** Times of the request, and of the send of its packet where the exchange has it, in milliseconds. */
  readonly clock: number;
  readonly sentAt: number | undefined;
};

/** The word for a value that comes back in its field. */
export const AS_SENT = 'as sent';

/** The word for a value that comes back in its field, but of a packet that another call of the exchange sent. */
const AS_SENT_BY_OTHER = 'as another call sent it';

/** Characters of a value that is looked for inside other texts; a shorter one is there by accident. */
const LEAST_INSIDE = 5;

/**
 * Returns the meanings of the values of an exchange: those that were sent and are echoed, and the packets.
 * @param about calls that sent the packet of a reply
 * @param others calls of the exchange that sent other packets
 * @param packets in the order in which the target gave them; `identifier` is the field that holds one
 */
export function meaningsOf(
  about: readonly Call[],
  others: readonly Call[],
  packets: readonly string[],
  identifier: string,
) {
  const returned = packets.map((text, index) => ({ text, name: `packet ${index + 1}` }));
  const sent = sentValues(about);
  const sentByOthers = sentValues(others);
  const recipients = sent.filter(({ role, echo }) => role === 'recipients' && echo !== undefined);
  return {
    /** By `<field> <value>`. */
    values: new Map([
      ...sentByOthers.map(({ text, echo }) => [`${echo} ${text}`, AS_SENT_BY_OTHER] as const),
      ...sent.map(({ text, echo }) => [`${echo} ${text}`, AS_SENT] as const),
      ...returned.map(({ text, name }) => [`${identifier} ${text}`, name] as const),
    ]),
    sent,
    /** Field of a delivery result that names its recipient, and the recipients in the order in which they were sent. */
    recipients: {
      field: recipients[0]?.echo ?? '',
      numbers: [...new Set(recipients.map(({ text }) => text))],
    },
    /** Values that are replaced inside longer texts, longest first, with what replaces them. */
    inside: [...returned, ...sent, ...sentByOthers]
      .filter(({ text }) => text.length >= LEAST_INSIDE)
      .sort((a, b) => b.text.length - a.text.length)
      .map(({ text, name }) => [text, `<${name}>`] as const),
  };
}

function sentValues(calls: readonly Call[]) {
  return calls.flatMap(({ operation, values }) =>
    operation.parameters.flatMap(({ name, echo, role }) =>
      [values[name] ?? []].flat().map((text) => ({ text, name, echo, role })),
    ),
  );
}

/** Words the conversion of a sent value that comes back in its field, so that the same conversion is one difference. */
export function conversionIn(field: string, text: string, meanings: ReplyMeanings): string | undefined {
  const echoed = meanings.sent.flatMap((value) => (value.echo === field ? [value.text] : []));
  const [found] = echoed.flatMap((value) => conversionOf(value, text) ?? []);
  if (found) return `${AS_SENT}, but ${conversionText(found)}`;
  // Of a number and of any other text in its field alike.
  const isPlusless = echoed.some((value) => value.replaceAll('+', '') === text);
  if (isPlusless) return `${AS_SENT}, but plus signs were removed`;
  const isNumber = field === meanings.recipients.field;
  const number = isNumber ? echoed.find((value) => isSameSubscriber(value, text)) : undefined;
  if (number !== undefined) return conversionText(numberDifference(number, text));
  const isCut = echoed.some((value) => value.startsWith(text));
  return isCut ? `${AS_SENT}, but cut off after character ${text.length}` : undefined;
}

function conversionText(change: TextChange): string {
  return valueText(wordedChange(change)?.text ?? '');
}

/** Puts labels in the place of sent values, packets, GUIDs and the time of the reply. */
export function withoutNoise(text: string, { inside, clock }: ReplyMeanings): string {
  let shown = text;
  for (const [value, label] of inside) shown = shown.replaceAll(value, label);
  return shown
    .replace(GUID, '<GUID>')
    .replace(TIMES, (time) => (isNow(time, clock) ? `<${shapeOf(time)}>` : time));
}

/** Does the same with a whole text that is a time, and adds its offset to the clock. */
export function clockShape(text: string, { clock, sentAt }: ReplyMeanings): string | undefined {
  const time = readTime(text);
  if (!time || !isNow(text, clock)) return undefined;
  const offset = sentAt === undefined ? undefined : offsetOf(time, sentAt);
  return `${shapeOf(text) ?? withShapes(text)}${offset ? `, ${offsetText(offset)}` : ''}`;
}

/** The most that a clock may be wrong by: a day, or the zones between two places. */
const NEAR = 26 * 60 * 60_000;

/** True if a time is that of the call, in any zone; other times are compared as they are. */
function isNow(text: string, clock: number): boolean {
  return readTime(text)?.readings.some((time) => Math.abs(time - clock) <= NEAR) ?? false;
}

/** A value as a comparison shows it. */
export type Shown = (field: string, value: string) => string;

type ValuesByField = readonly Readonly<Record<string, string>>[];

/** Counts of recipients or characters; where many inputs have different ones, these are one difference without the count. */
const COUNT = /(?<=\bonly |cut off after character )\d+|\b\d+(?= more than recipients)/;
const MANY_COUNTS = 5;

/** Makes the function that hides times and numbers that vary on the old side, and counts that vary on either side. */
export function noiseIn(old: ValuesByField, now: ValuesByField = []): Shown {
  const seen = new Map<string, Set<string>>();
  const keyOf = (field: string, value: string) => `${field}\n${shapeOfValue(value)}`;
  const [before = [], after = []] = [old, now].map((all) => all.flatMap((values) => Object.entries(values)));
  for (const [field, value] of [...before, ...after.filter((entry) => COUNT.test(entry[1]))]) {
    const key = keyOf(field, value);
    seen.set(key, (seen.get(key) ?? new Set()).add(value));
  }
  return (field, value) => {
    const isSteady = (seen.get(keyOf(field, value))?.size ?? 0) < (COUNT.test(value) ? MANY_COUNTS : 2);
    return isSteady ? value : shapeOfValue(value);
  };
}

function shapeOfValue(value: string): string {
  const plain = value.replace(COUNT, 'N').replace(/, [^,]+ (?:ahead of|behind) UTC$/, '');
  return shapeOf(value) ?? withShapes(plain);
}

import { steadyTimeShape, withShapes } from '../text/shapes.ts';
import { isNoTime, isUnset, offsetOf, offsetText, plainDigits, readTime, WHOLE_TIME } from '../text/times.ts';
import type { FactWithKind } from './facts.ts';

type TimeFact = Extract<FactWithKind, { readonly kind: 'time' }>;

/** Times of a call in milliseconds: `clock` is that of its request, `sentAt` that of the send of its packet, where that is known. */
export interface CallTimes {
  readonly clock: number;
  readonly sentAt: number | undefined;
}

const DAY = 24 * 60 * 60_000;

/** The most that a clock may be wrong by: a day, or the zones between two places. */
const NEAR = (26 / 24) * DAY;

/**
 * Returns the shape of a time of the call, in any zone; undefined for other texts. It is the same on every day and at every
 * hour, also of a time that no calendar and no clock has, so that an accepted difference is found again in later runs.
 */
export function callTimeShape(text: string, clock: number): string | undefined {
  // A recording without times has 0.
  if (clock === 0) return undefined;
  const plain = plainDigits(text);
  const [, first = '', , middle = '', last = '', , minutes] = WHOLE_TIME.exec(plain) ?? [];
  if (first === '') return isNumberOf(text, clock) ? withShapes(text).replace(/^<(.*)>$/, '$1') : undefined;
  // A pattern with `mm` for `MM` writes the minutes in the place of the month.
  const month = middle === minutes ? String(new Date(clock).getUTCMonth() + 1) : '';
  const orders = [
    ['dMy', last, middle, first],
    ['Mdy', last, first, middle],
    ['yMd', first, middle, last],
    ['ydM', first, last, middle],
    ['dmy', last, month, first],
    ['ymd', first, month, last],
  ] as const;
  const order = orders.find(([, ...date]) => isDayOf(date, clock))?.[0];
  const years = [clock - NEAR, clock + NEAR].map((time) => String(new Date(time).getUTCFullYear()));
  const isOfYear = years.includes(first) || years.includes(last);
  if (!order && !(isOfYear && isNoTime(plain))) return undefined;
  const isPossible = order !== undefined && readTime(plain.replace(/^[^T ]+/, '2026-01-01')) !== undefined;
  return steadyTimeShape(text, isPossible, order);
}

/** The most that a time of a call is apart from its clock; month and day in each other's place are a month apart. */
const MOST_APART = 3 * DAY;

/** Returns a text that is a time of the call as such, with its zone and its offset to the clock; undefined for other texts. */
export function timeFact(text: string, { clock, sentAt }: CallTimes): TimeFact | undefined {
  const shape = callTimeShape(text, clock);
  if (shape === undefined) return undefined;
  const off = sentAt === undefined ? undefined : callTimeOffset(text, clock, sentAt);
  const isKnown = off !== undefined && Math.abs(off.offset) <= MOST_APART;
  const zone = WHOLE_TIME.exec(plainDigits(text))?.at(-2)?.replace('Z', '');
  const words = [zone, off?.offset === 0 ? '' : off?.words].filter(Boolean).join(', ');
  return { kind: 'time', shape, offset: isKnown ? words : undefined };
}

/** Words of an offset of a time that has a zone. */
const OF_ZONED = ['ahead of the clock', 'behind the clock'] as const;

/** Returns how far a time is ahead of the send of its packet, in milliseconds and in words; undefined where that is not certain. */
export function callTimeOffset(text: string, clock: number, sentAt: number) {
  const time = readTime(text);
  if (!time || isUnset(time)) return undefined;
  const near = time.readings.find((reading) => Math.abs(reading - clock) <= MOST_APART);
  const offset = offsetOf(near === undefined ? time : { ...time, readings: [near, near] }, sentAt);
  if (offset === undefined) return undefined;
  return { offset, words: offsetText(offset, time.hasZone ? OF_ZONED : undefined) };
}

const isNear = (time: number, clock: number) => Math.abs(time - clock) <= NEAR;

/** True if a date, with four or two digits of the year, is that of a clock in any zone. */
function isDayOf([year, month, day]: readonly [string, string, string], clock: number): boolean {
  const full = Number(year) + (year.length === 2 ? 2000 : 0);
  const date = new Date(Date.UTC(full, Number(month) - 1, Number(day)));
  return (
    date.getUTCMonth() + 1 === Number(month) && Math.abs(date.getTime() + DAY / 2 - clock) <= NEAR + DAY / 2
  );
}

/** True if a text is a time of the call in digits alone, as `yyyyMMdd` or `yyyyMMddHHmmss`, or counted since 1970. */
function isNumberOf(text: string, clock: number): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)(?:\d{6})?$/.exec(text) ?? [];
  const unit = /^\d{10}$/.test(text) ? 1_000 : /^\d{13}$/.test(text) ? 1 : Number.NaN;
  const counted = readTime(text)?.readings ?? [Number(text) * unit];
  return isDayOf([year, month, day], clock) || counted.some((time) => isNear(time, clock));
}

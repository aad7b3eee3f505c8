import { remembered } from '../text/remembered.ts';
import { dateShape, steadyTimeShape, timeOfDayShape, withShapes } from '../text/shapes.ts';
import { isNoTime, isUnset, offsetOf, offsetText, plainDigits, readTime, WHOLE_TIME } from '../text/times.ts';
import type { TimeFact } from './facts.ts';

/** Times of a call in milliseconds: `clock` is that of its request, `sentAt` that of the send of its packet, where that is known. */
export interface CallTimes {
  readonly clock: number;
  readonly sentAt: number | undefined;
}

const DAY = 24 * 60 * 60_000;

/** The most that a clock may be wrong by: a day, or the zones between two places. */
const NEAR = (26 / 24) * DAY;

const QUARTER = DAY / 96;

/** The most that a clock of the world is ahead of UTC. */
const FURTHEST_AHEAD = (14 / 24) * DAY;

/** The most that a time of day is from the clock in a zone, which are whole quarters of an hour. */
const MOST_OF_DAY = 3 * 60_000;

/** A zone behind a time and a space, as .NET and HTTP write it. */
const ZONE_BEHIND = / (?:[+-]\d\d:?\d\d|UTC|GMT)$/;

/** Three letters and a bar each. */
const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';

/** A date whose month is a word, with the day before it, as HTTP writes it, or behind it, as SQL Server does. */
const MONTH_AS_WORD = new RegExp(
  `^(?:[A-Z][a-z]+, ?)?(?:(\\d{1,2})[ -](${MONTHS})[a-z]*|(${MONTHS})[a-z]* +(\\d{1,2}),?)[ -](\\d{4})( +|$)`,
);

/** A time as C and Java write it. */
const YEAR_LAST = /^[A-Z][a-z]{2} ([A-Z][a-z]{2} +\d{1,2}) ([\d:]+)( [A-Z]{3,4})? (\d{4})$/;

const YEAR_FIRST = /^\d{4}-/;

/** A date with two digits of the year, first or last. */
const SHORT_DATE = /^(\d{1,2}[-./])(\d{1,2}[-./])(\d{1,2})(?!\d)/;

/** Writes a time in another form in that of WHOLE_TIME. */
const plainForm = remembered((text) =>
  plainDigits(text)
    .replace(YEAR_LAST, '$1 $4 $2$3')
    .replace(ZONE_BEHIND, (zone) => (/\d/.test(zone) ? zone.trim() : 'Z'))
    .replace(MONTH_AS_WORD, (_, day, month, first, second, year, end) => {
      return `${day ?? second}.${MONTHS.indexOf(month ?? first) / 4 + 1}.${year}${end && ' '}`;
    })
    .replace(/(?<=:\d\d)(?=[AP]M$)/, ' '),
);

/** Returns the years that a clock has in the zones. */
const yearsAt = (clock: number) =>
  [clock - NEAR, clock + NEAR].map((time) => new Date(time).getUTCFullYear());

/** Writes a time in that form with four digits of the year. */
function plainTime(text: string, clock: number): string {
  const fullYear = (digits: string) =>
    yearsAt(clock).find((year) => year % 100 === Number.parseInt(digits, 10));
  return plainForm(text).replace(SHORT_DATE, (date, first, middle, last) => {
    const [atStart, atEnd] = [first, last].map(fullYear);
    if (atEnd !== undefined) return `${first}${middle}${atEnd}`;
    return atStart === undefined ? date : `${atStart}${date.slice(first.length - 1)}`;
  });
}

/** Reads a time of the call; one without a date has the day on which a zone has it at the clock. */
function readAt(text: string, clock: number) {
  // Most times are written so, and a run reads tens of thousands.
  const plain = YEAR_FIRST.test(text) ? readTime(text) : undefined;
  if (plain) return plain;
  const ofDay = timeOfDayShape(text) === undefined ? undefined : readTime(`2026-01-01 ${text}`);
  if (!ofDay)
    return readTime(plainTime(text, clock)) ?? (isNumberOf(text, clock) ? readDigits(text) : undefined);
  const [reading] = ofDay.readings;
  const near = reading - Math.ceil((reading - clock - FURTHEST_AHEAD) / DAY) * DAY;
  return { ...ofDay, readings: [near, near] as const };
}

/** Reads a time in digits alone, or counted in seconds or milliseconds since 1970. */
function readDigits(text: string) {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6');
  return readTime(iso.replace(/^\d{10}$/, '$&000').replace(/^\d{13}$/, '/Date($&)/'));
}

/**
 * Returns the shape of a time of the call, in any zone; undefined for other texts. It is the same on every day and at every
 * hour, also of a time that no calendar and no clock has, so that an accepted difference is found again in later runs.
 */
export function callTimeShape(text: string, clock: number): string | undefined {
  // A recording without times has 0.
  if (clock === 0) return undefined;
  const ofDay = timeOfDayShape(text);
  if (ofDay !== undefined) {
    const apart = (readAt(text, clock)?.readings[0] ?? Number.NaN) - clock;
    return Math.abs(apart - Math.round(apart / QUARTER) * QUARTER) <= MOST_OF_DAY ? ofDay : undefined;
  }
  const plain = plainTime(text, clock);
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
  const isOfYear = yearsAt(clock).some((year) => [first, last].includes(String(year)));
  if (!order && !(isOfYear && isNoTime(plain))) return undefined;
  const isPossible = order !== undefined && readTime(plain.replace(/^[^T ]+/, '2026-01-01')) !== undefined;
  const [zone = ''] = ZONE_BEHIND.exec(text) ?? [];
  const written = text.slice(0, text.length - zone.length);
  const shape = /[A-Z][a-z]/.test(written)
    ? dateShape(written.replace(/(?<=\d) ?[AP]M$/, ' AM').replace(/ +/g, ' ')).replace(/[<>]/g, '')
    : steadyTimeShape(written, isPossible, order);
  return shape + zone.replace(/[+-].*/, 'zzz');
}

/** The most that a time of a call is apart from its clock; month and day in each other's place are a month apart. */
const MOST_APART = 3 * DAY;

/** Returns a text that is a time of the call as such, with its zone and its offset to the clock; undefined for other texts. */
export function timeFact(text: string, { clock, sentAt }: CallTimes): TimeFact | undefined {
  const shape = callTimeShape(text, clock);
  if (shape === undefined) return undefined;
  const off = sentAt === undefined ? undefined : callTimeOffset(text, clock, sentAt);
  const isKnown = off !== undefined && Math.abs(off.offset) <= MOST_APART;
  const zone = WHOLE_TIME.exec(plainTime(text, clock))?.at(-2)?.replace('Z', '');
  const words = [zone, off?.offset === 0 ? '' : off?.words].filter(Boolean).join(', ');
  return { kind: 'time', shape, offset: isKnown ? words : undefined };
}

/** Words of an offset of a time that has a zone. */
const OF_ZONED = ['ahead of the clock', 'behind the clock'] as const;

/** Returns how far a time is ahead of the send of its packet, in milliseconds and in words; undefined where that is not certain. */
export function callTimeOffset(text: string, clock: number, sentAt: number) {
  const time = readAt(text, clock);
  if (!time || isUnset(time)) return undefined;
  const near = time.readings.find((reading) => Math.abs(reading - clock) <= MOST_APART);
  const offset = offsetOf(near === undefined ? time : { ...time, readings: [near, near] }, sentAt);
  if (offset === undefined) return undefined;
  return { offset, words: offsetText(offset, time.hasZone ? OF_ZONED : undefined) };
}

const isNear = (time: number, clock: number) => Math.abs(time - clock) <= NEAR;

/** True if a date is that of a clock in any zone. */
function isDayOf([year, month, day]: readonly [string, string, string], clock: number): boolean {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
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

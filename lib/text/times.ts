import type { Masked } from '../model/running/masked.ts';
import { remembered } from './remembered.ts';

/** A date, a time or both, in digits, with what usually appears between them. */
export const TIME =
  /\b(\d{1,4})([-./])(\d{1,2})[-./](\d{1,4})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?(Z|[+-]\d{2}:?\d{2})?\b/;

/** A whole text that is a time, also by the clock of twelve hours, as .NET writes it in the United States. */
export const WHOLE_TIME = new RegExp(`^${TIME.source}(?: ([AP])M)?$`);

/** A time of day without a date, but not midnight, which stands for none. */
export const TIME_OF_DAY =
  /^(?!0?0:00(?::00(?:[.,]0+)?)?$|12:00(?::00)? AM$)\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?( [AP]M)?$/;

/** A time as ASP.NET writes it in JSON: milliseconds since the epoch. */
const TICKS = /^\/Date\((\d+)(?:[+-]\d{4})?\)\/$/;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The digits that Arabic and Persian write. */
const ARABIC_DIGITS = /[٠-٩۰-۹]/g;

/** Words of programs that could not write a time, and patterns of times that were never filled in. */
const UNWRITTEN = /^[Ii]nvalid (?:[Dd]ate|[Tt]ime)|NaN\b|\bundefined\b|\[object |[yY]{4}|[hH]{2}:mm|%Y/;

/** Databases round fractions of a second, SQL Server to 3.3 milliseconds. */
const FRACTION = 10;

export function isoTime(time: Date | number): Masked {
  return new Date(time).toISOString() as Masked;
}

export interface Time {
  /** Milliseconds since the epoch, a time without a zone taken for UTC: with the day before the month, and behind it. NaN is none. */
  readonly readings: readonly [dayFirst: number, monthFirst: number];
  /** The precision, in milliseconds. */
  readonly unit: number;
  readonly hasZone: boolean;
}

/** Writes the digits of a text as those of ASCII. */
export function plainDigits(text: string): string {
  // Both blocks begin at a multiple of 16.
  return text.replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) % 16));
}

/** Reads a text that is a time as a whole, with four digits of the year; undefined for any other. */
export const readTime = remembered((written): Time | undefined => {
  const text = plainDigits(written);
  if (isNoTime(text)) return undefined;
  const ticks = TICKS.exec(text)?.[1];
  if (ticks !== undefined) return { readings: [Number(ticks), Number(ticks)], unit: FRACTION, hasZone: true };
  const [, first = '', mark, middle = '', last = '', ...clock] = WHOLE_TIME.exec(text) ?? [];
  const [hours = '', minutes = '00', seconds = '00', fraction = '', zone = 'Z', half] = clock;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'P' ? 12 : 0);
  const ofDay = `T${String(hour).padStart(2, '0')}:${minutes}:${seconds}.${fraction || '0'}`;
  const ending = ofDay + zone.replace(/(\d\d):?(\d\d)$/, '$1:$2');
  const read = (year: string, month: string, day: string) =>
    Date.parse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${ending}`);
  const yearFirst = read(first, middle, last);
  const readings: Time['readings'] =
    first.length === 4
      ? [yearFirst, yearFirst]
      : // With dots the day is always the first.
        [read(last, middle, first), mark === '.' ? Number.NaN : read(last, first, middle)];
  if (readings.every(Number.isNaN)) return undefined;
  const unit = hours === '' ? DAY : clock[2] === undefined ? MINUTE : fraction === '' ? SECOND : FRACTION;
  return { readings, unit, hasZone: clock[4] !== undefined };
});

/**
 * True if a text is no time in any format: a day or an hour that no calendar and no clock has, such as 2026-27-11, or
 * words of a program that could not write a time. A date of zeros means no time.
 */
export const isNoTime = remembered((written): boolean => {
  const text = plainDigits(written);
  if (UNWRITTEN.test(text)) return true;
  const [, first = '', , middle = '', last = '', hours = '', minutes = '', seconds = ''] =
    WHOLE_TIME.exec(text) ?? [];
  if (first === '' || !/[1-9]/.test(text)) return false;
  if (Number(hours) > 24 || Number(minutes) > 59 || Number(seconds) > 60) return true;
  const orders = [[first, middle, last] as const, [last, middle, first], [last, first, middle]] as const;
  const possible = first.length === 4 ? orders.slice(0, 1) : last.length === 4 ? orders.slice(1) : orders;
  return !possible.some(([year, month, day]) => isPossibleDay(Number(year), Number(month), Number(day)));
});

/** True if the day exists; in a year that may be of another calendar, if any calendar has such a day. */
function isPossibleDay(year: number, month: number, day: number): boolean {
  const full = year < 100 ? 2000 + year : year;
  const isOurs = full >= 1970 && full < 2070;
  const days = isOurs ? new Date(Date.UTC(full, month, 0)).getUTCDate() : 32;
  return month >= 1 && month <= (isOurs ? 12 : 13) && day >= 1 && day <= days;
}

/** Days that mean no time: in .NET, in SQL Server, in OLE and in Unix. */
const NONE = ['0001-01-01', '1753-01-01', '1899-12-30', '1900-01-01', '1970-01-01'].map(Date.parse);

/** True if a time means no time, in any zone. */
export function isUnset({ readings }: Time): boolean {
  const isNone = (time: number) => NONE.some((none) => Math.abs(time - none) < 2 * DAY);
  return readings.every((reading) => Number.isNaN(reading) || isNone(reading));
}

/** The furthest that a clock of the world is behind UTC, and an hour for a clock that is wrong. */
const MOST_BEHIND = 13 * HOUR;

/** Less than a day, so that the next day is off; clocks are 14 hours ahead at most, and a message may wait for the morning. */
const MOST_AHEAD = 23 * HOUR;

/** A day later in the zone that is furthest ahead, and an hour for a clock that is wrong: a message may wait as long. */
export const MOST_WAITING: number = 39 * HOUR;

/** True if a time is neither that of a clock nor soon after it, whatever its zone and its order of day and month. */
export function isOffClock({ readings, unit }: Time, clock: number, most: number = MOST_AHEAD): boolean {
  const least = -MOST_BEHIND - (unit === DAY ? DAY : 0);
  return readings.every((reading) => !(reading - clock >= least && reading - clock <= most));
}

/**
 * Returns whether a time is before (-1), at (0) or behind (1) another, within the unit of the coarser one. Returns
 * undefined if the order depends on a missing zone, or on which number is the month.
 */
export function orderOf(a: Time, b: Time): number | undefined {
  if (a.hasZone !== b.hasZone) return undefined;
  const unit = Math.max(a.unit, b.unit);
  const [order, ...more] = a.readings.flatMap((reading, index) => {
    const apart = reading - (b.readings[index] ?? Number.NaN);
    if (Number.isNaN(apart)) return [];
    // A date is cut, never rounded.
    return Math.abs(apart) < unit || (Math.abs(apart) === unit && unit < DAY) ? 0 : Math.sign(apart);
  });
  return more.every((sign) => sign === order) ? order : undefined;
}

/** Returns the milliseconds, to a quarter of an hour, that a time is ahead of a clock; undefined if the time of day is not certain. */
export function offsetOf({ readings, unit }: Time, clock: number): number | undefined {
  const [time, ...more] = new Set(readings.filter((reading) => !Number.isNaN(reading)));
  if (time === undefined || more.length > 0 || unit === DAY) return undefined;
  return Math.round((time - clock) / (15 * MINUTE)) * 15 * MINUTE;
}

/** Words an offset, such as `3 h ahead of UTC`; `none` where there is none. */
export function offsetText(offset: number, [more, less]: readonly string[] = ['ahead of UTC', 'behind UTC']) {
  const size = Math.abs(offset);
  const parts = [
    [Math.floor(size / DAY), 'd'],
    [Math.floor((size % DAY) / HOUR), 'h'],
    [Math.floor((size % HOUR) / MINUTE), 'min'],
    [(size % MINUTE) / SECOND, 's'],
  ] as const;
  const text = parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ');
  return text === '' ? 'none' : `${text} ${offset > 0 ? more : less}`;
}

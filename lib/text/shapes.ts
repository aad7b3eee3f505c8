import { remembered } from './remembered.ts';
import { isNoTime, isUnset, plainDigits, readTime, TIME, TIME_OF_DAY } from './times.ts';

export const GUID = /\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?/gi;

const TIMES = new RegExp(TIME, 'g');

export const WHOLE_GUID = new RegExp(`^(?:${GUID.source})$`, 'i');

/** Replaces identifiers, times and long numbers of a text by shapes, such as `<GUID>` and `<yyyy-MM-dd>`. */
export const withShapes = remembered((text): string => {
  const plain = plainDigits(text);
  if (plain !== text && readTime(text)) return `<${ARABIC}${timeShape(plain)}>`;
  return text
    .replace(GUID, '<GUID>')
    .replace(TIMES, (time) => (isNoTime(time) ? time : `<${timeShape(time)}>`))
    .replace(/\d{6,}/g, (digits) => `<${digits.length} digits>`);
});

const ARABIC = 'Arabic digits ';

/** Returns the shape of a time, with the month first if the day is above 12. A time that means no time is returned unchanged. */
export const dateShape = remembered((text): string => {
  const time = readTime(text);
  if (time && isUnset(time)) return text;
  const ofDay = timeOfDayShape(text);
  if (ofDay !== undefined) return `<${ofDay}>`;
  const [, first = '', , second = ''] = TIME.exec(text) ?? [];
  if (MONTH.test(text) && /\d/.test(text)) return wordsShape(text);
  const shaped = withShapes(text).replace(/> [AP]M$/, ' tt>');
  return first.length < 4 && Number(second) > 12 ? shaped.replace(/<(d+)(.)(M+)/, '<MM$2dd') : shaped;
});

/** Returns the shape of a time of day without a date; undefined for other texts. */
export function timeOfDayShape(text: string): string | undefined {
  const [found, seconds, fraction = '', half] = TIME_OF_DAY.exec(text) ?? [];
  if (found === undefined) return undefined;
  return `HH:mm${seconds ? ':ss' : ''}${fraction.replace(/\d/g, 'f')}${half ? ' tt' : ''}`;
}

const MONTH =
  /\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b/i;
const DAY = /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b/i;

/** Returns the shape of a time with its month as a word, as RFC 1123, Java and Oracle write it. */
function wordsShape(text: string): string {
  const zone = /(?<=:\d\d(?:\.\d+)? ?)[+-]\d{2}:?\d{2}$/.exec(text)?.[0] ?? '';
  const shaped = `${text.slice(0, text.length - zone.length)}${zone && '<zzz>'}`
    .replace(/\d{1,2}(:\d\d)(:\d\d)?|\d+/g, (digits, minutes, seconds) => {
      if (minutes) return `<HH:mm${seconds ? ':ss' : ''}>`;
      return digits.length === 4 ? '<yyyy>' : digits.length < 3 ? '<d>' : '<f>';
    })
    .replace(MONTH, '<MMM>')
    .replace(DAY, '<EEE>')
    .replace(/> [AP]M$/, '> <tt>');
  return shaped.replace(/>([ ,:./-]+)</g, '$1');
}

/** Returns the shape of an identifier; shorter numbers and hexadecimal digits have shapes too. */
export function identifierShape(text: string): string {
  if (/^(?=.*[a-f])(?=.*\d)[\da-f]{8,}$/i.test(text)) return `<${text.length} hexadecimal digits>`;
  return /^\D*\d+\D*$/.test(text)
    ? text.replace(/\d+/, (digits) => `<${digits.length} digits>`)
    : withShapes(text);
}

const patterns: readonly (readonly [shape: RegExp, pattern: string])[] = [
  [/^GUID$/, '\\{?[\\dA-Fa-f]{8}(?:-[\\dA-Fa-f]{4}){3}-[\\dA-Fa-f]{12}\\}?'],
  [/^\d+ digits$/, '\\d+'],
  [new RegExp(`^${ARABIC}`), '[\\p{Nd}T:., /+-]+'],
  [/^\d+ hexadecimal digits$/, '[\\dA-Fa-f]+'],
];

/** Returns a regular expression (flag u) for whole texts of a shape; numbers may have any length. */
export function shapePattern(shaped: string): string {
  const parts = shaped.split(/(<[^<>]+>)/).map((part) => {
    const shape = /^<(.+)>$/.exec(part)?.[1];
    if (shape === undefined) return literalPattern(part);
    const known = patterns.find(([pattern]) => pattern.test(shape));
    if (known) return known[1];
    if (!/^[\dyMdHmsfTZztE:.,/ +-]+$/.test(shape)) return literalPattern(part);
    return literalPattern(shape)
      .replace('zzz', '[+-]\\d{2}:?\\d{2}')
      .replace(/MMM|EEE/g, '[A-Za-z]{3,}')
      .replace(/([yMdHmsf])\1*(?!\{)/g, (run) => digitsPattern(run, shape.startsWith('y')))
      .replace('tt', '[AP]M');
  });
  return `^${parts.join('')}$`;
}

/** Returns the pattern of a part of a time; only a time that begins with the year always has leading zeros. */
function digitsPattern(run: string, isPadded: boolean): string {
  if (run.startsWith('f')) return '\\d+';
  return !isPadded && /[dMH]/.test(run) ? '\\d{1,2}' : `\\d{${run.length}}`;
}

/** Returns the pattern of a regular expression that matches a text literally. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Returns the shape of a text that is a time or an identifier as a whole; otherwise undefined. */
export function shapeOf(text: string): string | undefined {
  return text.includes('<') ? undefined : /^<([^<>]+)>$/.exec(withShapes(text))?.[1];
}

/**
 * Writes the shape of a time, such as `yyyy-MM-ddTHH:mm:ss`.
 * @param order of its date; where it is not known, a time without its year first may have month and day swapped
 */
function timeShape(time: string, order = /^\d{4}/.test(time) ? 'yMd' : 'dMy'): string {
  const zone = TIME.exec(time)?.at(-1) ?? '';
  const letters = [...order, 'H', 'm', 's', 'f'];
  const parts = time.slice(0, time.length - zone.length).split(/(\D)/);
  const shaped = parts.map((part, index) => {
    if (index % 2 === 1) return part;
    const isYear = index <= 4 && part.length === 4;
    return (isYear ? 'y' : (letters[index / 2] ?? 'f')).repeat(part.length);
  });
  return `${shaped.join('')}${zone.replace(/^[+-].*/, 'zzz')}`;
}

/**
 * Writes the shape of a whole time in the same way at every hour of every day, such as `MM/dd/yyyy HH:mm:ss tt`.
 * @param isPossible whether a calendar and a clock have it
 */
export function steadyTimeShape(time: string, isPossible: boolean, order?: string): string {
  const plain = plainDigits(time);
  const shape = timeShape(plain.replace(/[AP]M$/, 'tt'), order);
  // Only a time that begins with the year always has leading zeros.
  const padded = shape.startsWith('yyyy') ? shape : shape.replace(/([dMH])\1?/g, '$1$1');
  return `${isPossible ? '' : 'impossible '}${plain === time ? '' : ARABIC}${padded}`;
}

import { remembered } from './remembered.ts';
import { isNoTime, isUnset, plainDigits, readTime, TIME } from './times.ts';

export const GUID = /\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?/gi;

export const TIMES = new RegExp(TIME, 'g');

/** A text with shapes in the place of identifiers, times and long numbers, such as `<GUID>` and `<yyyy-MM-dd>`. */
export const withShapes = remembered((text): string => {
  const plain = plainDigits(text);
  if (plain !== text && readTime(text)) return `<${ARABIC}${timeShape(plain)}>`;
  return text
    .replace(GUID, '<GUID>')
    .replace(TIMES, (time) => (isNoTime(time) ? time : `<${timeShape(time)}>`))
    .replace(/\d{6,}/g, (digits) => `<${digits.length} digits>`);
});

const ARABIC = 'Arabic digits ';

/** The shape of a time, its month first where the day tells that; of several days, some may not. One that stands for none has none. */
export const dateShape = remembered((text): string => {
  const time = readTime(text);
  if (time && isUnset(time)) return text;
  const [, first = '', , second = ''] = TIME.exec(text) ?? [];
  const shaped = withShapes(text);
  return first.length < 4 && Number(second) > 12 ? shaped.replace(/<(d+)(.)(M+)/, '<MM$2dd') : shaped;
});

/** The same of an identifier, in which a shorter number is one as well, and hexadecimal digits are. */
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

/** A regular expression (flag u) of the whole texts that have a shape; of numbers, whatever their length. */
export function shapePattern(shaped: string): string {
  const parts = shaped.split(/(<[^<>]+>)/).map((part) => {
    const shape = /^<(.+)>$/.exec(part)?.[1];
    if (shape === undefined) return literal(part);
    const known = patterns.find(([pattern]) => pattern.test(shape));
    if (known) return known[1];
    if (!/^[\dyMdHmsfTZz:.,/ +-]+$/.test(shape)) return literal(part);
    return literal(shape)
      .replace('zzz', '[+-]\\d{2}:?\\d{2}')
      .replace(/([yMdHmsf])\1*(?!\{)/g, (run) => digitsOf(run, shape.startsWith('y')));
  });
  return `^${parts.join('')}$`;
}

/** A part of a time; only one that begins with the year is sure to have its leading zeros on every day. */
function digitsOf(run: string, isPadded: boolean): string {
  if (run.startsWith('f')) return '\\d+';
  return !isPadded && /[dMH]/.test(run) ? '\\d{1,2}' : `\\d{${run.length}}`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Returns the shape of a text that is a time or an identifier as a whole; undefined for any other. */
export function shapeOf(text: string): string | undefined {
  return text.includes('<') ? undefined : /^<([^<>]+)>$/.exec(withShapes(text))?.[1];
}

/** `yyyy-MM-ddTHH:mm:ss` and the like; what is day and what is month, a shape cannot say where neither is the year. */
function timeShape(time: string): string {
  const zone = TIME.exec(time)?.at(-1) ?? '';
  const letters = ['d', 'M', /^\d{4}/.test(time) ? 'd' : 'y', 'H', 'm', 's', 'f'];
  const parts = time.slice(0, time.length - zone.length).split(/(\D)/);
  const shaped = parts.map((part, index) => {
    if (index % 2 === 1) return part;
    const isYear = index <= 4 && part.length === 4;
    return (isYear ? 'y' : (letters[index / 2] ?? 'f')).repeat(part.length);
  });
  return `${shaped.join('')}${zone.replace(/^[+-].*/, 'zzz')}`;
}

import type { DeclaredValue, Generator, NumberFormat } from '../../model/contract.ts';
import { interpolate } from '../../yaml/interpolate.ts';

/** The source of generated values. All of it is injected, so that the same source gives the same plan. */
export interface ValueSource {
  /** Unique to the run: letters and digits. */
  readonly runId: string;
  /** The subscriber numbers to draw from, digits with country code; they repeat where a list asks for more. */
  readonly numbers: readonly string[];
  /** How many numbers, from the first, take turns: each call begins where the previous call ended. */
  readonly turning?: number;
  /** Tickets of the target besides the first one. */
  readonly tickets?: readonly string[];
}

/** Returns numbers of a range that is not assigned to subscribers, for the reference and loopback. */
export function sampleNumbers(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `9050000${String(i).padStart(5, '0')}`);
}

/** Computes a generated value: `scope` makes unique ids differ, and earlier calls have drawn `start` numbers. */
export function generate(generator: Generator, source: ValueSource, scope: string, start = 0) {
  if ('unique-id' in generator) return `${generator['unique-id']}-${source.runId}-${shortHash(scope)}`;
  if ('other-ticket' in generator) return source.tickets?.[generator['other-ticket'] - 1] ?? '';
  if ('number' in generator) return numberAt(source, 0, generator.number, start);
  if ('fill' in generator) return fill(withoutReferences(generator.fill), generator.length);
  const once = Array.from({ length: generator.numbers }, (_, i) =>
    numberAt(source, i, generator.format ?? 'country', start),
  );
  return generator.repeat === undefined ? once : Array(generator.repeat).fill(once).flat();
}

export function isTexts(value: DeclaredValue): value is readonly string[] {
  return Array.isArray(value);
}

/** Returns the text of a value that refers to nothing: `$${` is a literal `${`. */
function withoutReferences(text: string): string {
  return interpolate(text, (name) => `\${${name}}`);
}

function numberAt({ numbers, turning = 0 }: ValueSource, index: number, format: NumberFormat, start: number) {
  const place = index < turning ? (start + index) % turning : index;
  const number = numbers[place % numbers.length];
  if (number === undefined) throw new Error('a plan needs at least one number to send to');
  return notations[format](number);
}

/** Write a number, given as digits with country code, in each of the ways that people use. */
export const notations: Readonly<Record<NumberFormat, (number: string) => string>> = {
  country: (number) => number,
  plus: (number) => `+${number}`,
  'double-zero': (number) => `00${number}`,
  zero: (number) => `0${number.replace(/^90/, '')}`,
  bare: (number) => number.replace(/^90/, ''),
};

/** Repeats `text` up to exactly `length` UTF-16 code units; a character that would be cut becomes a full stop. */
export function fill(text: string, length: number): string {
  let made = text.repeat(Math.floor(length / text.length));
  // What is left is shorter than the text.
  for (const character of text) {
    if (made.length + character.length > length) break;
    made += character;
  }
  return made.padEnd(length, '.');
}

/** Returns the FNV-1a hash over UTF-16 code units, in base 36. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, '0');
}

import type { Kept, Masked, MaskedAll, Own } from '../model/running/masked.ts';
import { remembered } from '../text/remembered.ts';
import { type Decoded, decoderOf, LEAST_INSIDE, unescaped } from './decodings.ts';
import { numberFinder } from './find-numbers.ts';
import { type Find, isOneRun, isShort, leastOctets, type SecretPlace, secretFinder } from './find-secrets.ts';

/** Takes every secret out of a text. */
export type Mask = (text: string) => Masked;

/** Nested codings that are searched for a secret. */
const MOST_DEEP = 2;

/**
 * Returns the single mask of a run: it replaces secrets by `***`, and each subscriber number by its own label, in the
 * codings that reports/README.md lists under "What is masked". Every text of a user, a target or the runtime goes through
 * it before it is printed, attached or written. Our words do not: a ticket that is one of our words would spoil reports
 * and be given away by the holes.
 */
export function maskFor(tickets: readonly string[], numbers: readonly string[] = []): Mask {
  const secrets = tickets.filter((secret) => secret !== '');
  if (secrets.length === 0 && numbers.length === 0) return ownText;
  const findNumbers = numberFinder(numbers);
  const findSecrets = secretFinder(secrets);
  const long = secrets.filter((secret) => !isShort(secret));
  const findLongSecrets = secretFinder(long);
  const least = numbers.length > 0 ? LEAST_INSIDE : leastOctets(long);
  const inText: Find = (text) => [...findSecrets(text), ...findNumbers(text)];
  const inOctets: Find = (text) => [...findLongSecrets(text), ...findNumbers(text)];

  // The words of a run are nearly always the same; a secret of several lines is found in no single line.
  const isClean = remembered((digits) => {
    if (!long.every(isOneRun)) return false;
    return decodeAll(digits).every((decoded) => within(decoded, inOctets, MOST_DEEP - 1).next().done);
  });
  const decodeAll = decoderOf(least, () => false);
  const decode = decoderOf(least, isClean);

  function* places(text: string, find: Find, depth: number): Generator<SecretPlace> {
    yield* find(text);
    if (depth === 0) return;
    const plain = unescaped(text);
    if (plain) yield* within(plain, find, depth - 1);
    for (const decoded of decode(text)) yield* within(decoded, inOctets, depth - 1);
  }

  function* within({ text, at }: Decoded, find: Find, depth: number): Generator<SecretPlace> {
    for (const { span, label } of places(text, find, depth)) yield { span: at(...span), label };
  }

  return remembered((text) => ownText(replaceAt(text, places(text, inText, MOST_DEEP))));
}

/** Masks every text in a value, also in members that its type does not name. Keys are ours. */
export function maskAll<T>(value: T, mask: Mask): MaskedAll<T> {
  const masked = (part: unknown): unknown => {
    if (typeof part === 'string') return mask(part);
    if (Array.isArray(part)) return part.map(masked);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, masked(member)]));
  };
  return masked(value) as MaskedAll<T>;
}

/** Makes a text of literals, which are our words, and of masked values or lists of them; the compiler refuses others. */
export function ours<const T extends readonly (string | number | readonly string[])[]>(
  parts: TemplateStringsArray,
  ...values: { [Index in keyof T]: Own<T[Index]> }
): Masked {
  const text = parts.reduce((before, part, index) => {
    const value = values[index - 1];
    return `${before}${Array.isArray(value) ? value.join('') : value}${part}`;
  });
  return ownText(text);
}

export function joinTexts<T extends string, Between extends string>(texts: readonly T[], between: Between) {
  return texts.join(between) as Kept<T | Between>;
}

/** Vouches for our names, such as ids of rules, which a mask must not change because things are found by them. */
export function ownWords<T>(names: T): MaskedAll<T> {
  return names as MaskedAll<T>;
}

/** Vouches for a text where no type can; each use says why. */
export function ownText(text: string): Masked {
  return text as Masked;
}

/** Replaces places by their labels; overlapping places become one with the label of the first. */
function replaceAt(text: string, places: Iterable<SecretPlace>): string {
  let masked = '';
  let read = 0;
  for (const { span, label } of [...places].sort((a, b) => a.span[0] - b.span[0])) {
    const [begin, end] = span;
    if (begin >= read) masked += text.slice(read, begin) + label;
    read = Math.max(read, end);
  }
  return masked + text.slice(read);
}

import type { Kept, Masked, MaskedAll, Own } from '../model/running/masked.ts';
import { remembered } from '../text/remembered.ts';
import { type Decoded, decoderOf, LEAST_INSIDE, unescaped } from './decodings.ts';
import { numberFinder } from './find-numbers.ts';
import { type Find, isOneRun, isShort, leastOctets, type Place, secretFinder } from './find-secrets.ts';

/** Takes every secret out of a text. */
export type Mask = (text: string) => Masked;

/** Codings inside of each other that a secret is looked for in. */
const MOST_DEEP = 2;

/**
 * Returns the one choke point for secrets: it replaces each of them by `***`, and subscriber numbers by labels of their own,
 * in the codings that reports/README.md lists under "What is masked". Everything that came from a user, a target or the
 * runtime goes through it before it is printed, attached or written. Our own words do not, so that a ticket that is one
 * of them neither spoils a report nor is given away by the holes.
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

  // The words of a run are nearly always the same; what is in several lines is found in no single one.
  const isClean = remembered((digits) => {
    if (!long.every(isOneRun)) return false;
    return decodeAll(digits).every((decoded) => within(decoded, inOctets, MOST_DEEP - 1).next().done);
  });
  const decodeAll = decoderOf(least, () => false);
  const decode = decoderOf(least, isClean);

  function* places(text: string, find: Find, depth: number): Generator<Place> {
    yield* find(text);
    if (depth === 0) return;
    const plain = unescaped(text);
    if (plain) yield* within(plain, find, depth - 1);
    for (const decoded of decode(text)) yield* within(decoded, inOctets, depth - 1);
  }

  function* within({ text, at }: Decoded, find: Find, depth: number): Generator<Place> {
    for (const { span, label } of places(text, find, depth)) yield { span: at(...span), label };
  }

  return remembered((text) => ownText(replaceAt(text, places(text, inText, MOST_DEEP))));
}

/** Masks every text in a value, also of members that its type does not name. Keys are our own. */
export function maskAll<T>(value: T, mask: Mask): MaskedAll<T> {
  const masked = (one: unknown): unknown => {
    if (typeof one === 'string') return mask(one);
    if (Array.isArray(one)) return one.map(masked);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, member]) => [key, masked(member)]));
  };
  return masked(value) as MaskedAll<T>;
}

/** Makes a text of literals, which are our own words, and of masked values or lists of them; the compiler takes no other. */
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

/** Vouches for names of ours, such as ids of rules, by which things are found again, so that no mask may change them. */
export function ownWords<T>(names: T): MaskedAll<T> {
  return names as MaskedAll<T>;
}

/** Vouches for a text where no type can; each use says why. */
export function ownText(text: string): Masked {
  return text as Masked;
}

/** Puts labels into their places; places that overlap become one, with the label of the first. */
function replaceAt(text: string, places: Iterable<Place>): string {
  let masked = '';
  let read = 0;
  for (const { span, label } of [...places].sort((a, b) => a.span[0] - b.span[0])) {
    const [begin, end] = span;
    if (begin >= read) masked += text.slice(read, begin) + label;
    read = Math.max(read, end);
  }
  return masked + text.slice(read);
}

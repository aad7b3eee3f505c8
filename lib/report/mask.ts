import { secretPattern } from './secret-pattern.ts';

/** Takes every secret out of a text. */
export type Mask = (text: string) => string;

export const MASKED = '***';

/**
 * The one choke point for secrets: replaces each of them, in every way a request, a reply or a report can write
 * it, by `***`. Everything that is printed, attached or written goes through it.
 */
export function maskFor(secrets: readonly string[]): Mask {
  const known = [...new Set(secrets)].filter((secret) => secret !== '');
  if (known.length === 0) return (text) => text;
  // The longest first, so that a secret that holds another is replaced as a whole.
  const pattern = new RegExp(
    known
      .sort((a, b) => b.length - a.length)
      .map(secretPattern)
      .join('|'),
    'g',
  );
  return (text) => text.replace(pattern, MASKED);
}

/** Applies a mask to every text inside a plain value. */
export function maskDeep<T>(value: T, mask: Mask): T {
  if (typeof value === 'string') return mask(value) as T;
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, mask)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskDeep(item, mask)])) as T;
}

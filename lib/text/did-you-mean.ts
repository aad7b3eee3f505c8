import { nearest } from './nearest.ts';

/** `; did you mean …?` for the known word that is nearest to what was written, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const close = nearest(word, known);
  return close === undefined ? '' : `; did you mean ${close}?`;
}

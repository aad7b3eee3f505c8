import { distance } from 'fastest-levenshtein';

/**
 * The allowed word that is nearest to what was written, or undefined when none is near enough to be meant.
 * Letter case does not count; near is at most a third of the letters changed.
 */
export function nearest(given: string, allowed: readonly string[]): string | undefined {
  const folded = given.toLowerCase();
  let best: { word: string; distance: number } | undefined;
  for (const word of allowed) {
    const d = distance(folded, word.toLowerCase());
    if (!best || d < best.distance) best = { word, distance: d };
  }
  const limit = Math.max(1, Math.ceil(Math.max(folded.length, best?.word.length ?? 0) / 3));
  return best && best.distance <= limit ? best.word : undefined;
}

/** `; did you mean …?` for the known word that is nearest to what was written, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const close = nearest(word, known);
  return close === undefined ? '' : `; did you mean ${close}?`;
}

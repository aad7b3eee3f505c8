import { distance } from 'fastest-levenshtein';

/** Returns the word that is nearest, of two the one nearer in length; undefined if over a third of the letters differ. */
export function nearest(written: string, allowed: readonly string[]): string | undefined {
  const [best] = ranked(written, allowed);
  const limit = Math.max(1, Math.ceil(Math.max(written.length, best?.word.length ?? 0) / 3));
  return best && best.changes <= limit ? best.word : undefined;
}

/** Returns the words most like a text, however unlike, the likest first. */
export function mostLike(written: string, words: readonly string[], most: number): readonly string[] {
  return ranked(written, words)
    .slice(0, most)
    .map(({ word }) => word);
}

function ranked(written: string, words: readonly string[]) {
  return words
    .map((word) => ({
      word,
      changes: distance(written.toLowerCase(), word.toLowerCase()),
      otherLength: Math.abs(word.length - written.length),
    }))
    .sort((a, b) => a.changes - b.changes || a.otherLength - b.otherLength);
}

/** Returns `; did you mean …?` for the known word nearest to a word, or an empty text. */
export function didYouMean(word: string, known: readonly string[]): string {
  const close = nearest(word, known);
  return close === undefined ? '' : `; did you mean ${close}?`;
}

/** True if two texts differ in at most `most` letters. */
export function isWithin(most: number, a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= most && distance(a, b) <= most;
}

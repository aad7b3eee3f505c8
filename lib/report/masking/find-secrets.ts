import { secretPattern } from './secret-pattern.ts';

/** A part of a reading. */
export type Span = readonly [begin: number, end: number];

/** Finds every part of a text that says one of some secrets. */
export function secretFinder(secrets: readonly string[]): (text: string) => readonly Span[] {
  const sources = [...secrets].sort((a, b) => b.length - a.length).map(secretPattern);
  if (sources.length === 0) return () => [];
  // The longest first, so that a secret that holds another is found as a whole.
  const pattern = new RegExp(sources.map((source) => `(?:${source})`).join('|'), 'gu');
  return (text) => {
    const found: Span[] = [];
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      found.push([match.index, match.index + match[0].length]);
    }
    return found;
  };
}

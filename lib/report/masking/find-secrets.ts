import { type SecretPattern, secretPatterns } from './secret-pattern.ts';

/** A part of a reading. */
export type Span = readonly [begin: number, end: number];

/** Finds every part of a text that says one of some secrets. */
export function secretFinder(secrets: readonly string[]): (text: string) => readonly Span[] {
  const patterns = [...secrets].sort((a, b) => b.length - a.length).flatMap(secretPatterns);
  const short = patterns.filter(({ rest }) => rest.length === 0).map(({ source }) => source);
  // The longest first, so that a secret that holds another is found as a whole.
  const finders = [
    ...patterns.filter(({ rest }) => rest.length > 0).map(longFinder),
    ...(short.length > 0 ? [finder(short.map((source) => `(?:${source})`).join('|'))] : []),
  ];
  return (text) => finders.flatMap((find) => find(text));
}

type Find = (text: string) => readonly Span[];

/** @param endOf where a match that ends at a place is over */
function finder(source: string, endOf = (_: string, end: number) => end): Find {
  const pattern = new RegExp(source, 'gu');
  return (text) => {
    const found: Span[] = [];
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      pattern.lastIndex = endOf(text, pattern.lastIndex);
      found.push([match.index, pattern.lastIndex]);
    }
    return found;
  };
}

/** Finds a long secret by its first characters, and as many of the others as follow them. */
function longFinder({ source, rest }: SecretPattern): Find {
  const compiled = new Map([...new Set(rest)].map((one) => [one, new RegExp(one, 'uy')]));
  return finder(source, (text, begin) => {
    let end = begin;
    for (const one of rest) {
      const pattern = compiled.get(one);
      if (!pattern) break;
      pattern.lastIndex = end;
      if (!pattern.test(text)) break;
      end = pattern.lastIndex;
    }
    return end;
  });
}

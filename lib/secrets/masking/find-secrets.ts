import { type SecretPattern, secretPatterns } from './secret-pattern.ts';

/** A part of a reading. */
export type Span = readonly [begin: number, end: number];

type Find = (text: string) => readonly Span[];

/** What finds some secrets in a text. */
export interface SecretFinder {
  /** Every part that says one of them. */
  readonly whole: Find;
  /** Every part that begins to say one of them: of account only where the text was cut soon behind it. */
  readonly beginnings: Find;
}

export function secretFinder(secrets: readonly string[]): SecretFinder {
  const patterns = [...secrets].sort((a, b) => b.length - a.length).flatMap(secretPatterns);
  const beginnings = patterns.filter(({ beginning }) => beginning);
  const short = patterns.filter(({ rest, beginning }) => rest.length === 0 && !beginning);
  // The longest first, so that a secret that holds another is found as a whole.
  const finders = [...patterns.filter(({ rest }) => rest.length > 0).map(longFinder), finderOfAny(short)];
  return { whole: (text) => finders.flatMap((find) => find(text)), beginnings: finderOfAny(beginnings) };
}

function finderOfAny(patterns: readonly SecretPattern[]): Find {
  if (patterns.length === 0) return () => [];
  return finder(patterns.map(({ source }) => `(?:${source})`).join('|'));
}

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

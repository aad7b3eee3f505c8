import { describe, expect, it } from 'vitest';
import type { KnownFailure } from '../model/running/known-failure.ts';
import { matchKnown } from './match-known-failures.ts';

const ids = ['A/x/soap11', 'A/x/soap12', 'A/y/soap11/long', 'B/x/soap11', 'B/y/http-get/a', 'B/y/http-get/b'];

function entry(patterns: readonly string[], rules: readonly string[] = ['r/1']): KnownFailure {
  return { place: 'known.yaml:2', patterns, rules, reason: 'it is so', expires: '2027-01-31' };
}

describe('a pattern of known failures', () => {
  it.each([
    ['A/x/soap11', ['A/x/soap11']],
    ['A/*/soap11', ['A/x/soap11']],
    ['A/*/soap11/**', ['A/x/soap11', 'A/y/soap11/long']],
    ['*/y/*/*', ['A/y/soap11/long', 'B/y/http-get/a', 'B/y/http-get/b']],
    ['**/http-get/*', ['B/y/http-get/a', 'B/y/http-get/b']],
    ['B/**', ['B/x/soap11', 'B/y/http-get/a', 'B/y/http-get/b']],
    ['**', ids],
  ])('%s matches whole ids: one part for *, any number for **', (pattern, wanted) => {
    expect(matchKnown([entry([pattern])], ids)).toEqual({ exchanges: [wanted], problems: [] });
  });

  it.each(['A', 'x', 'A/x', 'a/x/soap11', '!A/x/soap11', 'A/*'])(
    '%s matches nothing, which is a problem',
    (text) => {
      const { problems } = matchKnown([entry(['A/x/soap11', text])], ids);
      expect(problems).toMatchObject([{ kind: 'unmatched', entry: 0, pattern: 1, text }]);
    },
  );

  it('names the nearest id for one that matches nothing', () => {
    expect(matchKnown([entry(['A/x/soap13'])], ids).problems).toMatchObject([{ nearest: 'A/x/soap11' }]);
  });

  it('names none where none is near', () => {
    const text = 'nothing like it at all, by far';
    expect(matchKnown([entry([text])], ids).problems).toStrictEqual([
      { kind: 'unmatched', entry: 0, pattern: 0, text },
    ]);
  });
});

describe('patterns that overlap', () => {
  const overlap = { kind: 'overlap', exchange: 'A/x/soap11', rule: 'r/2' };

  it('are a problem where their entries list the same rule', () => {
    const entries = [entry(['A/x/*'], ['r/1', 'r/2']), entry(['B/**', '*/x/soap11'], ['r/2', 'r/3'])];
    expect(matchKnown(entries, ids).problems).toMatchObject([
      { ...overlap, entry: 1, pattern: 1, other: { entry: 0, pattern: 0 } },
      // Both patterns of the later entry match it.
      { kind: 'overlap', entry: 1, pattern: 1, other: { entry: 1, pattern: 0 }, exchange: 'B/x/soap11' },
    ]);
  });

  it('are none where their entries list different rules', () => {
    const entries = [entry(['A/**'], ['r/1']), entry(['A/**'], ['r/2'])];
    expect(matchKnown(entries, ids).problems).toEqual([]);
  });
});

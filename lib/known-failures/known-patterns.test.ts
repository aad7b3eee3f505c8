import { describe, expect, it } from 'vitest';
import { type BrokenRules, partsOf, patternsOver } from './known-patterns.ts';

/** The parts that say what is broken in a plan that has these exchanges and others. */
function parts(broken: Readonly<Record<string, readonly string[]>>, others: readonly string[] = []) {
  const rulesOf: BrokenRules = new Map(Object.entries(broken).map(([id, rules]) => [id, new Set(rules)]));
  return partsOf(rulesOf, patternsOver([...rulesOf.keys(), ...others]));
}

describe('what is broken is said', () => {
  it('by the rules, where the exchanges would take as much', () => {
    expect(parts({ 'A/x/soap11': ['r1'], 'A/x/soap12': ['r1', 'r2'] })).toEqual([
      { rules: ['r1'], patterns: ['**'] },
      { rules: ['r2'], patterns: ['A/x/soap12'] },
    ]);
  });

  it('once for exchanges that break the same rules, in whatever order they were found', () => {
    const broken = { 'A/x/soap11': ['r1', 'r2'], 'A/x/soap12': ['r2', 'r1'], 'B/y/soap11': ['r2', 'r3'] };
    expect(parts(broken)).toEqual([
      { rules: ['r1', 'r2'], patterns: ['A/**'] },
      { rules: ['r2', 'r3'], patterns: ['B/**'] },
    ]);
  });
});

describe('the globs for some exchanges', () => {
  const patterns = (ids: readonly string[], others: readonly string[]) =>
    parts(Object.fromEntries(ids.map((id) => [id, ['r']])), others).flatMap((part) => part.patterns);

  it('are in the order of the alphabet, though those come first that match most', () => {
    const ids = ['B/x/soap11', 'B/y/soap11', 'A/x/soap11'];
    expect(patterns(ids, ['A/y/soap11', 'C/x/soap11'])).toEqual(['A/x/*', 'B/**']);
  });

  it('are the shortest of those that match as much, and of as short ones the one that names most at its beginning', () => {
    expect(patterns(['A/x/soap11'], ['B/y/soap12', 'A/y/soap11', 'B/x/soap11'])).toEqual(['A/x/*']);
    expect(patterns(['A/long/b'], ['B/y/c'])).toEqual(['A/**']);
    expect(patterns(['A/x/b'], ['B/y/c', 'A/x/c', 'A/y/b', 'B/x/b'])).toEqual(['A/x/b']);
  });

  it('name no variant without its case', () => {
    const ids = ['A/x/soap11/long', 'A/y/soap11/long'];
    expect(patterns(ids, ['A/x/soap11/short', 'A/y/soap11/short'])).toEqual(['A/x/*/long', 'A/y/*/long']);
  });

  it('say no part that may be any before any number of them', () => {
    expect(patterns(['A/x/soap11/long', 'A/y/soap12'], ['B/x/soap11'])).toEqual(['A/**']);
    expect(patterns(['A/x/soap11/long', 'B/y/soap12'], [])).toEqual(['**']);
    expect(patterns(['A/x/soap11/long', 'B/x/soap12'], ['A/y/soap11'])).toEqual(['*/x/**']);
  });
});

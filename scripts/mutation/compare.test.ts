import { describe, expect, it } from 'vitest';
import { compare, type Survivor, scoreOf } from './compare.ts';
import type { Mutant } from './report.ts';

const mutant = (state: Mutant['state'], change: Partial<Mutant> = {}): Mutant => ({
  id: '1',
  file: 'lib/rules/a.ts',
  place: 'lib/rules/a.ts:3:7',
  original: 'a > b',
  replacement: 'a >= b',
  state,
  ...change,
});
const survivor = (change: Partial<Survivor> = {}): Survivor => ({
  file: 'lib/rules/a.ts',
  original: 'a > b',
  replacement: 'a >= b',
  reason: 'they are never equal',
  ...change,
});

describe('compare', () => {
  it('has nothing to say where the mutants that live are those that are listed', () => {
    const found = mutant('found', { replacement: 'true' });
    expect(compare([mutant('living'), found, mutant('invalid')], [survivor()])).toEqual([]);
    expect(compare([], [])).toEqual([]);
  });

  it('tells a mutant that lives and is not listed, wherever another stands that is', () => {
    const others = [
      survivor({ file: 'lib/rules/b.ts' }),
      survivor({ original: 'a < b' }),
      survivor({ replacement: 'true' }),
    ];
    for (const other of others) {
      expect(compare([mutant('living')], [other])).toContain(
        'lives and is not listed: lib/rules/a.ts:3:7  a > b  =>  a >= b',
      );
    }
  });

  it.each([
    ['found', [mutant('found')]],
    ['no program any more', [mutant('invalid')]],
    ['gone', []],
  ])('tells a listed one that is %s', (_, mutants) => {
    expect(compare(mutants, [survivor()])).toEqual([
      'listed, but found or gone: lib/rules/a.ts  a > b  =>  a >= b',
    ]);
  });

  it('counts those of a file that read alike', () => {
    const twice = [mutant('living'), mutant('living', { place: 'lib/rules/a.ts:9:7' })];
    expect(compare(twice, [survivor({ times: 2 })])).toEqual([]);
    expect(compare(twice, [survivor()])).toEqual([
      'lives and is not listed: lib/rules/a.ts:9:7  a > b  =>  a >= b',
    ]);
    expect(compare(twice, [survivor({ times: 3 })])).toHaveLength(1);
  });

  it('tells a mutant that was not tried, listed or not', () => {
    const problem = 'not tried: lib/rules/a.ts:3:7  a > b  =>  a >= b';
    expect(compare([mutant('not tried')], [])).toEqual([problem]);
    expect(compare([mutant('not tried')], [survivor()])).toContain(problem);
  });
});

describe('scoreOf', () => {
  it('counts what was found of what was tried, without what is no program', () => {
    const states = ['found', 'found', 'living', 'invalid', 'not tried'] as const;
    expect(scoreOf(states.map((state) => mutant(state)))).toEqual({ found: 2, tried: 3 });
    expect(scoreOf([])).toEqual({ found: 0, tried: 0 });
  });
});

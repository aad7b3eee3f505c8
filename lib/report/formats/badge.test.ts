import { describe, expect, it } from 'vitest';
import type { Results } from '../../model/running/results.ts';
import { badgeJson } from './badge.ts';
import { everyVerdict, hostileResults, recordWith, resultsOf } from './testing.ts';

const read = (results: Results) => JSON.parse(badgeJson(results)) as Record<string, unknown>;
const good = resultsOf((exchange) => recordWith('passed', exchange));
const stated = (...states: readonly Results['requirements'][number]['state'][]): Results => ({
  ...good,
  requirements: good.requirements.slice(0, states.length).map((one, index) => ({
    ...one,
    state: states[index] ?? 'held',
  })),
});

describe('badge.json', () => {
  it('is what shields.io asks for, and counts what can be tested', () => {
    expect(read(stated('held', 'held', 'excluded'))).toEqual({
      schemaVersion: 1,
      label: 'SMS contract',
      message: '2 of 2 held',
      color: 'brightgreen',
    });
    expect(read(stated('held', 'untested'))).toMatchObject({ message: '1 of 2 held', color: 'green' });
  });

  it('is red where the target deviates', () => {
    const results: Results = { ...stated('held', 'broken'), outcome: 'deviates', exitCode: 1 };
    expect(read(results)).toMatchObject({ message: '1 of 2 held', color: 'red' });
  });

  it('is yellow where what is broken is known, and says how much', () => {
    const known: Results = { ...stated('held', 'broken'), summary: { ...good.summary, knownFailure: 15 } };
    expect(read(known)).toMatchObject({ message: '1 of 2 held, 15 known failures', color: 'yellow' });
    const one = { ...known, summary: { ...good.summary, knownFailure: 1 } };
    expect(read(one)).toMatchObject({ message: '1 of 2 held, 1 known failure', color: 'yellow' });
    expect(read({ ...known, outcome: 'deviates', exitCode: 1 })).toMatchObject({ color: 'red' });
  });

  it.each([
    [{ outcome: 'partial', exitCode: 0 }, 'partial, 1 of 1 held', 'yellow'],
    [{ outcome: 'partial', exitCode: 1 }, 'partial, 1 of 1 held', 'orange'],
    [{ outcome: 'partial', exitCode: 4 }, 'partial, 1 of 1 held', 'orange'],
    [{ outcome: 'partial', exitCode: 5 }, 'partial, 1 of 1 held', 'orange'],
    [{ outcome: 'error', exitCode: 3 }, 'error', 'red'],
    [{ outcome: 'error', exitCode: 5 }, 'error', 'red'],
  ] as const)('is never green for %o', (ended, message, color) => {
    expect(read({ ...stated('held'), ...ended })).toMatchObject({ message, color });
  });

  it('has nothing in it that a target said', () => {
    expect(badgeJson(hostileResults())).not.toContain('injected');
    expect(read(everyVerdict())).toMatchObject({ color: 'red' });
  });
});

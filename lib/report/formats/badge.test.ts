import { expect, it } from 'vitest';
import type { Results } from '../../model/running/results.ts';
import { badgeJson } from './badge.ts';
import { hostileResults, recordWith, resultsOf } from './testing.ts';

const read = (results: Results) => JSON.parse(badgeJson(results)) as Record<string, unknown>;
const good = resultsOf((exchange) => recordWith('passed', exchange));
const stated = (...states: readonly Results['requirements'][number]['state'][]): Results => ({
  ...good,
  requirements: good.requirements.slice(0, states.length).map((one, index) => ({
    ...one,
    state: states[index] ?? 'held',
  })),
});

const counted = (knownFailure: number) => ({ summary: { ...good.summary, knownFailure } });

it('badge.json is what shields.io asks for', () => {
  expect(read(good)).toMatchObject({ schemaVersion: 1, label: 'SMS contract' });
  expect(Object.keys(read(good))).toEqual(['schemaVersion', 'label', 'message', 'color']);
});

it.each<[Results, string, string]>([
  [stated('held', 'held', 'excluded'), '2 of 2 held', 'brightgreen'],
  [stated('held', 'untested'), '1 of 2 held', 'green'],
  [{ ...stated('held', 'broken'), outcome: 'deviates', exitCode: 1 }, '1 of 2 held', 'red'],
  [{ ...stated('held', 'broken'), ...counted(15) }, '1 of 2 held, 15 known failures', 'yellow'],
  [{ ...stated('held', 'broken'), ...counted(1) }, '1 of 2 held, 1 known failure', 'yellow'],
  [
    { ...stated('held'), ...counted(2), outcome: 'deviates', exitCode: 1 },
    '1 of 1 held, 2 known failures',
    'red',
  ],
  [{ ...stated('held'), outcome: 'partial', exitCode: 0 }, 'partial, 1 of 1 held', 'yellow'],
  ...([1, 4, 5] as const).map((exitCode): [Results, string, string] => [
    { ...stated('held'), outcome: 'partial', exitCode },
    'partial, 1 of 1 held',
    'orange',
  ]),
  [{ ...stated('held'), outcome: 'error', exitCode: 3 }, 'error', 'red'],
  [{ ...stated('held'), outcome: 'error', exitCode: 5 }, 'error', 'red'],
])('badge %#', (results, message, color) => {
  expect(read(results)).toMatchObject({ message, color });
});

it('badge.json has nothing in it that a target said', () => {
  expect(badgeJson(hostileResults())).not.toContain('injected');
});

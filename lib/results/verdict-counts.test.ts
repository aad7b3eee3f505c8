import { expect, it } from 'vitest';
import { countVerdicts } from './summary.ts';

it('counts the same verdicts to the same text, in whichever order they came', () => {
  const counted = [
    ['passed', 2],
    ['failed', 1],
    ['passed', 3],
    ['observed', 4],
  ] as const;
  const text = (all: readonly (readonly [string, number])[]) => JSON.stringify(countVerdicts(all));
  expect(JSON.parse(text(counted))).toEqual({ passed: 5, failed: 1, observed: 4 });
  expect(text(counted.toReversed())).toBe(text(counted));
});

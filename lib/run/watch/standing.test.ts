import { expect, it } from 'vitest';
import type { Results } from '../../model/running/results.ts';
import { standing } from './standing.ts';

const a = '/cases/a.yaml';
const b = '/cases/b.yaml';

/** Results of one exchange for each file, as far as they are looked at. */
function round(exitCode: number, verdicts: Readonly<Record<string, 'passed' | 'failed'>>): Results {
  const exchanges = Object.entries(verdicts).map(([file, verdict]) => ({
    id: file,
    verdict,
    source: { file },
  }));
  return { exchanges, exitCode } as unknown as Results;
}

it('is red while a last verdict is, of whichever round', () => {
  const last = standing('must');
  last.forget('all');
  last.keep(round(1, { [a]: 'failed', [b]: 'passed' }), 'all');
  expect([last.count(), last.exitCode()]).toEqual([{ all: 2, red: 1 }, 1]);
  last.forget(new Set([b]));
  last.keep(round(0, { [b]: 'passed' }), new Set([b]));
  expect(last.exitCode()).toBe(1);
  last.forget(new Set([a]));
  last.keep(round(0, { [a]: 'passed' }), new Set([a]));
  expect([last.count(), last.exitCode()]).toEqual([{ all: 2, red: 0 }, 0]);
});

it('does not forget a round that did not come to its end for one about less', () => {
  const last = standing('must');
  last.forget('all');
  last.keep(round(5, { [a]: 'passed' }), 'all');
  last.forget(new Set([a]));
  last.keep(round(0, { [a]: 'passed' }), new Set([a]));
  expect(last.exitCode()).toBe(5);
  last.forget('all');
  last.keep(round(0, { [a]: 'passed', [b]: 'passed' }), 'all');
  expect(last.exitCode()).toBe(0);
});

it('takes one about the same files, or more, for the end of it', () => {
  const last = standing('must');
  last.keep(round(3, {}), new Set([a]));
  last.forget(new Set([b]));
  expect(last.exitCode()).toBe(3);
  last.forget(new Set([a, b]));
  expect(last.exitCode()).toBe(0);
});

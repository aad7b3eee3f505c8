import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import type { JudgedExchange } from '../../model/judging/verdict.ts';
import { startPool } from './pool.ts';

const exchanges = Array.from({ length: 20 }, (_, index) => ({ id: `e${index}` }) as Exchange);
const judged = (id: string): JudgedExchange => ({
  id,
  verdict: 'passed',
  findings: [],
  steps: [],
  evaluated: [],
  durationMs: 0,
  startedAt: 0,
});
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it.each([1, 3, 50])('keeps %i exchanges under way at most, begun in order', async (concurrency) => {
  let now = 0;
  let most = 0;
  const begun: string[] = [];
  const warned = vi.spyOn(process, 'emitWarning');
  const pool = startPool(exchanges, concurrency, async ({ id }, withdrawn) => {
    begun.push(id);
    withdrawn.addEventListener('abort', () => {});
    now += 1;
    most = Math.max(most, now);
    await pause(2);
    now -= 1;
    return judged(id);
  });
  const verdicts = await Promise.all(exchanges.map(({ id }) => pool.verdict(id)));
  expect(verdicts.map((verdict) => verdict?.id)).toEqual(exchanges.map(({ id }) => id));
  expect(begun).toEqual(exchanges.map(({ id }) => id));
  expect(most).toBe(Math.min(concurrency, exchanges.length));
  expect(warned).not.toHaveBeenCalled();
});

it('once stopped, begins nothing more, waits for what was begun, and has no verdict on the rest', async () => {
  const ended: string[] = [];
  const pool = startPool(exchanges, 2, async ({ id }) => {
    await pause(10);
    ended.push(id);
    return judged(id);
  });
  const verdicts = Promise.all(exchanges.map(({ id }) => pool.verdict(id)));
  await pool.stop();
  expect(ended).toEqual(['e0', 'e1']);
  const known = (await verdicts).map((verdict) => verdict?.id);
  expect(known).toEqual(['e0', 'e1', ...exchanges.slice(2).map(() => undefined)]);
  await pause(20);
  expect(ended).toHaveLength(2);
});

it('once stopped, withdraws what has not asked anything yet, and has no verdict on it', async () => {
  const pool = startPool(exchanges, 2, async ({ id }, withdrawn) => {
    if (id === 'e1') await once(withdrawn, 'abort');
    withdrawn.throwIfAborted();
    await pause(10);
    return judged(id);
  });
  const verdicts = Promise.all(exchanges.slice(0, 3).map(({ id }) => pool.verdict(id)));
  await pool.stop();
  expect((await verdicts).map((verdict) => verdict?.id)).toEqual(['e0', undefined, undefined]);
});

it('has no verdict for an exchange that it was not given', async () => {
  const pool = startPool([], 2, async ({ id }) => judged(id));
  await expect(pool.verdict('x')).rejects.toThrow(
    'the exchange x is not in the pool, or its verdict was taken before',
  );
  await pool.stop();
});

it('holds nothing of an exchange once its verdict was taken', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const made: WeakRef<JudgedExchange>[] = [];
  const many = Array.from({ length: 400 }, (_, index) => ({ id: `m${index}` }) as Exchange);
  const pool = startPool(many, 2, async ({ id }) => {
    const verdict = judged(id);
    made.push(new WeakRef(verdict));
    return verdict;
  });
  for (const { id } of many.slice(0, 100)) await pool.verdict(id);
  await pause(1);
  collectGarbage();
  // It does not run ahead of the tests: 64 verdicts wait, and those under way when the last test came.
  expect(made.length).toBeGreaterThanOrEqual(164);
  expect(made.length).toBeLessThanOrEqual(166);
  // The last one taken may still lie on the stack.
  expect(made.slice(0, 99).filter((reference) => reference.deref())).toEqual([]);
  expect(made.slice(100).every((reference) => reference.deref())).toBe(true);
  await pool.stop();
});

it('begins probes once all others have ended, and then several at a time', async () => {
  const probes = ['p0', 'p1', 'p2'].map((id) => ({ id, probe: true }) as Exchange);
  const log: string[] = [];
  const pool = startPool([...exchanges.slice(0, 5), ...probes], 4, async ({ id }) => {
    log.push(`begin ${id}`);
    await pause(id === 'e4' ? 20 : 2);
    log.push(`end ${id}`);
    return judged(id);
  });
  await Promise.all([...exchanges.slice(0, 5), ...probes].map(({ id }) => pool.verdict(id)));
  const firstProbe = log.indexOf('begin p0');
  expect(log.slice(0, firstProbe).filter((line) => line.startsWith('end e'))).toHaveLength(5);
  expect(log.slice(firstProbe, firstProbe + 3)).toEqual(['begin p0', 'begin p1', 'begin p2']);
});

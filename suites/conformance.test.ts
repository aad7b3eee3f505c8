import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, inject, test } from 'vitest';
import { exchangeTests, placeOf } from '../lib/run/exchange-tests.ts';

const run = inject('run');
const tests = await exchangeTests(run);

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern, and nothing of the context is needed
beforeAll(async ({}, suite) => {
  // An interruption that was sent before the tests were to begin may come to be handled behind that.
  await setImmediate();
  tests.begin(
    new Set(
      suite.tasks.filter((task) => task.mode === 'run' || task.mode === 'queued').map((task) => task.name),
    ),
  );
});
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern, and nothing of the context is needed
afterAll(async ({}, suite) => {
  await tests.end();
  suite.meta.observations = tests.observed();
});

for (const exchange of run.exchanges) {
  test(exchange.id, { meta: { declared: placeOf(exchange) } }, async ({ task, skip }) => {
    const stopped = await tests.report(exchange, (record) => {
      task.meta.exchange = record;
      task.meta.calibration = tests.calibration;
    });
    if (stopped !== null) skip(stopped);
  });
}

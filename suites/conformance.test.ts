import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, inject, test } from 'vitest';
import { preparedTests, sourcePlace } from '../lib/run/exchange-tests.ts';

const { run, tests } = await preparedTests(() => inject('run'));

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
  suite.meta.askedAgain = tests.askedAgain();
});

const forget = forgetReported();

for (const exchange of run.exchanges) {
  test(exchange.id, { meta: { declared: sourcePlace(exchange) } }, async ({ task, skip }) => {
    forget(task);
    const stopped = await tests.report(exchange, task.meta);
    if (stopped !== null) skip(stopped);
  });
}

/**
 * Returns what a test calls as it begins, to empty what earlier tests reported: Vitest keeps it to the end in this process
 * too. It sends what tests report with every update that is more than 0.1 s later than the one before, and each test
 * updates as it begins; so what had ended a second before the latest test began has been sent.
 */
function forgetReported(): (task: object) => void {
  const begun: { readonly task: object; readonly at: number }[] = [];
  return (task) => {
    const latest = begun.at(-1)?.at ?? 0;
    begun.push({ task, at: Date.now() });
    while ((begun[1]?.at ?? latest) + 1_000 < latest) Object.assign(begun.shift()?.task ?? {}, { meta: {} });
  };
}

import 'vitest';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';
import type { PreparedRun } from '../lib/model/running/prepared-run.ts';
import { prepareTests } from '../lib/run/exchange-tests.ts';

type Method = Parameters<typeof runBaseTests>[0];
type Tests = Parameters<typeof init>[0]['runTests'];

const { exit } = process;

/** Vitest makes `process.exit` throw while tests run. */
const running =
  (method: Method): Tests =>
  (...those) =>
    runBaseTests(method, ...those).finally(() => {
      process.exit = exit;
    });

// The process in which Vitest runs the suite for the command. The run is the first message to it. Both listeners are added
// at once, because Node keeps messages only until the first one.
process.once('message', (run) => prepareTests(run as PreparedRun));
init({
  post: (response) => process.send?.(response),
  on: (listener) => process.on('message', listener),
  off: (listener) => process.off('message', listener),
  runTests: running('run'),
  collectTests: running('collect'),
  setup: setupEnvironment,
});

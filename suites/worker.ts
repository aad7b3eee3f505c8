import 'vitest';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';
import type { PreparedRun } from '../lib/model/running/prepared-run.ts';
import { prepareTests } from '../lib/run/exchange-tests.ts';

const { exit } = process;

// The process in which Vitest runs the suite for the command. The run is the first message to it. Both listeners are added
// at once, because Node keeps messages only until the first one.
process.once('message', (run) => prepareTests(run as PreparedRun));
init({
  post: (response) => process.send?.(response),
  on: (listener) => process.on('message', listener),
  off: (listener) => process.off('message', listener),
  runTests: (state, traces) =>
    runBaseTests('run', state, traces).finally(() => {
      // Vitest makes it throw while tests run.
      process.exit = exit;
    }),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
});

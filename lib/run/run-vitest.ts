import type { ChildProcess } from 'node:child_process';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type CliOptions, ForksPoolWorker, startVitest, type TestUserConfig } from 'vitest/node';
import type { Io } from '../model/running/io.ts';
import type { PreparedRun } from '../model/running/prepared-run.ts';
import type { RunReport } from '../model/running/results.ts';
import { allureReporter } from '../report/allure/allure-reporter.ts';
import { runReporter } from '../report/console/run-reporter.ts';
import { allureFolders } from '../report-folder/report-folder.ts';
import type { GuardedOutput } from '../secrets/guarded-output.ts';
import { pathFrom } from '../text/paths.ts';
import type { Interruption } from './interruption.ts';
import { workerFlags } from './start-worker.ts';

/** Options of Vitest for the conformance suite, whether the command line, `vitest` or an editor starts it. */
export const suiteOptions = {
  include: ['suites/conformance.test.ts'],
  // libxmljs2 cannot be loaded into a second thread.
  pool: 'forks',
  isolate: false,
  // The plan is not known yet; the built-in cases make fewer exchanges.
  execArgv: workerFlags(2_000),
  // Every exchange has a limit of its own.
  testTimeout: 0,
  hookTimeout: 0,
} satisfies TestUserConfig;

const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

const NO_REPORT = 'the runner ended without a report';

/** Returns the path of a file that was compiled with this one. */
const compiled = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Judges the exchanges of a run in Vitest, in the worker that has the run, writes Allure results, and returns the report. */
export async function runVitest(
  run: Pick<PreparedRun, 'allure' | 'reportDir'>,
  interrupted: Interruption,
  io: Io,
  { stdout, quiet }: GuardedOutput,
  worker: ChildProcess,
): Promise<RunReport> {
  let report: RunReport = { chosen: [], records: [], faults: [NO_REPORT], calibration: null, stopped: null };
  const reporter = runReporter(stdout, (ended) => {
    report = ended;
  });
  const allure = run.allure ? allureReporter(allureFolders(run.reportDir).results) : null;
  const options: CliOptions = {
    root: projectRoot,
    // What vitest.config.ts says, without compiling it.
    config: false,
    ...suiteOptions,
    // Compiled, which Vitest takes in an installed package too; a glob, in which a backslash escapes.
    include: [pathFrom(projectRoot, compiled('conformance.js'))],
    exclude: [],
    // Nothing is transformed; a string would be the name of a package.
    server: { deps: { external: [/./] } },
    runner: compiled('runner.js'),
    // Vitest's own worker starts a process only where it has none.
    pool: {
      name: 'postsms',
      createPoolWorker: (options) => Object.assign(new ForksPoolWorker(options), { _fork: worker } as object),
    },
    run: true,
    watch: false,
    reporters: [...(allure ? [allure] : []), reporter, interrupted.reporter],
  };
  const streams = { stdout: onto(quiet ? null : io.stdout), stderr: onto(quiet ? null : io.stderr) };
  const started = startVitest('test', [], options, {}, streams);
  const vitest = await Promise.race([started, interrupted.abandoned]);
  // Nothing was asked.
  if (!vitest) return { ...report, faults: [] };
  await vitest.close();
  return { ...report, faults: [...report.faults, ...((await allure?.written()) ?? [])] };
}

/** Returns a stream that Vitest may end, as it does after its worker, while we still write to the output. */
function onto(output: Writable | null): Writable {
  return new Writable({
    write: (chunk, _encoding, done) => {
      output?.write(chunk);
      done();
    },
  });
}

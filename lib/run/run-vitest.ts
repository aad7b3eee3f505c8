import { existsSync } from 'node:fs';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';
import {
  type CliOptions,
  ForksPoolWorker,
  type InlineConfig,
  startVitest,
  type TestUserConfig,
} from 'vitest/node';
import type { Io } from '../model/running/io.ts';
import type { PreparedRun } from '../model/running/prepared-run.ts';
import type { RunReport } from '../model/running/results.ts';
import { allureReporter } from '../report/allure/allure-reporter.ts';
import { runReporter } from '../report/console/run-reporter.ts';
import { allureFolders } from '../report-folder/report-folder.ts';
import type { GuardedOutput } from '../secrets/guarded-output.ts';
import { pathFrom } from '../text/paths.ts';
import type { Interruption } from './interruption.ts';

const [node] = process.versions.node.split('.').map(Number);
/** A version of Node ends at a flag that it does not know. */
const KNOWS_FLAGS = node === 20 || node === 22 || node === 24;
/** The command sets the same for itself (bin.mjs). */
const LATER_OPTIMIZING = node === 20 ? '--interrupt-budget=1000000' : '--invocation-count-for-turbofan=20000';

/** Where Node keeps what V8 compiled, from Node 22 on; the command says the same for itself. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: fileURLToPath(new URL('compile-cache', import.meta.url)) };

/** How Vitest runs the conformance suite, whoever starts it: the command line, `vitest`, or an editor. */
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

/**
 * Returns flags of Node for the worker that judges: 256 MB for replies under way, and 16 KB for each exchange. Without
 * a limit V8 collects no garbage while the machine has memory, and a hostile target makes hundreds of megabytes of it.
 * V8 optimizes later than it would: for libxml2-wasm, that takes longer than all the rest of a short run; for our own
 * code a tenth of a run of 4,000 exchanges, a quarter of one of 1,000. Functions of libxml2-wasm are checked when called.
 */
function workerFlags(exchanges: number): string[] {
  const memory = 256 + Math.ceil(exchanges / 64);
  return [
    `--max-old-space-size=${memory}`,
    '--min-semi-space-size=8',
    '--max-semi-space-size=8',
    '--wasm-tiering-budget=100000000',
    ...(KNOWS_FLAGS ? [LATER_OPTIMIZING, '--wasm-lazy-validation'] : []),
  ];
}

const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Judges the exchanges of a prepared run in Vitest, writes their Allure results, and gives what was found. */
export async function runVitest(
  run: PreparedRun,
  interrupted: Interruption,
  io: Io,
  { stdout, quiet }: GuardedOutput,
): Promise<RunReport> {
  let report: RunReport = {
    chosen: [],
    records: [],
    faults: ['the runner ended without a report'],
    calibration: null,
    stopped: null,
  };
  const reporter = runReporter(stdout, (ended) => {
    report = ended;
  });
  const allure = run.allure ? allureReporter(allureFolders(run.reportDir).results) : null;
  const options: CliOptions = {
    root: projectRoot,
    // What vitest.config.ts says, without compiling it.
    config: false,
    ...suiteOptions,
    pool: {
      name: 'postsms',
      createPoolWorker: (options) => {
        const env = { ...options.env, ...COMPILE_CACHE };
        return interrupted.knowing(new ForksPoolWorker({ ...options, env }));
      },
    },
    execArgv: workerFlags(run.exchanges.length),
    run: true,
    watch: false,
    ...compiledSuite(),
    reporters: [...(allure ? [allure] : []), reporter, interrupted.reporter],
  };
  // Vitest copies its options: a plan in them would be held twice.
  const configureVitest: Plugin['configureVitest'] = ({ project }) => project.provide('run', run);
  const plugins: Plugin[] = [{ name: 'postsms-run', configureVitest }];
  const streams = { stdout: onto(quiet ? null : io.stdout), stderr: onto(quiet ? null : io.stderr) };
  const started = startVitest('test', [], options, { plugins }, streams);
  const vitest = await Promise.race([started, interrupted.abandoned]);
  // Nothing was asked.
  if (!vitest) return { ...report, faults: [] };
  await vitest.close();
  return { ...report, faults: [...report.faults, ...((await allure?.written()) ?? [])] };
}

/** A stream that Vitest may end, as it does with the output of its worker, before the last of ours is written. */
function onto(output: Writable | null): Writable {
  return new Writable({
    write: (chunk, _encoding, done) => {
      output?.write(chunk);
      done();
    },
  });
}

/** The suite that was compiled with this code, which Vitest takes in an installed package too. */
function compiledSuite(): InlineConfig {
  const [suite = '', runner = ''] = ['conformance.js', 'runner.js'].map((name) =>
    fileURLToPath(new URL(name, import.meta.url)),
  );
  if (!existsSync(suite)) return {};
  // A glob, in which a backslash escapes.
  const include = [pathFrom(projectRoot, suite)];
  // Nothing is transformed; a string would be the name of a package.
  return { include, exclude: [], runner, server: { deps: { external: [/./] } } };
}

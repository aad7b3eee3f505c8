import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Masked } from '../../model/running/masked.ts';
import type { Calibration, ExchangeRecord, RunReport } from '../../model/running/results.ts';
import { isRed } from '../../results/verdict-counts.ts';
import type { Printer } from '../../secrets/guarded-output.ts';
import { ours, ownText } from '../../secrets/mask.ts';
import { printable } from '../../text/printable.ts';
import { colours } from './colours.ts';

declare module 'vitest' {
  interface TaskMeta {
    exchange?: ExchangeRecord;
    /** Place of the case, which appears in no test file. */
    declared?: string;
    calibration?: Calibration;
    observations?: RunReport['observations'];
    askedAgain?: RunReport['askedAgain'];
  }
}

const NO_MODULE =
  'no test module ran: Vitest found no file of the conformance suite where this suite is installed; install it again';

/** Collects records as tests end, and gives them to `end` when the run is over. A terminal shows how far it is. */
export function runReporter(stdout: Printer, end: (report: RunReport) => void | Promise<void>): Reporter {
  const chosen: string[] = [];
  const records: ExchangeRecord[] = [];
  const faults: string[] = [];
  const shared = new Map<string, unknown>();
  let calibration: Calibration | null = null;
  let stopped: string | null = null;
  let done = 0;
  let startedAt = performance.now();
  const red: Masked[] = [];
  const show = (line: Masked) => {
    if (stdout.isTTY) stdout.write(ours`\r\u001B[K${line}`);
  };
  const showProgress = () => {
    const progress = progressText(done, chosen.length, performance.now() - startedAt, red);
    // A line that breaks would stay where the next one begins.
    const shown = progress.slice(0, (process.stdout.columns ?? 80) - 1);
    show(red.length > 0 ? colours.red(shown) : shown);
  };
  return {
    onTestRunStart: () => {
      for (const all of [chosen, records, faults, red]) all.length = 0;
      stopped = null;
      done = 0;
      startedAt = performance.now();
    },
    onTestModuleCollected: (module: TestModule) => {
      const tests = [...module.children.allTests()].filter(({ options }) => options.mode === 'run');
      chosen.push(...tests.map(({ name }) => name));
      showProgress();
    },
    onTestCaseResult: (test: TestCase) => {
      const meta = test.meta();
      if (meta.exchange) meta.exchange = sharing(meta.exchange, test.name, shared);
      const { exchange: record, calibration: judged } = meta;
      const result = test.result();
      calibration = judged ?? calibration;
      if (record) records.push(record);
      else faults.push(...(result.errors ?? []).map((error) => `${test.name}: ${error.message}`));
      if (result.state === 'skipped') {
        stopped ??= result.note ?? null;
        return;
      }
      done += 1;
      // The name of a test is the id of its exchange.
      if (!record || isRed(record.verdict, 'should')) red.push(ownText(test.name));
      showProgress();
    },
    onTestRunEnd: async (modules, unhandled) => {
      show(ours``);
      if (modules.length === 0 && unhandled.length === 0) faults.push(NO_MODULE);
      faults.push(...modules.flatMap((module) => module.errors().map(({ message }) => message)));
      faults.push(...unhandled.map(({ message }) => message));
      const observations = modules.flatMap((module) => module.meta().observations ?? []);
      const askedAgain = modules.map((module) => module.meta().askedAgain).at(-1);
      await end({ chosen, records, faults, calibration, observations, askedAgain, stopped });
    },
  };
}

/** Milliseconds of a run before which its end cannot be estimated. */
const UNKNOWN_BEFORE = 2_000;

/** Returns the progress of a run: exchanges, time, and the first exchange that did not pass. */
export function progressText(done: number, all: number, elapsedMs: number, red: readonly Masked[]): Masked {
  const left = done === 0 || elapsedMs < UNKNOWN_BEFORE ? 0 : (elapsedMs / done) * (all - done);
  const elapsed = elapsedMs < 1_000 ? '' : ours`, ${durationText(elapsedMs)}`;
  const estimate = left === 0 ? '' : ours`, about ${durationText(left)} left`;
  const first = red.length === 0 ? '' : ours`, ${red.length} not passed, first ${printable(red[0] ?? '')}`;
  return ours`${done} of ${all} exchanges${elapsed}${estimate}${first}`;
}

function durationText(milliseconds: number): Masked {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? ours`${seconds} s` : ours`${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Shares equal texts and lists between records, and the id with its test: the worker sends each record with copies. */
function sharing(record: ExchangeRecord, id: string, shared: Map<string, unknown>): ExchangeRecord {
  const first = <T>(value: T, key: string): T => {
    if (!shared.has(key)) shared.set(key, value);
    return shared.get(key) as T;
  };
  const { verdict, evaluated, steps } = record;
  return Object.assign({}, record, {
    id,
    verdict: first(verdict, verdict),
    evaluated: first(evaluated, JSON.stringify(evaluated)),
    steps: first(steps, JSON.stringify(steps)),
  });
}

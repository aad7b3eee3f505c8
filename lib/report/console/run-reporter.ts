import pc from 'picocolors';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Verdict } from '../../model/judging/verdict.ts';
import type {
  Calibration,
  ExchangeRecord,
  ResultObservation,
  RunReport,
} from '../../model/running/results.ts';
import type { Printer } from '../../secrets/guarded-output.ts';
import { ownText } from '../../secrets/mask.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Record of the exchange that the test is about. */
    exchange?: ExchangeRecord;
    /** Place of the case, which stands in no test file. */
    declared?: string;
    /** How the judge that judged it did on canned replies. */
    calibration?: Calibration;
    /** What a test file saw where the contract is silent. */
    observations?: readonly ResultObservation[];
  }
}

/** Collects records as tests end, and gives them to `end` when the run is over. */
export function runReporter(progress: Progress, end: (report: RunReport) => void | Promise<void>): Reporter {
  const chosen: string[] = [];
  const records: ExchangeRecord[] = [];
  const faults: string[] = [];
  let calibration: Calibration | null = null;
  let stopped: string | null = null;
  return {
    onTestRunStart: () => {
      chosen.length = 0;
      records.length = 0;
      faults.length = 0;
      stopped = null;
    },
    onTestModuleCollected: (module: TestModule) => {
      const tests = [...module.children.allTests()].filter(({ options }) => options.mode === 'run');
      chosen.push(...tests.map(({ name }) => name));
      progress.start(tests.length);
    },
    onTestCaseResult: (test: TestCase) => {
      const { exchange: record, calibration: judged } = test.meta();
      calibration = judged ?? calibration;
      if (record) records.push(record);
      else faults.push(...(test.result().errors ?? []).map((error) => `${test.name}: ${error.message}`));
      const result = test.result();
      if (result.state === 'skipped') stopped ??= result.note ?? null;
      else progress.advance(record?.verdict);
    },
    onTestRunEnd: async (modules, unhandled) => {
      progress.end();
      faults.push(...modules.flatMap((module) => module.errors().map(({ message }) => message)));
      faults.push(...unhandled.map(({ message }) => message));
      const observations = modules.flatMap((module) => module.meta().observations ?? []);
      await end({ chosen, records, faults, calibration, observations, stopped });
    },
  };
}

/** A line that says how far a run is. */
interface Progress {
  start(total: number): void;
  advance(verdict: Verdict | undefined): void;
  end(): void;
}

const silent: Progress = { start: () => {}, advance: () => {}, end: () => {} };

/** Verdicts that nobody has to look at. */
const AS_EXPECTED: readonly Verdict[] = ['passed', 'observed', 'known-failure'];

/** A progress line on a terminal, nothing at all elsewhere: a log has no use for it. */
export function progressOn(stream: Printer): Progress {
  if (!stream.isTTY) return silent;
  let total = 0;
  let done = 0;
  let red = 0;
  const write = () => {
    const deviations = red > 0 ? `, ${pc.red(`${red} not passed`)}` : '';
    stream.write(ownText(`\r\u001B[K${done} of ${total} exchanges${deviations}`));
  };
  return {
    start: (count) => {
      total += count;
      write();
    },
    advance: (verdict) => {
      done += 1;
      if (verdict === undefined || !AS_EXPECTED.includes(verdict)) red += 1;
      write();
    },
    end: () => {
      stream.write(ownText('\r\u001B[K'));
    },
  };
}

import { tmpdir } from 'node:os';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Calibration, ExchangeRecord, RunReport } from '../../model/running/results.ts';
import { whyNoFolder } from '../../report-folder/write-atomic.ts';
import type { Progress } from './progress.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Record of the exchange that the test is about. */
    exchange?: ExchangeRecord;
    /** Place of the case, which stands in no test file. */
    declared?: string;
    /** How the judge that judged it did on canned replies. */
    calibration?: Calibration;
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
      faults.push(...modules.flatMap((module) => module.errors().map(({ message }) => inTmpdir(message))));
      faults.push(...unhandled.map(({ message }) => inTmpdir(message)));
      await end({ chosen, records, faults, calibration, stopped });
    },
  };
}

/**
 * What the runner says of a full disk, with the folder that it does not name: it writes nothing but working files, and
 * these where the system has such.
 */
function inTmpdir(message: string): string {
  const [, code] = /^(ENOSPC): [^,]*, \w+$/.exec(message) ?? [];
  if (code === undefined) return message;
  return `the runner cannot work: ${whyNoFolder(tmpdir(), { code })} (TMPDIR)`;
}

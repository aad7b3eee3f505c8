import type { HeaderList } from '../model/judging/wire.ts';
import type { Shard } from '../model/running/prepared-run.ts';
import type { ReporterChoice } from '../model/running/report-format.ts';
import type { Results } from '../model/running/results.ts';
import type { SettingName, SettingValues } from '../settings/table.ts';

/** The value of a setting: of a certificate or a key, the file; of a shard, `i/n`; of reports, `NAME[=FILE]`; of headers, `NAME=env:VARIABLE`. */
type Given<T> = T extends Shard ? string : T extends Listed ? readonly string[] : T;
type Listed = readonly ReporterChoice[] | HeaderList;

/** Settings of a run under their names in conformance.yaml, and that file. Paths are relative to the working folder. */
export type RunOptions = {
  readonly [Name in SettingName]?: Given<NonNullable<SettingValues[Name]>>;
} & {
  readonly config?: string;
  /** Prints nothing; the reports are written all the same. False by default. */
  readonly quiet?: boolean;
};

/** Settings of `conformanceTests`: all but what the Vitest project itself decides. */
export type ConformanceOptions = Omit<RunOptions, 'target' | 'quiet' | 'allure'> & {
  /** Base URL, or a function that returns it, called once the `beforeAll` hooks around the tests have run. */
  readonly target?: string | (() => string | Promise<string>);
};

export interface RunEnd {
  /** The exit code of the command: 0 conforms, 1 deviates, 2 wrong options, 3 no answer, 4 refused, 5 the harness failed. */
  readonly exitCode: number;
  /** The content of results.json; null where nothing was judged. */
  readonly results: Results | null;
  /** The message of the command where the run is no judgement of the target; null where it conforms or deviates. */
  readonly message: string | null;
}

import type { ReporterChoice } from '../model/running/report-format.ts';
import type { Pace, SendPermission, Settings, Transport } from '../model/running/settings.ts';
import type { Filters } from '../model/selection.ts';

/** A certificate or a key: its PEM text, and the name to show instead of it. */
export interface PemFile {
  readonly shown: string;
  readonly text: string;
}

type AsInRun =
  | 'target'
  | 'namespace'
  | 'ticket'
  | 'gate'
  | 'shard'
  | 'runId'
  | 'packetIds'
  | 'reportDir'
  | 'allure';

/** What each setting is once it has been read, under the name that it has in conformance.yaml. */
export interface SettingValues
  extends Pick<Settings, AsInRun>,
    Required<Filters>,
    Pick<Pace, 'concurrency' | 'rate' | 'maxResponseBytes'>,
    Pick<SendPermission, 'recipients' | 'maxMessages'>,
    Omit<Transport, 'ca' | 'cert' | 'key'> {
  /** Folders of case files, besides the built-in ones. */
  readonly cases: readonly string[];
  readonly builtInCases: boolean;
  /** A file of known failures; null for none. */
  readonly known: string | null;
  /** Parameters and what requests say for them, as `NAME=TEXT`. */
  readonly values: readonly string[];
  /** In milliseconds, as the next two and the delay. */
  readonly connectTimeout: number;
  readonly firstByteTimeout: number;
  readonly timeout: number;
  readonly reportDelay: number;
  /** In seconds. */
  readonly maxDuration: number | null;
  /** Null where no source says anything about it. */
  readonly sends: 'allow' | 'refuse' | null;
  readonly yes: boolean;
  readonly mask: 'numbers' | 'none';
  readonly ca: PemFile | null;
  readonly cert: PemFile | null;
  readonly key: PemFile | null;
  readonly reporter: readonly ReporterChoice[];
  readonly html: boolean;
}

export type SettingName = keyof SettingValues;

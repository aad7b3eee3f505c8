import type { ReporterChoice } from '../model/running/report-format.ts';
import type { Gate } from '../model/running/settings.ts';
import type { Shard } from '../model/running/shard.ts';

/** A certificate or a key: its PEM text, and the name to show instead of it. */
export interface PemFile {
  readonly shown: string;
  readonly text: string;
}

/** What each setting is once it has been read, under the name that it has in conformance.yaml. */
export interface SettingValues {
  /** Base URL, null for the embedded reference. */
  readonly target: string | null;
  readonly namespace: string;
  readonly ticket: string;
  readonly gate: Gate;
  readonly operation: readonly string[];
  readonly binding: readonly string[];
  readonly case: readonly string[];
  readonly exclude: readonly string[];
  readonly tag: readonly string[];
  readonly level: readonly string[];
  /** Folders of case files, besides the built-in ones. */
  readonly cases: readonly string[];
  readonly builtInCases: boolean;
  /** The part of the plan to run; null for all of it. */
  readonly shard: Shard | null;
  /** What all shards of one run share, and no others; null where nothing says it. */
  readonly runId: string | null;
  /** A file of known failures; null for none. */
  readonly known: string | null;
  /** Parameters and what requests say for them, as `NAME=TEXT`. */
  readonly values: readonly string[];
  readonly concurrency: number;
  readonly rate: number | null;
  readonly connectTimeout: number;
  readonly firstByteTimeout: number;
  readonly timeout: number;
  readonly maxResponseBytes: number;
  /** In seconds. */
  readonly maxDuration: number | null;
  readonly reportDelay: number;
  /** Null where nothing is said about it. */
  readonly sends: 'allow' | 'refuse' | null;
  readonly recipients: readonly string[];
  readonly maxMessages: number;
  readonly yes: boolean;
  readonly packetIds: readonly string[];
  readonly mask: 'numbers' | 'none';
  readonly keepAlive: boolean;
  readonly ca: PemFile | null;
  readonly cert: PemFile | null;
  readonly key: PemFile | null;
  readonly servername: string | null;
  readonly insecure: boolean;
  readonly proxy: string | null;
  readonly noProxy: string;
  readonly reportDir: string;
  readonly reporter: readonly ReporterChoice[];
  readonly allure: boolean;
  readonly html: boolean;
}

export type SettingName = keyof SettingValues;

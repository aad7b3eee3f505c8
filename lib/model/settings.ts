import type { Level } from './contract.ts';
import type { Filters } from './selection.ts';

/** From which level on findings make the run fail. */
export type Gate = Exclude<Level, 'gap'>;

/** Permission to have messages sent to real people, for a target that is neither embedded nor loopback. */
export interface SendPermission {
  readonly allowed: boolean;
  /** Subscriber numbers with country code, digits only. */
  readonly recipients: readonly string[];
  /** Messages at most; one bulk send to N numbers counts N. */
  readonly maxMessages: number;
}

/** Everything a run is told, wherever it came from. */
export interface Settings {
  /** Base URL, or null for the embedded reference. */
  readonly target: string | null;
  readonly namespace: string;
  readonly ticket: string;
  readonly gate: Gate;
  readonly filters: Filters;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly reportDir: string;
  /** Whether Allure results are written. */
  readonly allure: boolean;
  /** Whether the HTML report is built of them. */
  readonly html: boolean;
  readonly sends: SendPermission;
}

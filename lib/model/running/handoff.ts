import type { Contract } from '../contract.ts';
import type { Exchange } from '../exchange.ts';
import type { Target } from '../judging/wire.ts';
import type { Requirement } from '../requirement.ts';
import type { GithubJob } from './github.ts';
import type { PlannedKnownFailure } from './known-failure.ts';
import type { ReportFile } from './report-format.ts';
import type { NotRun } from './results.ts';
import type { Gate, Pace, SendPermission, Transport } from './settings.ts';
import type { PlannedShard } from './shard.ts';

/** Who may get messages, how many at most, and where they are counted. */
export interface SendLimits {
  /** Subscriber numbers as digits with country code. */
  readonly recipients: readonly string[];
  readonly maxMessages: number;
  /** Path of a file that the one worker of the run makes: it holds the count if the worker does not survive. */
  readonly ledger: string;
}

/**
 * A prepared run, as plain data: handed from the process that prepares and reports to the worker that sends
 * and judges.
 */
export interface Handoff {
  readonly contract: Contract;
  readonly register: readonly Requirement[];
  /** Ids of the deliberate deviations that break or affect a requirement, by its id. */
  readonly defects: Readonly<Record<string, readonly string[]>>;
  readonly exchanges: readonly Exchange[];
  /** What was asked for and may not be run. */
  readonly notRun: readonly NotRun[];
  /** What the plan leaves out or does in a way of its own; a line each on the console. */
  readonly notes: readonly string[];
  /** Of which plan these are a part; null where they are the whole. */
  readonly shard: PlannedShard | null;
  /** What is known to fail. */
  readonly known: readonly PlannedKnownFailure[];
  readonly permission: SendPermission['permission'];
  /** What holds every send, or null where messages of the target reach nobody. */
  readonly limits: SendLimits | null;
  readonly target: Target;
  readonly gate: Gate;
  readonly pace: Pace;
  readonly transport: Transport;
  /** Texts that must never be written: the ServiceTicket, and what else the settings keep secret. */
  readonly secrets: readonly string[];
  /** Subscriber numbers that must never be written either; none unless the user asks for it. */
  readonly numbers: readonly string[];
  readonly reportDir: string;
  /** Files that are written besides results.json and the pages. */
  readonly reportFiles: readonly ReportFile[];
  /** Where GitHub Actions is told of the run; null where it is not. */
  readonly github: GithubJob | null;
  /** Whether tests describe themselves for Allure. */
  readonly allure: boolean;
}

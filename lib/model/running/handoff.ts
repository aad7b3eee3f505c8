import type { Contract, Gate } from '../contract.ts';
import type { Exchange, NotRun } from '../exchange.ts';
import type { Target } from '../judging/wire.ts';
import type { Requirement } from '../requirement.ts';
import type { PlannedKnownFailure } from './known-failure.ts';
import type { Masked } from './masked.ts';
import type { ReportFile } from './report-format.ts';
import type { Pace, SendPermission, Transport } from './settings.ts';
import type { PlannedShard } from './shard.ts';

/** Who may get messages, how many at most, and where they are counted. */
export interface SendLimits extends Pick<SendPermission, 'recipients' | 'maxMessages'> {
  /** Path of a file that the one worker of the run makes: it holds the count if the worker does not survive. */
  readonly ledger: string;
}

/** What is judged, and against what: the worker and the reports need it alike. */
export interface JudgedRun {
  readonly contract: Contract;
  readonly register: readonly Requirement[];
  readonly exchanges: readonly Exchange[];
  /** What is known to fail. */
  readonly known: readonly PlannedKnownFailure[];
  readonly gate: Gate;
  readonly target: Target;
  readonly transport: Transport;
  /** Limits of every send, or null where messages of the target reach no person. */
  readonly limits: SendLimits | null;
  /** Recordings that are judged in the place of a target; null where requests are sent. */
  readonly recordings: Recordings | null;
}

/** What the worker needs to send and judge. */
export interface WorkerRun extends JudgedRun {
  readonly pace: Pace;
  /** Texts that must never be written: the ServiceTicket, and other secrets of the settings. */
  readonly secrets: readonly string[];
  /** Subscriber numbers that must never be written either; none unless the user asks for it. */
  readonly numbers: readonly string[];
  /** Whether tests describe themselves for Allure. */
  readonly allure: boolean;
  /** File that the requests and responses are recorded in, as HAR; null for none. */
  readonly recordTo: string | null;
}

/** Recordings to judge. */
export interface Recordings {
  readonly sources: readonly RecordingSource[];
  /** Whether the responses are ours, so that only the requests are judged. */
  readonly requestsOnly?: boolean;
  /** Whether the requests are those of a run of this suite. */
  readonly own?: boolean;
  /** Who answers the clients that were listened to, as a clause; absent where nobody listened. */
  readonly answers?: string;
}

/** A HAR file; its text where it was never written to a file. */
export interface RecordingSource {
  readonly file: string;
  readonly text?: string;
}

/** What the results say of a run besides its verdicts. */
export interface ToldRun extends JudgedRun {
  /** Ids of the deliberate deviations that break or affect a requirement, by its id. */
  readonly defects: Readonly<Record<string, readonly string[]>>;
  /** What was asked for and may not be run. */
  readonly notRun: readonly NotRun[];
  /** What the plan leaves out or does in a way of its own; a line each on the console. */
  readonly notes: readonly string[];
  /** The plan of which these exchanges are a part; null where they are the whole. */
  readonly shard: PlannedShard | null;
  readonly permission: SendPermission['permission'];
}

/** Where the reports of a run go. */
export interface ReportPlaces {
  readonly reportDir: string;
  /** Files that are written besides results.json and the pages. */
  readonly reportFiles: readonly ReportFile[];
  /** Where GitHub Actions is told of the run; null where it is not. */
  readonly github: GithubJob | null;
}

/** A prepared run as plain data, which can be handed to another process. */
export interface Handoff extends WorkerRun, ToldRun, ReportPlaces {}

/** A run with the mask of its secrets, which everything that writes about it uses. */
export type MaskedRun<R extends JudgedRun = ToldRun> = R & { readonly mask: (text: string) => Masked };

/** What a job of GitHub Actions gives a program to tell it something with. */
export interface GithubJob {
  /** File of the job summary, to which a step adds; null where there is none. */
  readonly summaryFile: string | null;
  /** Folder that file names of annotations are relative to. */
  readonly workspace: string;
}

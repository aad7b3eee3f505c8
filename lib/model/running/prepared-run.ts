import type { Contract, Gate, Target } from '../contract.ts';
import type { DeclaredCase, Exchange, NotRun } from '../exchange.ts';
import type { PlannedKnownFailure, RecordedCall } from '../judging/verdict.ts';
import type { Requirement } from '../requirement.ts';
import type { ValueClass } from '../value-class.ts';
import type { Masked } from './masked.ts';
import type { ReportFile } from './report-format.ts';
import type { Pace, SendPermission, Transport } from './settings.ts';

/** Contract and register, the cases that there are to choose from, and the classes of values. */
export interface Declarations {
  readonly contract: Contract;
  readonly register: readonly Requirement[];
  readonly cases: readonly DeclaredCase[];
  readonly classes: readonly ValueClass[];
}

/** Who may get messages, how many at most, and where they are counted. */
export interface SendLimits {
  /** Subscriber numbers with country code, digits only. */
  readonly recipients: readonly string[];
  /** One bulk send to N numbers counts N. */
  readonly maxMessages: number;
  /** Path of a file that the one worker of the run makes: it holds the count if the worker does not survive. */
  readonly ledger: string;
}

/** A prepared run as plain data, which can be handed to another process: the worker and the reports need it alike. */
export interface PreparedRun extends Pick<Declarations, 'contract' | 'register'>, Pace, Transport {
  readonly exchanges: readonly Exchange[];
  readonly notRun: readonly NotRun[];
  /** The part of the whole that this run is; null where it is all of it. */
  readonly shard: PlannedShard | null;
  /** What the plan leaves out or does in a way of its own; a sentence each. */
  readonly notes: readonly string[];
  /** How small a part of the suite tags chose. */
  readonly scope?: string | undefined;
  readonly known: readonly PlannedKnownFailure[];
  readonly gate: Gate;
  readonly reportDir: string;
  readonly allure: boolean;
  readonly html: boolean;
  readonly target: Target;
  readonly permission: SendPermission;
  /** Limits of every send, or null where messages of the target reach no person. */
  readonly limits: SendLimits | null;
  readonly values: Pick<Declarations, 'classes'> & { readonly generate: number; readonly seed: number };
  /**
   * With how many messages at most smaller inputs are sent, to find out what a finding depends on, null being no limit;
   * null where none are.
   */
  readonly smaller: { readonly messages: number | null } | null;
  /** Whether cases are written of the smallest inputs, so that the worker hands them over unmasked. */
  readonly keepsInputs?: boolean;
  /** Calls that were made before and are judged in the place of a target; null where requests are sent. */
  readonly recordings: {
    /** By the id of their exchange, the calls by step; a step that was never made has none. */
    readonly calls: ReadonlyMap<string, readonly (RecordedCall | undefined)[]>;
    /** Whether the responses are ours, so that only the requests are judged. */
    readonly requestsOnly: boolean;
    /** Whether the requests are those of a run of this suite. */
    readonly own: boolean;
    /** Who answers the clients of `listen`, as a clause; absent for other recordings. */
    readonly answers?: string;
  } | null;
  /** Texts that must never be written: the ServiceTicket, and other secrets of the settings. */
  readonly secrets: readonly string[];
  /** Subscriber numbers that must never be written either; none unless the user asks for it. */
  readonly numbers: readonly string[];
  /** Ids of the deliberate deviations that break or affect a requirement, by its id. */
  readonly defects: Readonly<Record<string, readonly string[]>>;
  /** File that the requests and responses are recorded in, as HAR; null for none. */
  readonly recordTo: string | null;
  readonly reportFiles: readonly ReportFile[];
  /**
   * The file of the job summary in GitHub Actions, to which a step adds, null where there is none, and the folder that file
   * names of annotations are relative to; null outside such a job.
   */
  readonly github: { readonly summaryFile: string | null; readonly workspace: string } | null;
}

/** Where the reports of a run go. */
export type ReportPlaces = Pick<PreparedRun, 'reportDir' | 'reportFiles' | 'html' | 'github'>;

/** A run with the mask of its secrets, which everything that writes about it uses. */
export type MaskedRun = PreparedRun & { readonly mask: (text: string) => Masked };

/** One of several parts of a plan, each run by a job of its own. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly total: number;
}

/** A shard of a plan that is about to be run. */
export interface PlannedShard extends Shard {
  /** Of the run that it is a part of, as its user or its CI engine calls it; null where neither does. */
  readonly runId: string | null;
  /** The whole of which shards are parts: what is equal in all of them. */
  readonly plan: {
    /** All that was asked for, what may not be run included. */
    readonly exchanges: number;
    /** SHA-256 of the plan without values, which hold tickets and differ from run to run; in hexadecimal digits. */
    readonly digest: string;
    /** The same of what is known to fail. */
    readonly known: string;
    /** SMS messages that all shards together may send, or null where those of the target reach no person. */
    readonly budget: number | null;
  };
  /** Places in the whole plan, from 0, by id of the exchange. */
  readonly places: Readonly<Record<string, number>>;
}

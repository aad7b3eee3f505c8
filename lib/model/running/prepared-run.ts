import type { Client } from '../client.ts';
import type { Contract, Gate, Target } from '../contract.ts';
import type { DeclaredCase, Exchange, NotRun, ValueClass } from '../exchange.ts';
import type { PlannedKnownFailure, RecordedCall } from '../judging/verdict.ts';
import type { Requirement } from '../requirement.ts';
import type { Masked } from './masked.ts';
import type { ReportFile } from './report-format.ts';
import type { Pace, SendPermission, Transport } from './settings.ts';

export interface Declarations {
  readonly contract: Contract;
  readonly register: readonly Requirement[];
  readonly cases: readonly DeclaredCase[];
  readonly classes: readonly ValueClass[];
  readonly clients: readonly Client[];
}

/** Exchanges of a case over a binding that a run did not judge, or whose verdict cannot fail it, and why. */
export interface Unjudged<Text extends string = Masked> {
  /** A filter by the name of its setting, or what else kept them from being judged. */
  readonly because: Text;
  readonly over: Text;
  readonly case: Text;
  readonly exchanges: number;
}

/** What a run may leave unjudged, as its file says, with the ids of requirements that it need not test. */
export interface Coverage<Text extends string = string> {
  readonly unjudged: readonly Unjudged<Text>[];
  readonly untested: readonly Text[];
}

export type PlannedCoverage = Coverage & { readonly file: string };

export interface SendLimits {
  /** With country code, digits only. */
  readonly recipients: readonly string[];
  /** One bulk send to N numbers counts N. */
  readonly maxMessages: number;
  /** See PreparedRun. */
  readonly ledger: string;
}

/** A run as plain data, for the worker and the reports. */
export interface PreparedRun extends Pick<Declarations, 'contract' | 'register'>, Pace, Transport {
  readonly exchanges: readonly Exchange[];
  readonly notRun: readonly NotRun[];
  /** Null where this run is all of the plan. */
  readonly shard: PlannedShard | null;
  /** Peculiarities of the plan, such as what it leaves out, in sentences. */
  readonly notes: readonly string[];
  readonly scope?: string | undefined;
  /** The version whose cases, classes, clients and rules gate; null for all. */
  readonly edition?: string | null;
  /** Whether reports that are wrong alone, or came too early, are asked again. */
  readonly recheck?: boolean;
  /** What filters leave out of the plan. */
  readonly filtered?: readonly Unjudged[];
  /** What the run may leave unjudged; null for anything. */
  readonly coverage?: PlannedCoverage | null;
  /** Whether only what failed before is run, so that the run is no whole judgement. */
  readonly lastFailed?: boolean;
  readonly known: readonly PlannedKnownFailure[];
  readonly gate: Gate;
  /** Whether refusals of what the target takes elsewhere fail the run. */
  readonly gateRefusals?: boolean;
  /** Clients that have to be served, by their ids, or `all`. */
  readonly gateClients?: readonly string[];
  /** Commands of the user's that read the body of a reply. */
  readonly readers?: readonly string[];
  readonly reportDir: string;
  readonly allure: boolean;
  /** Selects the exchanges whose requests and responses Allure gets; `red` leaves out those that passed or were observed. */
  readonly evidence: 'all' | 'red';
  readonly html: boolean;
  readonly target: Target;
  readonly permission: SendPermission;
  /** Existing packets that a live run reports on. */
  readonly packetIds?: readonly string[];
  /** Null where messages of the target reach no person. */
  readonly limits: SendLimits | null;
  /** Path of the file in which the worker counts messages; absent where nothing is sent. */
  readonly ledger?: string;
  readonly values: Pick<Declarations, 'classes'> & { readonly generate: number; readonly seed: number };
  /** The most messages that smaller inputs may send (null: any number); null if no smaller inputs are sent. */
  readonly smaller: { readonly messages: number | null } | null;
  /** Whether cases are written of the smallest inputs, so that the worker hands them over unmasked. */
  readonly keepsInputs?: boolean;
  /** Calls that were made before and are judged in the place of a target; null where requests are sent. */
  readonly recordings: {
    /** By the id of their exchange, the calls by step; a step that was never made has none. */
    readonly calls: ReadonlyMap<string, readonly (RecordedCall | undefined)[]>;
    readonly requestsOnly: boolean;
    /** Whether the requests are those of a run of this suite. */
    readonly own: boolean;
    /** Who answers the clients of `listen`, as a clause; absent for other recordings. */
    readonly answers?: string;
  } | null;
  /** Texts that must never be written: the ServiceTicket, and other secrets of the settings. */
  readonly secrets: readonly string[];
  /** Those of them that are tickets of the target besides the first one. */
  readonly otherTickets: readonly string[];
  /** Subscriber numbers that must never be written either. */
  readonly numbers: readonly string[];
  readonly defects: Readonly<Record<string, readonly string[]>>;
  readonly recordTo: string | null;
  readonly reportFiles: readonly ReportFile[];
  /** The file of the job summary, and the folder that annotations are relative to; null outside of GitHub Actions. */
  readonly github: { readonly summaryFile: string | null; readonly workspace: string } | null;
}

export type ReportPlaces = Pick<PreparedRun, 'reportDir' | 'reportFiles' | 'html' | 'github'>;

export type MaskedRun = PreparedRun & { readonly mask: (text: string) => Masked };

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly total: number;
}

export interface PlannedShard extends Shard {
  /** As the user or the CI engine calls the run. */
  readonly runId: string | null;
  /** The facts that all shards of a plan share. */
  readonly plan: {
    /** All selected exchanges, including those that may not be run. */
    readonly exchanges: number;
    /** See planDigest and knownDigest. */
    readonly digest: string;
    readonly known: string;
    /** Messages that all shards together may send, or null where those of the target reach no person. */
    readonly budget: number | null;
  };
  /** Places in the whole plan, from 0, by id of the exchange. */
  readonly places: Readonly<Record<string, number>>;
}

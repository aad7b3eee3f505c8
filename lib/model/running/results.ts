import type { Gate } from '../contract.ts';
import type { NotRun } from '../exchange.ts';
import type { Finding } from '../judging/finding.ts';
import type { Answer } from '../judging/reply.ts';
import type { StepRecord, Verdict } from '../judging/verdict.ts';
import type { Requirement } from '../requirement.ts';
import type { PlannedKnownFailure } from './known-failure.ts';
import type { Masked } from './masked.ts';
import type { SendPermission } from './settings.ts';
import type { Shard, ShardedPlan } from './shard.ts';

/** What the file of known failures says of an exchange, masked: people wrote it. */
export interface RecordedKnown extends Omit<PlannedKnownFailure, 'patterns' | 'exchanges'> {
  readonly place: Masked;
  readonly reason: Masked;
  readonly owner?: Masked;
  readonly link?: Masked;
}

export interface RecordedStep extends Pick<StepRecord, 'operation' | 'binding' | 'reached'> {
  /** Ids of the rules that were evaluated, with spaces between: one text costs less to hand over than many. */
  readonly evaluated: string;
}

/** What a worker says about an exchange once it is judged: no secret is in it, no bytes are. */
export interface ExchangeRecord {
  readonly id: string;
  readonly verdict: Verdict;
  readonly findings: readonly ResultFinding[];
  readonly durationMs: number;
  /** Status of the last response, or null where none came. */
  readonly status: number | null;
  readonly steps: readonly RecordedStep[];
  /** The same of rules about the whole exchange. */
  readonly evaluated: string;
  /** A curl command that repeats the request with the first finding, or the last one; null where none was made or all passed. */
  readonly repeat: Masked | null;
  readonly note?: Masked;
  /** Rule of the finding because of which a step was not made; absent where all were made. */
  readonly blockedBy?: string;
  /** Of a probe: what came back. */
  readonly answer?: Answer<Masked>;
  readonly known?: readonly RecordedKnown[];
}

/** A finding with its sentence; its texts may have come from the target and are masked. */
export interface ResultFinding extends Finding {
  readonly path: Masked;
  readonly expected: Masked;
  readonly actual: Masked;
  readonly names?: Readonly<Record<string, Masked>>;
  readonly message: string;
}

/** SMS messages of a run. */
export interface ResultMessages {
  /** Of the exchanges that were to be run. */
  readonly planned: number;
  /** Sent or tried: counted before each went out, whether or not it left or an answer came. */
  readonly sent: number;
  /** At most, or null where messages of the target reach nobody. */
  readonly budget: number | null;
}

/** How the judge did on canned replies; `wrong` says which ones it got wrong. */
export interface Calibration {
  readonly accepted: number;
  readonly rejected: number;
  readonly wrong: readonly string[];
}

/** What a Vitest run said: a record for every judged exchange, and faults that belong to none. */
export interface RunReport {
  /** Exchanges whose tests were to run: all of the plan, unless Vitest was given a pattern for test names. */
  readonly chosen: readonly string[];
  readonly records: readonly ExchangeRecord[];
  readonly faults: readonly string[];
  readonly calibration: Calibration | null;
  readonly observations?: readonly ResultObservation[];
  /** Whether somebody ended the run before its reports were written. */
  readonly interrupted?: boolean;
  /** Why exchanges were left out when the run was stopped; null where it went to its end. */
  readonly stopped: string | null;
}

export type Outcome = 'conforms' | 'deviates' | 'partial' | 'error';

export type RequirementState = 'held' | 'broken' | 'untested' | 'excluded';

/** reports/results.json, schema version 1: read by other tools. */
export interface Results {
  readonly schemaVersion: 1;
  readonly suite: { readonly name: string; readonly version: string };
  readonly target: {
    readonly baseUrl: Masked;
    readonly namespace: Masked;
    readonly kind: 'reference' | 'external';
    /** Whether its certificate was not verified. */
    readonly insecure: boolean;
  };
  /** Whether the requests are those of clients, which were judged too; absent where they are the suite's own. */
  readonly clients?: true;
  /** Who answered the clients that `listen` heard, as a clause; the target is where it listened. */
  readonly answers?: Masked;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly gate: Gate;
  /** Which part of a plan the run was; absent where it was the whole. */
  readonly shard?: ResultShard;
  readonly outcome: Outcome;
  readonly exitCode: number;
  /** Why the run is no judgement of the target; absent where it is one. */
  readonly why?: Masked;
  /** What the plan left out or did in a way of its own; absent where there is nothing to say. */
  readonly notes?: readonly Masked[];
  /** Clauses that belong to the outcome, such as how many requirements are broken although it conforms; absent where there are none. */
  readonly remarks?: readonly string[];
  readonly summary: Summary;
  /** What the judge made of canned replies before it judged the target; null where it never came to that. */
  readonly calibration: Readonly<Record<keyof Calibration, number>> | null;
  readonly messages: ResultMessages;
  readonly exchanges: readonly ResultExchange[];
  /** What was asked for and not run. */
  readonly notRun: readonly NotRun[];
  /** Findings that have one explanation; absent in results of versions that did not tell. */
  readonly causes?: readonly ResultCause[];
  /** Every rule; absent in results of versions that did not tell. */
  readonly rules?: readonly ResultRule[];
  /** What was seen where the contract is silent; absent where nothing was, and in results of versions that did not tell. */
  readonly observations?: readonly ResultObservation[];
  readonly requirements: readonly ResultRequirement[];
}

/** What decides how a run ends, besides its verdicts. */
export interface EndingFacts {
  readonly permission: SendPermission['permission'];
  /** Whether the target answered once, be it with a response that broke off or was too large to be read. */
  readonly answered: boolean;
  /** Whether an exchange was judged of a level that gates: without one, no finding can make the run red. */
  readonly gatingJudged: boolean;
  /** Whether a send was refused because it would have passed the budget. */
  readonly overBudget: boolean;
}

/** A shard, and what `merge` needs besides the rest of its results to make one run of all of them. */
export interface ResultShard extends Shard, EndingFacts {
  /** Of the run that it is a part of; absent where nothing said it, and in results of versions that did not tell. */
  readonly runId?: Masked;
  readonly plan: ShardedPlan;
  /** Places in the whole plan, from 0: of `exchanges` and of `notRun`, in their order. */
  readonly places: { readonly exchanges: readonly number[]; readonly notRun: readonly number[] };
  /** What ended the run otherwise than its verdicts say: an interruption, or a fault of the harness. */
  readonly spoilt?: { readonly outcome: Outcome; readonly why: Masked };
}

/** A rule, and how much a run was judged by it. */
export interface ResultRule {
  readonly id: string;
  /** In which it was evaluated. */
  readonly exchanges: number;
  readonly findings: number;
}

type Counted =
  | ('passed' | 'failed' | 'warned' | 'observed' | 'blocked')
  | ('knownFailure' | 'fixed' | 'transportError' | 'harnessError' | 'notRun');

/** Exchanges by verdict; `planned` are all that were asked for, what was not run included. */
export interface Summary extends Readonly<Record<Counted | 'planned', number>> {
  /** Absent in results of older versions. */
  readonly notRead?: number;
}

export interface ResultExchange extends Omit<ExchangeRecord, 'steps' | 'evaluated' | 'repeat'> {
  readonly case: string;
  readonly operation: string;
  readonly binding: string;
  readonly variant: string | null;
  /** What its case says; absent in results of versions that did not tell. */
  readonly title?: Masked;
  /** Where its case is declared, as seen from the working folder; lines from 1. */
  readonly source: { readonly file: Masked; readonly line: number };
  /** What was called, where there are several steps for a finding to be about. */
  readonly steps?: readonly Pick<RecordedStep, 'operation' | 'binding'>[];
  /** A curl command that repeats the request with the first finding, or the last one. */
  readonly repeat?: Masked;
}

/** What a target did where the contract is silent. */
export interface ResultObservation<Text extends string = Masked> {
  /** Such as `PacketStatus`, or `longest message taken, in UTF-16 code units`. */
  readonly what: string;
  /** The requirement that it belongs to, mostly a gap. */
  readonly requirement: string;
  readonly operation: string;
  /** How many were looked at. */
  readonly of: number;
  /** Whether the value is the largest number of all; absent where values are counted. */
  readonly most?: true;
  /** The most frequent first; what `of` counts beyond them had other values. */
  readonly values: readonly {
    /** As it came, or its shape, such as `<yyyy-MM-ddTHH:mm:ss>`; `(absent)` where the field is. */
    readonly value: Text;
    readonly count: number;
    /** How many of them in the canonical case of the operation; absent where none. */
    readonly canonical?: number;
    /** Id of an exchange that shows it. */
    readonly example: string;
  }[];
}

/** Findings of one run that have one explanation. */
export interface ResultCause extends Pick<ResultFinding, 'rule' | 'level' | 'requirements' | 'affected'> {
  /** Of this run alone, such as `c1`. */
  readonly id: string;
  /** Of the first finding, as are `expected` and `actual`. */
  readonly message: string;
  readonly expected: Masked;
  readonly actual: Masked;
  /** Exchanges that have such a finding. */
  readonly exchanges: number;
  /** The same by verdict. */
  readonly verdicts: VerdictCounts;
  /** How many of them could not go on because of it; absent where all could. */
  readonly blocks?: number;
  readonly bindings: readonly string[];
  readonly operations: readonly string[];
  /** Id of the first exchange. */
  readonly first: string;
}

/** A requirement, and what the run has to show for it. */
export interface ResultRequirement
  extends Pick<Requirement, 'id' | 'level' | 'section' | 'binds' | 'text' | 'rules' | 'excluded'> {
  readonly state: RequirementState;
  /** Exchanges in which one of its rules was evaluated. */
  readonly exchanges: number;
  /** The same by verdict; none of them is 0. The verdict is about the exchange, which has other requirements too. */
  readonly verdicts: VerdictCounts;
  /** Cases of those exchanges, as `operation/case`. */
  readonly cases: readonly string[];
  /** Findings that break it. */
  readonly brokenBy: readonly FindingReference[];
  /** Findings that affect it without breaking it; absent where there are none. */
  readonly affectedBy?: readonly FindingReference[];
  /** Deliberate deviations that break or affect it: what proves that its rules can find something. */
  readonly defects: readonly string[];
}

export type VerdictCounts = Readonly<Partial<Record<Verdict, number>>>;

/** Where a finding stands in the results. */
export interface FindingReference {
  /** Id of the exchange. */
  readonly exchange: string;
  /** Place among the findings of the exchange, from 0. */
  readonly finding: number;
}

/** A run of which there are results. */
export interface EndedRun {
  readonly exitCode: number;
  readonly results: Results;
  readonly interrupted: boolean;
}

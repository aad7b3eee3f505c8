import type { Gate, Level, Target } from '../contract.ts';
import type { Exchange, NotRun } from '../exchange.ts';
import type { SchemaEngineName } from '../judging/evidence.ts';
import type { Finding, Names, SmallestInput } from '../judging/finding.ts';
import type { Answer, ObservedFact } from '../judging/reply.ts';
import type {
  ClassState,
  ClientState,
  PlannedKnownFailure,
  ReaderFailure,
  StepRecord,
  Verdict,
} from '../judging/verdict.ts';
import type { Requirement } from '../requirement.ts';
import type { Masked, MaskedAll } from './masked.ts';
import type { PlannedShard, Shard, Unjudged } from './prepared-run.ts';
import type { SendPermission } from './settings.ts';

export type RecordedKnown = MaskedAll<Omit<PlannedKnownFailure, 'patterns' | 'exchanges'>>;

/** The report of a worker about a judged exchange, without secrets and without bytes. */
export interface ExchangeRecord extends Partial<Repetition> {
  readonly id: Masked;
  readonly verdict: Verdict;
  readonly findings: readonly ResultFinding[];
  readonly durationMs: number;
  /** Status of the last response, or null where none came. */
  readonly status: number | null;
  readonly steps: readonly RecordedStep[];
  /** Of rules about the whole exchange, as those of a step. */
  readonly evaluated: readonly Masked[];
  readonly note?: Masked;
  readonly unstable?: Omit<Unstable, 'id'>;
  /** Whether listen kept a call of it from the gateway. */
  readonly kept?: boolean;
  readonly blockedBy?: Masked;
  readonly answer?: Answer<Masked>;
  readonly client?: ClientState<Masked>;
  readonly readers?: readonly ReaderFailure<Masked>[];
  readonly known?: readonly RecordedKnown[];
  readonly evidence?: readonly ResultEvidence[];
  readonly classes?: readonly (Omit<ClassState, 'answer'> & { readonly answer?: Masked })[];
  /** The smallest inputs that still show its findings, by their places, not masked; absent unless cases are written of them. */
  readonly smallestInputs?: readonly (readonly SmallestInput[] | null)[];
}

export type RecordedStep = MaskedAll<Pick<StepRecord, 'operation' | 'binding' | 'reached' | 'evaluated'>>;

export interface Repetition {
  /** A curl command that repeats the request. */
  readonly repeat: Masked;
  /** The difference between that command and the request, such as a connection that is not kept. */
  readonly repeatDiffers?: Masked;
}

export interface ResultEvidence extends Repetition {
  readonly step: number;
  readonly request: Masked;
  readonly reply: Masked;
  /** Where findings of the exchange are in these texts: characters, from the first to before the last. */
  readonly marks: readonly {
    readonly finding: number;
    readonly in: 'request' | 'reply';
    readonly from: number;
    readonly to: number;
  }[];
}

/** A report that was wrong once and right when it was asked again alone, with both replies. */
export interface Unstable {
  readonly id: Masked;
  readonly step: number;
  readonly first: Masked;
  readonly again: Masked;
}

/** What asking for reports again showed. */
export interface AskedAgain {
  readonly unstable: readonly Unstable[];
  /** Milliseconds after its send at which a report knew its packet; 0 where none was too early. */
  readonly enoughMs: number;
}

export interface Judged {
  readonly exchange: Exchange;
  readonly record: ExchangeRecord;
}

/** What explains a finding: its meaning, the name of that, the change in one clause, and the text that its cause has. */
type Explained = Readonly<Partial<Record<'meaning' | 'observed' | 'change' | 'cause', Masked>>>;

/** A finding with its sentence; its texts may have come from the target and are masked. */
export interface ResultFinding
  extends MaskedAll<Omit<Finding, 'expected' | 'actual' | 'smallestInputs' | 'about'>>,
    Readonly<Record<'expected' | 'actual' | 'message', Masked>>,
    Explained,
    Readonly<Partial<Record<'smallest' | 'root' | 'only', Masked>>>,
    Readonly<Partial<Record<'otherNamespace' | 'packet' | 'earlier' | 'readAs', Masked>>> {
  /** What explains it as well, and other findings of the run less often. */
  readonly alternatives?: readonly Explained[];
  readonly names?: Names<Masked>;
  /** Characters of a text, each with what it became everywhere. */
  readonly replaced?: readonly (readonly Masked[])[];
}

export interface Calibration {
  readonly accepted: number;
  readonly rejected: number;
  readonly wrong: readonly string[];
  readonly schemaEngine?: SchemaEngineName;
}

/** The outcome of a Vitest run: a record for every judged exchange, and faults of no exchange. */
export interface RunReport {
  /** Exchanges whose tests were to run: all of the plan, unless Vitest was given a pattern for test names. */
  readonly chosen: readonly string[];
  readonly records: readonly ExchangeRecord[];
  readonly faults: readonly string[];
  readonly calibration: Calibration | null;
  readonly observations?: readonly ResultObservation[];
  readonly askedAgain?: AskedAgain | undefined;
  /** Why exchanges were left out when the run was stopped; null where it went to its end. */
  readonly stopped: string | null;
}

export type Outcome = 'conforms' | 'deviates' | 'known failures out of date' | 'partial' | 'error';

export type RequirementState = 'held' | 'broken' | 'untested' | 'excluded';

/** reports/results.json, schema version 1: read by other tools. Its schema, results.schema.json, describes every member. */
export interface Results {
  readonly schemaVersion: 1;
  readonly suite: { readonly name: Masked; readonly version: Masked };
  readonly target: MaskedAll<Target> & { readonly insecure: boolean };
  readonly clients?: true;
  readonly answers?: Masked;
  /** What let a live run ask without permission to send; absent otherwise. */
  readonly permitted?: { readonly packetIds?: readonly Masked[]; readonly sends?: 'refuse' };
  readonly startedAt: Masked;
  readonly durationMs: number;
  readonly gate: Gate;
  readonly gateRefusals?: true;
  readonly gateClients?: readonly Masked[];
  readonly shard?: ResultShard;
  readonly outcome: Outcome;
  readonly exitCode: number;
  readonly why?: Masked;
  readonly notes?: readonly Masked[];
  readonly scope?: Masked;
  readonly remarks?: readonly Masked[];
  readonly summary: Summary;
  readonly calibration: (Omit<Calibration, 'wrong'> & { readonly wrong: number }) | null;
  readonly messages: { readonly planned: number; readonly sent: number; readonly budget: number | null };
  readonly exchanges: readonly ResultExchange[];
  readonly notRun: MaskedAll<readonly NotRun[]>;
  /** Ids of exchanges that an interruption or a fault left without a verdict. */
  readonly withoutVerdict?: readonly Masked[];
  readonly causes: readonly ResultCause[];
  readonly roots?: readonly ResultRoot[];
  readonly rules?: readonly { readonly id: Masked; readonly exchanges: number; readonly findings: number }[];
  readonly observations?: readonly ResultObservation[];
  readonly values?: ResultValues;
  readonly dialects?: readonly ResultDialect[];
  readonly requirements: readonly ResultRequirement[];
  readonly tested?: Tested;
  readonly unjudged?: readonly Unjudged[];
  readonly since?: Readonly<Record<'added' | 'gone', readonly Masked[]>> & {
    readonly startedAt: Masked;
    readonly target?: Masked;
  };
}

/** A dialect of a client, and what became of its calls. */
export interface ResultDialect {
  readonly client: Masked;
  readonly name: Masked;
  readonly binding: Masked;
  /** Whether it breaks the contract's letter. */
  readonly breaks?: true;
  readonly state: Masked;
  /** The operations whose calls are refused or answered otherwise, where it is not all of the client's. */
  readonly operations?: readonly Masked[];
  readonly status?: number;
  readonly answer?: Answer<Masked>;
  readonly rules?: readonly Masked[];
  readonly because?: Masked;
  /** A call of it that shows the state. */
  readonly exchange: Masked;
}

export type ValueState = ClassState['state'] | 'notSent';

export interface ResultValues<Text extends string = Masked> {
  readonly generated?: number;
  readonly seed?: number;
  readonly classes: readonly Text[];
  readonly fields: readonly ({
    readonly operation: Text;
    readonly parameter: Text;
    readonly binding: Text;
    readonly brokenIn?: readonly Text[];
    readonly refusals?: readonly Readonly<Record<'class' | 'exchange' | 'answer', Text>>[];
  } & Partial<Readonly<Record<ValueState, readonly Text[]>>>)[];
}

/** The facts that decide the end of a run, besides its verdicts. */
export interface EndingFacts {
  readonly permission: SendPermission;
  /** Whether the target answered once, even with a response that broke off or was too large to be read. */
  readonly answered: boolean;
  /** Whether an exchange was judged of a level that gates: without one, no finding can make the run red. */
  readonly gatingJudged: boolean;
  readonly overBudget: boolean;
  /** Exchanges that are blocked because listen kept their calls from the gateway; absent where there are none. */
  readonly kept?: number;
  /** Whether the calls were recorded, so that what was not run was not recorded to the byte. */
  readonly recorded?: boolean;
  readonly lastFailed?: boolean;
}

/** A shard, with the facts that `merge` needs besides its other results. */
export interface ResultShard extends Shard, EndingFacts {
  readonly runId?: Masked;
  readonly plan: MaskedAll<PlannedShard['plan']>;
  readonly places: { readonly exchanges: readonly number[]; readonly notRun: readonly number[] };
  readonly tested?: Tested;
  readonly aborted?: { readonly outcome: Outcome; readonly why: Masked };
}

/** Requirements that exchanges test, as sets of places in `requirements`, and the set of each exchange. */
export interface Tested {
  readonly sets: readonly (readonly number[])[];
  readonly of: readonly number[];
}

type Counted =
  | ('passed' | 'failed' | 'warned' | 'observed' | 'blocked')
  | ('knownFailure' | 'fixed' | 'transportError' | 'harnessError' | 'notRun');

/** Exchanges by verdict; `planned` counts all selected exchanges, including those that were not run. */
export interface Summary extends Readonly<Record<Counted | 'planned', number>> {
  readonly notRead?: number;
}

export interface ResultExchange
  extends Omit<ExchangeRecord, 'steps' | 'evaluated' | 'classes' | 'smallestInputs' | 'kept'> {
  readonly case: Masked;
  readonly operation: Masked;
  readonly binding: Masked;
  readonly variant: Masked | null;
  readonly title?: Masked;
  readonly level?: Level;
  readonly source: { readonly file: Masked; readonly line: number };
  readonly steps?: readonly Pick<RecordedStep, 'operation' | 'binding'>[];
}

export interface ResultObservation<Text extends string = Masked> {
  readonly what: Text;
  readonly requirement: Text;
  readonly operation: Text;
  readonly of: number;
  readonly most?: true;
  readonly values: readonly {
    readonly value: Text;
    /** What was seen, where it is more than a text; `value` has its words. */
    readonly fact?: ObservedFact<Text> | undefined;
    readonly count: number;
    readonly canonical?: number;
    readonly example: Text;
  }[];
}

/** Findings of one run that have one explanation; `root` is the root cause that all of them follow from. */
export interface ResultCause
  extends Pick<ResultFinding, 'rule' | 'level' | 'requirements' | 'affected' | 'change' | 'root'>,
    Pick<ResultFinding, 'message' | 'expected' | 'actual'> {
  readonly id: Masked;
  readonly exchanges: number;
  readonly verdicts: VerdictCounts;
  readonly blocks?: number;
  readonly bindings: readonly Masked[];
  readonly operations: readonly Masked[];
  readonly first: Masked;
}

/** One explanation of several causes, such as a packet that was returned for two sends. */
export interface ResultRoot
  extends Pick<ResultCause, 'id' | 'message' | 'rule' | 'level' | 'exchanges' | 'verdicts'>,
    Pick<ResultCause, 'bindings' | 'operations' | 'first'> {
  readonly kind:
    | 'namespace'
    | 'state'
    | 'shared-packet'
    | 'no-answer'
    | 'frame'
    | 'time'
    | 'recipients'
    | 'characters'
    | 'change'
    | 'parts'
    | 'nodes'
    | 'request';
  readonly findings: number;
  readonly causes: readonly Masked[];
}

export interface ResultRequirement
  extends MaskedAll<Pick<Requirement, 'id' | 'level' | 'section' | 'binds' | 'text' | 'rules' | 'excluded'>> {
  readonly state: RequirementState;
  readonly exchanges: number;
  readonly verdicts: VerdictCounts;
  readonly cases: readonly Masked[];
  readonly brokenBy: readonly FindingReference[];
  readonly affectedBy?: readonly FindingReference[];
  readonly defects: readonly Masked[];
}

export type VerdictCounts = Readonly<Partial<Record<Verdict, number>>>;

export interface FindingReference {
  readonly exchange: Masked;
  readonly finding: number;
}

export interface EndedRun {
  readonly exitCode: number;
  readonly results: Results;
  readonly interrupted: boolean;
}

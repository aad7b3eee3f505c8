import type { ParameterValues } from '../contract.ts';
import type { ReadMessages } from './evidence.ts';
import type { Finding } from './finding.ts';
import type { Answer, Need } from './reply.ts';
import type { SendOutcome, WireRequest } from './wire.ts';

export const verdicts = [
  'passed',
  'failed',
  'warned',
  'observed',
  'blocked',
  'not-read',
  'known-failure',
  'fixed',
  'transport-error',
  'harness-error',
] as const;

export type Verdict = (typeof verdicts)[number];

/** A request of the exchange and what came back, kept as evidence. */
export interface StepRecord {
  readonly operation: string;
  readonly binding: string;
  readonly request: WireRequest;
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly reached: Need;
  /** Ids of the rules that had something to look at in this step. */
  readonly evaluated: readonly string[];
  readonly outcome: SendOutcome;
  /** The packet of a report that no send of the exchange got, and whether the reply names it. */
  readonly givenPacket?: { readonly packet: string; readonly isFound: boolean } | undefined;
}

/** A call that was made before: its request as it was sent, and what came of it. */
export type RecordedCall = Pick<StepRecord, 'request' | 'outcome' | 'startedAt' | 'endedAt'> & {
  /** Whether a client asks about a packet that no recorded send was given: whether it exists is not known. */
  readonly unknownPacket?: boolean;
  /** The values that the request was read with; those of the exchange may be what a scenario wants. */
  readonly received?: ParameterValues;
  /** Its messages as they were read, where this process has read them. */
  readonly read?: ReadMessages;
  /** The same as JSON, where another process read them: parsing takes half the time. */
  readonly readElsewhere?: string | undefined;
};

/** The result of a class of values in a parameter: `broken` if it came back changed. */
export interface ClassState {
  readonly parameter: string;
  readonly class: string;
  readonly state: 'held' | 'broken' | 'refused';
  /** How it was refused. */
  readonly answer?: string | undefined;
}

/** How a target took a call in the dialect of a client. */
export interface ClientState<Text extends string = string> {
  readonly id: Text;
  readonly name: Text;
  /** Whether the dialect breaks the contract's letter. */
  readonly breaks?: true;
  readonly state: 'answered' | 'refused';
  /** How it was refused. */
  readonly answer?: Answer<Text>;
  /** The rules that the answer breaks, also where nothing is judged. */
  readonly rules?: readonly Text[];
  /** The property of the dialect that alone makes the target refuse the contract's own request. */
  readonly because?: Text;
  /** Whether the target takes the contract's own request in the same way. */
  readonly alike?: true;
}

/** A program that was written for replies of ASMX, and how it fails with a reply. */
export interface ReaderFailure<Text extends string = string> {
  readonly reader: Text;
  readonly failure: Text;
}

/** An exchange judged, with everything a report shows of it. */
export interface JudgedExchange {
  readonly id: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly steps: readonly StepRecord[];
  /** Ids of the rules about a whole exchange that had something to look at. */
  readonly evaluated: readonly string[];
  readonly durationMs: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Why a step was not made, what broke in the harness, or what is no longer true of a known failure. */
  readonly note?: string;
  /** Rule of the finding because of which a step was not made. */
  readonly blockedBy?: string;
  readonly answer?: Answer;
  readonly client?: ClientState;
  /** Imitated programs that cannot read its reply; absent where none was tried. */
  readonly readers?: readonly ReaderFailure[] | undefined;
  /** How the send of classes of values was refused, such as `500 "Not a date"`. */
  readonly refusal?: string | undefined;
  readonly known?: readonly PlannedKnownFailure[];
  readonly classes?: readonly ClassState[];
}

/** An entry of a file of known failures: which rules some exchanges break, and why that is accepted for now. */
export interface PlannedKnownFailure {
  /** `file:line` */
  readonly place: string;
  readonly patterns: readonly string[];
  /** Ids of the whole plan that its patterns match, whatever the run has chosen of them. */
  readonly exchanges: readonly string[];
  readonly rules: readonly string[];
  readonly reason: string;
  readonly owner?: string;
  readonly link?: string;
  /** Last day on which it holds, as `YYYY-MM-DD` in UTC. */
  readonly expires: string;
  readonly expired: boolean;
  /** Rules that an exchange keeps although the entry lists them; set once the exchange was judged. */
  readonly stale?: readonly string[];
}

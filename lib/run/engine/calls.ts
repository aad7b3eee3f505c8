import type { JudgeContext } from '../../judge/judge-context.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Evidence, ReplyEvidence, RequestEvidence } from '../../model/judging/evidence.ts';
import type { Finding } from '../../model/judging/finding.ts';
import type { RecordedCall, StepRecord } from '../../model/judging/verdict.ts';
import type { SendOutcome } from '../../model/judging/wire.ts';
import type { Sender } from '../../wire/transport/sender.ts';
import type { RunMemory } from './run-memory.ts';

export type CallSource = LiveCalls | RecordedCalls;

export interface LiveCalls {
  readonly kind: 'live';
  readonly sender: Sender;
  /** Milliseconds between the reply to a send and the first report on its packet; 0 unless set. */
  readonly reportDelay?: number;
  /** Absent where no report is asked again. */
  readonly patience?: ReportPatience | undefined;
  /** Withdraws the exchange while its first request waits for its turn. */
  readonly withdrawn?: AbortSignal;
}

/** What a run knows of how late reports are, or those of an operation over a binding. */
interface Lateness {
  /** Milliseconds after its send at which a packet was known; 0 as long as no report came too early. */
  enoughMs: number;
  /** Reports that were refused and that knew their packet when they were made for the first time. */
  readonly atOnce: { refused: number; known: number };
}

export interface ReportPatience extends Lateness {
  /** By operation and binding: each may know packets later than others. */
  readonly byKind: Map<string, LatenessOfKind>;
}

export interface LatenessOfKind extends Lateness {
  /** The shortest time from the start of a send to the end of a report that knew its packet at once. */
  knownMs: number;
  /** Whether asking again helped. */
  tried?: Promise<void>;
}

/** Calls that were made before; nothing is sent, and the requests are judged as well. */
export interface RecordedCalls {
  readonly kind: 'recorded';
  /** By step; a step that was never made has none. */
  readonly calls: readonly (RecordedCall | undefined)[];
  /** True if only the requests are judged, because the responses are ours. */
  readonly requestsOnly?: boolean;
  /** Answers a client that waits, once its request was judged; `isWrong` says whether that breaks the contract. */
  readonly answer?: (isWrong: boolean) => Promise<SendOutcome>;
}

export interface ExchangeRun {
  readonly exchange: Exchange;
  readonly source: CallSource;
  readonly context: JudgeContext;
  readonly memory: RunMemory;
  /** The calls that were made so far, by step. */
  readonly calls: JudgedCall[];
}

/** The reason why an exchange cannot go on: a fault of ours, or it is blocked. */
export interface Obstacle {
  readonly harness?: true;
  readonly blocked?: true;
  readonly note?: string;
  /** Rule of the finding that explains what an earlier reply lacks. */
  readonly blockedBy?: string;
}

/** A call that can be made, or that was made before; its request was judged. */
export interface ReadyCall {
  readonly evidence: RequestEvidence;
  readonly recorded: RecordedCall | undefined;
  readonly asked: JudgedRequest;
}

/** What is wrong with a request, whether it may be refused in any way (contract §7), and whether readers differ in what was sent. */
export interface JudgedRequest {
  readonly findings: Finding[];
  readonly isWrong: boolean;
  /** Whether the contract leaves open how what it carries is taken. */
  readonly isOpen: boolean;
  readonly isUnclear: boolean;
}

export type Made = Pick<RecordedCall, 'outcome' | 'startedAt' | 'endedAt' | 'read'>;

export interface JudgedCall {
  readonly evidence: Evidence;
  /** The evidence where it has a packet result. */
  readonly reply: ReplyEvidence | null;
  readonly record: StepRecord;
  readonly findings: readonly Finding[];
  readonly obstacle: Obstacle | undefined;
}

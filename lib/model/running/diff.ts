import type { Level } from '../contract.ts';
import type { Verdict } from '../judging/verdict.ts';
import type { Masked } from './masked.ts';
import type { RequirementState, Results } from './results.ts';

/** What can have become of something between two runs, what matters most first. */
export const changes = [
  /** Kept before, or never judged, and broken now at the gate of the new run. */
  'newlyBroken',
  /** There was a response before, and there is none now. */
  'unanswered',
  /** Gone from the new run. */
  'gone',
  /** Judged before, and not now although the new run knows it; of a rule, also judged in fewer exchanges. */
  'lost',
  /** Worse than before, but below the gate of the new run or known to fail. */
  'tolerated',
  /** Broken before, or not judged, and kept now. */
  'newlyHeld',
  /** Judged in the new run only, and not broken there. */
  'new',
] as const;

export type ChangeKind = (typeof changes)[number];

/** Everything of one sort that changed, each under what became of it. */
export type Changed<T> = Readonly<Record<ChangeKind, readonly T[]>>;

export interface ExchangeChange {
  readonly id: string;
  /** Null where the run does not have it. */
  readonly was: Verdict | 'not-run' | null;
  readonly is: Verdict | 'not-run' | null;
  /** Why it was not run. */
  readonly reason?: Masked;
}

export interface RuleCounts {
  /** In which it was evaluated; null where the run does not tell. */
  readonly exchanges: number | null;
  readonly findings: number;
}

export interface RuleChange {
  readonly id: string;
  readonly was: RuleCounts;
  readonly is: RuleCounts;
}

export interface RequirementChange {
  readonly id: string;
  readonly level: Level;
  /** Null where the run does not have it. */
  readonly was: RequirementState | null;
  readonly is: RequirementState | null;
}

/** A finding that one of the runs has; a lost one may still be there, where nothing looked so far. */
export interface FindingChange {
  readonly exchange: string;
  /** Of the exchange, from 0. */
  readonly step: number;
  readonly rule: string;
  /** Before; null where it was not there. */
  readonly was: Level | null;
  readonly is: Level | null;
  readonly message: Masked;
  readonly path: Masked;
  readonly expected: Masked;
  readonly actual: Masked;
}

/** One of the two runs. */
export interface DiffedRun {
  readonly suite: Results['suite'];
  readonly target: Results['target'];
  readonly startedAt: string;
  readonly gate: string;
  readonly outcome: Results['outcome'];
  readonly exitCode: number;
  /** Exchanges with a verdict that says something of the target. */
  readonly exchanges: number;
  /** Rules that were evaluated; null where the run does not tell. */
  readonly rules: number | null;
  /** Requirements that are held or broken. */
  readonly requirements: number;
}

/** What became of a target between two runs; schema version 1, for other tools. */
export interface Diff {
  readonly schemaVersion: 1;
  readonly outcome: 'held' | 'newly-broken' | 'less' | 'not-comparable';
  readonly exitCode: 0 | 1 | 5;
  /** Why the outcome is what it is. */
  readonly why: string;
  /** Whether fewer exchanges, rules or requirements were judged than before. */
  readonly less: boolean;
  /** That of the new run. */
  readonly gate: string;
  readonly old: DiffedRun;
  readonly new: DiffedRun;
  /** What is to be kept in mind when the runs are compared. */
  readonly notes: readonly Masked[];
  readonly exchanges: Changed<ExchangeChange>;
  readonly rules: Changed<RuleChange>;
  readonly requirements: Changed<RequirementChange>;
  readonly findings: Changed<FindingChange>;
}

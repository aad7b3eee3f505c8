import type { Contract } from '../contract.ts';
import type { DeclaredCase } from '../declared-case.ts';
import type { Exchange, NotRun } from '../exchange.ts';
import type { Requirement } from '../requirement.ts';
import type { Refusal } from '../result.ts';
import type { SendLimits } from './handoff.ts';
import type { PlannedKnownFailure } from './known-failure.ts';
import type { PlannedShard } from './shard.ts';

/** Contract and register, and the cases that there are to choose from. */
export interface Declarations {
  readonly contract: Contract;
  readonly register: readonly Requirement[];
  readonly cases: readonly DeclaredCase[];
}

/** The exchanges that may run, and the others with the reasons why they may not. */
export interface Permitted {
  readonly exchanges: readonly Exchange[];
  readonly notRun: readonly NotRun[];
}

/** What a run is to do and what it may send; every later stage reads it here. */
export interface RunPlan extends Permitted {
  readonly ok: true;
  readonly declarations: Declarations;
  /** What was selected, never empty; `exchanges` and `notRun` are what this run or its shard does of it. */
  readonly selected: readonly Exchange[];
  /** The part of the whole that this run is; null where it is all of it. */
  readonly shard: PlannedShard | null;
  /** What this run may send; null where its messages reach no person. */
  readonly sends: Omit<SendLimits, 'ledger'> | null;
  /** Whether the run may begin, or why not: a dry run shows the plan all the same. */
  readonly allowed: Refusal | { readonly ok: true };
  /** What the plan leaves out; a sentence each. */
  readonly notes: readonly string[];
  /** What of the whole plan is known to fail. */
  readonly known: readonly PlannedKnownFailure[];
}

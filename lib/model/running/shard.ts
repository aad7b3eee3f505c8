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

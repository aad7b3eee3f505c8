/** What a file of known failures says of some exchanges: which rules they break, and why that is accepted for now. */
export interface KnownFailure {
  /** Where it stands, as `file:line`. */
  readonly place: string;
  /** Globs over the ids of exchanges. */
  readonly patterns: readonly string[];
  readonly rules: readonly string[];
  readonly reason: string;
  readonly owner?: string;
  readonly link?: string;
  /** Last day on which it holds, as `YYYY-MM-DD` in UTC. */
  readonly expires: string;
}

/** A known failure in a run: what its patterns match, and whether it still holds on the day of the run. */
export interface PlannedKnownFailure extends KnownFailure {
  /** Ids of the exchanges of the whole plan that its patterns match and that can fail, whatever the run has chosen of them. */
  readonly exchanges: readonly string[];
  readonly expired: boolean;
}

/** Where the known failures of a target stand. */
export interface KnownFailuresFile {
  /** As seen from the working folder; null where no file was named and none belongs to the target. */
  readonly path: string | null;
  /** Whether somebody named it, so that a run without it would judge something else than was meant. */
  readonly mustExist: boolean;
}

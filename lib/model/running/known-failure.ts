/** What a file of known failures says of some exchanges of a run: which rules they break, and why that is accepted for now. */
export interface PlannedKnownFailure {
  /** Where it appears, as `file:line`. */
  readonly place: string;
  /** Globs over the ids of exchanges. */
  readonly patterns: readonly string[];
  /** Ids of the exchanges of the whole plan that its patterns match and that can fail, whatever the run has chosen of them. */
  readonly exchanges: readonly string[];
  readonly rules: readonly string[];
  readonly reason: string;
  readonly owner?: string;
  readonly link?: string;
  /** Last day on which it holds, as `YYYY-MM-DD` in UTC. */
  readonly expires: string;
  /** Whether it no longer holds on the day of the run. */
  readonly expired: boolean;
  /** Rules that an exchange keeps although the entry lists them; set once the exchange was judged. */
  readonly stale?: readonly string[];
}

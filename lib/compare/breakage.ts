/** A line under "who would break": programs that work with the old side and stumble over the new one, and because of what. */
export interface Breakage {
  /** The programs, such as the tools that generate clients. */
  readonly who: string;
  /** What they stumble over, in the words of a difference. */
  readonly because: string;
  /** Whether it makes the comparison red. */
  readonly gates: boolean;
}

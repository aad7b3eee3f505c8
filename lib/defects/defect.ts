import type { Deviation } from '../reference/index.ts';

/** A deliberate deviation of the reference service, with the exact rules that must catch it. */
export type Defect = Deviation & {
  /** Permanent slug, named by what it breaks. */
  readonly id: string;
  readonly title: string;
  /** Requirement that it breaks. */
  readonly requirement: string;
  readonly rules: readonly string[];
};

import type { Deviation } from '../reference/index.ts';

/** A deliberate deviation of the reference service, with the exact rules that must catch it. */
export type Defect = Deviation & {
  /** Permanent slug, named by what it breaks. */
  readonly id: string;
  readonly title: string;
  /** Requirement that it breaks; none where the reply is only more than the suite reads. */
  readonly requirement?: string;
  /** Where only cases of a weaker level meet it: then it affects the requirement and must not break it. */
  readonly onlyAffects?: true;
  /** Exactly the rules that fire over the whole suite. */
  readonly rules: readonly string[];
  /** Case patterns, as of `--case`, that it takes to meet it, where calls with everyday texts do not. */
  readonly cases?: readonly string[];
};

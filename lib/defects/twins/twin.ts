import type { Deviation } from '../../reference/index.ts';

/** An equal way to write a correct reply: no rule may fire on it. */
export type Twin = Deviation & {
  /** Permanent slug, named by what it writes otherwise. */
  readonly id: string;
  readonly title: string;
  /** Where it is said that both mean the same. */
  readonly because: string;
  /** Case patterns, as of `--case`, that it takes to meet it, where calls with everyday texts do not. */
  readonly cases?: readonly string[];
};

import type { Exchange } from './exchange.ts';
import type { Result } from './result.ts';

/** Which exchanges of a plan to take. Values of one filter are alternatives; filters combine with and. */
export interface Filters {
  readonly operation?: readonly string[];
  readonly binding?: readonly string[];
  /** Glob patterns for the case (`canonical`), its operation and case, or the whole id of the exchange. */
  readonly case?: readonly string[];
  /** The same patterns, for exchanges not to take, whatever the other filters say. */
  readonly exclude?: readonly string[];
  readonly tag?: readonly string[];
  readonly level?: readonly string[];
}

export type FilterName = keyof Filters;

/** A filter that selects nothing, by itself or in combination: never a green run. */
export type SelectProblem =
  | {
      readonly kind: 'unmatched';
      readonly filter: FilterName;
      readonly value: string;
      /** What would match, sorted; for `case` and `exclude` the operation and case of each exchange. */
      readonly allowed: readonly string[];
      readonly nearest?: string;
    }
  /** Each filter matches something, but together they leave no exchange. */
  | { readonly kind: 'empty'; readonly filters: readonly FilterName[] };

export type Selection = Result<readonly Exchange[], readonly SelectProblem[]>;

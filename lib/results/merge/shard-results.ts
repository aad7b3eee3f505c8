import type { ResultShard, Results } from '../../model/running/results.ts';

/** Results of a run that was a shard. */
export type ShardResults = Results & { readonly shard: ResultShard };

/** Results with the name of the folder that they came from. */
export interface Input {
  /** As a person gave it. */
  readonly folder: string;
  readonly results: Results;
}

export interface ShardInput extends Input {
  readonly results: ShardResults;
}

export function isShard(input: Input): input is ShardInput {
  return input.results.shard !== undefined;
}

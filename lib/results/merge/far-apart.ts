import type { ShardInput } from './shard-results.ts';

const HOUR_MS = 3_600_000;

/** Longer than the jobs of one run wait for each other, and shorter than the time until a nightly run. */
const MOST_HOURS = 6;

/**
 * Why shards that began at such times are not taken for one run, where no id says that they are: a job that never began
 * leaves the shard of a run before. Undefined where they are.
 *
 * @param shards of one run, as far as everything else says, each of which began at a time
 */
export function farApart(shards: readonly ShardInput[]): string | undefined {
  if (shards.some(({ results }) => results.shard.runId !== undefined)) return undefined;
  const starts = shards
    .map(({ folder, results }) => ({ folder, at: Date.parse(results.startedAt) }))
    .toSorted((a, b) => a.at - b.at);
  const [first, last] = [starts[0], starts.at(-1)];
  if (!first || !last || last.at - first.at <= MOST_HOURS * HOUR_MS) return undefined;
  const times = `${first.folder} began at ${timeOf(first.at)} and ${last.folder} at ${timeOf(last.at)}`;
  return `${times}, more than ${MOST_HOURS} hours apart, and nothing says that they are of one run; give all shards of a run the same --run-id to say so`;
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

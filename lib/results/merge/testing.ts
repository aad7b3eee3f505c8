/** A run and the same run as shards, for the tests of what merges them. */
import type { Handoff, MaskedRun } from '../../model/running/handoff.ts';
import type { ExchangeRecord, RunReport } from '../../model/running/results.ts';
import { inShard } from '../../plan/shard.ts';
import { buildResults, type RunTimes } from '../results.ts';
import type { ShardResults } from './shard-results.ts';

const suite = { name: 'postsms-conformance', version: '0.0.0' };
const times: RunTimes = { startedAt: new Date(0), durationMs: 1000 };
export const calibration = { accepted: 16, rejected: 68, wrong: [] };
const digest = '0'.repeat(64);

/** What each shard of a run would have written, all at the same time. */
export function shardsOf(
  run: MaskedRun<Handoff>,
  records: readonly ExchangeRecord[],
  total: number,
): readonly [ShardResults, ...ShardResults[]] {
  const order = [...run.exchanges, ...run.notRun].map(({ id }) => id);
  const places = Object.fromEntries(order.map((id, place) => [id, place]));
  const plan = { exchanges: order.length, digest, known: digest, budget: null };
  const shards = Array.from({ length: total }, (_, place): ShardResults => {
    const shard = { index: place + 1, total };
    const part: MaskedRun<Handoff> = {
      ...run,
      exchanges: inShard(run.exchanges, shard),
      notRun: inShard(run.notRun, shard),
      shard: { ...shard, runId: null, plan, places },
    };
    return written(part, { records: inShard(records, shard), calibration }) as ShardResults;
  });
  return shards as unknown as readonly [ShardResults, ...ShardResults[]];
}

/** Results as they are in the file. */
export function written(run: MaskedRun<Handoff>, report: Pick<RunReport, 'records' | 'calibration'>) {
  return JSON.parse(JSON.stringify(buildResults(run, report, times, suite))) as ReturnType<
    typeof buildResults
  >;
}

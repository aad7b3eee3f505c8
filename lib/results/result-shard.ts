import type { MaskedRun } from '../model/running/handoff.ts';
import type { ExchangeRecord, ResultShard } from '../model/running/results.ts';
import type { PlannedShard } from '../model/running/shard.ts';
import type { EndingFacts } from './ending.ts';

/** What results.json says of the shard that a run was. */
export function resultShard(
  run: Pick<MaskedRun, 'exchanges' | 'notRun' | 'mask'>,
  { index, total, runId, plan, places }: PlannedShard,
  { permission, answered, gatingJudged, overBudget }: EndingFacts,
  records: readonly ExchangeRecord[],
): ResultShard {
  const judged = new Set(records.map(({ id }) => id));
  const placeOf = ({ id }: { readonly id: string }) => places[id] ?? 0;
  return {
    index,
    total,
    ...(runId === null ? {} : { runId: run.mask(runId) }),
    plan,
    places: {
      exchanges: run.exchanges.filter(({ id }) => judged.has(id)).map(placeOf),
      notRun: run.notRun.map(placeOf),
    },
    ...{ permission, answered, gatingJudged, overBudget },
  };
}

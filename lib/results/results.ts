import type { MaskedRun } from '../model/running/handoff.ts';
import type { Masked } from '../model/running/masked.ts';
import type {
  ExchangeRecord,
  ResultExchange,
  ResultShard,
  Results,
  RunReport,
} from '../model/running/results.ts';
import type { PlannedShard } from '../model/running/shard.ts';
import { plannedMessages } from '../plan/plan-cost.ts';
import { ownText } from '../secrets/mask.ts';
import { given } from '../text/given.ts';
import { causesOf } from './causes.ts';
import { type EndingFacts, endingBy, endingFacts } from './ending.ts';
import { sentMessages } from './messages.ts';
import { judgedByRules } from './requirements.ts';
import { withRemarks } from './told/remarks.ts';
import { summarize } from './verdict-counts.ts';

export interface RunTimes {
  readonly startedAt: Date;
  readonly durationMs: number;
}

/** The content of reports/results.json. */
export function buildResults(
  run: MaskedRun,
  { records, calibration, observations = [] }: Pick<RunReport, 'records' | 'calibration' | 'observations'>,
  times: RunTimes,
  suite: Results['suite'],
): Results {
  const facts = endingFacts(run, records);
  const { outcome, exitCode, why } = endingBy(facts);
  const { mask, target, transport } = run;
  const exchanges = exchangesOf(run, records);
  const { rules, requirements } = judgedByRules(run, records);
  // Over http there is no certificate that could be verified.
  const insecure = transport.insecure && target.baseUrl.startsWith('https:');
  return withRemarks(
    given({
      schemaVersion: 1 as const,
      suite,
      target: {
        ...{ baseUrl: mask(target.baseUrl), namespace: mask(target.namespace), kind: target.kind, insecure },
      },
      startedAt: times.startedAt.toISOString(),
      durationMs: Math.round(times.durationMs),
      gate: run.gate,
      shard: run.shard ? resultShard(run, run.shard, facts, records) : undefined,
      ...{ outcome, exitCode, why: why === undefined ? undefined : ownText(why) },
      clients: run.recordings === null || run.recordings.own ? undefined : (true as const),
      answers: run.recordings?.answers ? mask(run.recordings.answers) : undefined,
      notes: run.notes.length === 0 ? undefined : run.notes.map((note) => mask(note)),
      summary: summarize(run.exchanges.length, records, run.notRun.length),
      calibration: calibration && { ...calibration, wrong: calibration.wrong.length },
      messages: {
        planned: plannedMessages(run.exchanges),
        sent: sentMessages(run, records).sent,
        budget: run.limits?.maxMessages ?? null,
      },
      ...{ exchanges, notRun: run.notRun, causes: causesOf(exchanges), rules },
      observations: observations.length === 0 ? undefined : observations,
      requirements,
    }),
  );
}

/** What results.json says of the shard that a run was. */
function resultShard(
  run: Pick<MaskedRun, 'exchanges' | 'notRun' | 'mask'>,
  { index, total, runId, plan, places }: PlannedShard,
  { permission, answered, gatingJudged, overBudget }: EndingFacts,
  records: readonly ExchangeRecord[],
): ResultShard {
  const judged = new Set(records.map(({ id }) => id));
  const placeOf = ({ id }: { readonly id: string }) => places[id] ?? 0;
  return given({
    ...{ index, total, runId: runId === null ? undefined : run.mask(runId), plan },
    places: {
      exchanges: run.exchanges.filter(({ id }) => judged.has(id)).map(placeOf),
      notRun: run.notRun.map(placeOf),
    },
    ...{ permission, answered, gatingJudged, overBudget },
  });
}

/** Judged exchanges in the order of the plan. */
function exchangesOf(run: MaskedRun, records: readonly ExchangeRecord[]): readonly ResultExchange[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  // Files and titles, which many exchanges share.
  const texts = new Map<string, Masked>();
  const masked = (text: string) => {
    const known = texts.get(text) ?? run.mask(text);
    texts.set(text, known);
    return known;
  };
  return run.exchanges.flatMap((exchange) => {
    const record = byId.get(exchange.id);
    if (!record) return [];
    const { verdict, durationMs, status, findings, steps, repeat, note, blockedBy, answer, known } = record;
    const { id, operation, binding, variant, source } = exchange;
    const told = exchange.steps.length > 1 && steps.length > 0 && findings.length > 0;
    return given({
      ...{ id, case: exchange.case, operation, binding, variant, title: masked(exchange.title) },
      ...{ verdict, durationMs, status, source: { file: masked(source.file), line: source.line } },
      steps: told ? steps.map((step) => ({ operation: step.operation, binding: step.binding })) : undefined,
      ...{ findings, repeat: repeat ?? undefined, note, blockedBy, answer, known },
    });
  });
}

import type { MaskedRun } from '../model/running/handoff.ts';
import type { Masked } from '../model/running/masked.ts';
import type {
  ExchangeRecord,
  RecordedStep,
  ResultExchange,
  ResultShard,
  Results,
  RunReport,
} from '../model/running/results.ts';
import type { PlannedShard } from '../model/running/shard.ts';
import { plannedMessages } from '../plan/plan-cost.ts';
import { ownText } from '../secrets/mask.ts';
import { causesOf } from './causes.ts';
import { type EndingFacts, endingBy } from './ending.ts';
import { sentMessages } from './messages.ts';
import { coverageOf, judgedRules, requirementStates } from './requirements.ts';
import { factsOfRun, isInsecure } from './summary.ts';
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
  const facts = factsOfRun(run, records);
  const { outcome, exitCode, why } = endingBy(facts);
  const { mask, target } = run;
  const { baseUrl, namespace, kind } = target;
  const exchanges = exchangesOf(run, records);
  const covered = coverageOf(run, records);
  return withRemarks({
    schemaVersion: 1,
    suite,
    target: { baseUrl: mask(baseUrl), namespace: mask(namespace), kind, insecure: isInsecure(run) },
    startedAt: times.startedAt.toISOString(),
    durationMs: Math.round(times.durationMs),
    gate: run.gate,
    ...(run.shard === null ? {} : { shard: resultShard(run, run.shard, facts, records) }),
    outcome,
    exitCode,
    ...(why === undefined ? {} : { why: ownText(why) }),
    ...(run.recordings === null || run.recordings.own ? {} : { clients: true }),
    ...(run.recordings?.answers ? { answers: mask(run.recordings.answers) } : {}),
    ...(run.notes.length === 0 ? {} : { notes: run.notes.map((note) => mask(note)) }),
    summary: summarize(run.exchanges.length, records, run.notRun.length),
    calibration: calibration && { ...calibration, wrong: calibration.wrong.length },
    messages: {
      planned: plannedMessages(run.exchanges),
      sent: sentMessages(run, records).sent,
      budget: run.limits?.maxMessages ?? null,
    },
    exchanges,
    notRun: run.notRun,
    causes: causesOf(exchanges),
    rules: judgedRules(covered, records),
    ...(observations.length === 0 ? {} : { observations }),
    requirements: requirementStates(run, records, covered),
  });
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
    const { verdict, durationMs, status, note, blockedBy, known, repeat, steps, answer } = record;
    const { id, operation, binding, variant } = exchange;
    return [
      {
        id,
        case: exchange.case,
        operation,
        binding,
        variant,
        title: masked(exchange.title),
        verdict,
        durationMs,
        status,
        source: { file: masked(exchange.source.file), line: exchange.source.line },
        ...(exchange.steps.length > 1 && steps.length > 0 && record.findings.length > 0
          ? { steps: steps.map(called) }
          : {}),
        findings: record.findings,
        ...(repeat === null ? {} : { repeat }),
        ...(note ? { note } : {}),
        ...(blockedBy === undefined ? {} : { blockedBy }),
        ...(answer === undefined ? {} : { answer }),
        ...(known ? { known } : {}),
      },
    ];
  });
}

function called({ operation, binding }: RecordedStep): Pick<RecordedStep, 'operation' | 'binding'> {
  return { operation, binding };
}

import type { Handoff } from '../model/handoff.ts';
import type { Masked } from '../model/masked.ts';
import type {
  ExchangeRecord,
  RecordedFinding,
  RecordedStep,
  ResultExchange,
  ResultFinding,
  Results,
} from '../model/results.ts';
import { plannedMessages } from '../plan/plan-cost.ts';
import { endingBy } from './ending.ts';
import { isInsecure } from './insecure.ts';
import { judgedRules } from './judged-rules.ts';
import { type Mask, maskFor, ownText } from './mask.ts';
import { sentMessages } from './messages.ts';
import { requirementStates } from './requirement-states.ts';
import { resultShard } from './result-shard.ts';
import type { RunReport } from './run-reporter.ts';
import { factsOfRun, summarize } from './summary.ts';
import { sentenceOf } from './wording.ts';

export interface RunTimes {
  readonly startedAt: Date;
  readonly durationMs: number;
}

/** The content of reports/results.json. */
export function buildResults(
  run: Handoff,
  { records, calibration }: Pick<RunReport, 'records' | 'calibration'>,
  times: RunTimes,
  suite: Results['suite'],
): Results {
  const facts = factsOfRun(run, records);
  const { outcome, exitCode, why } = endingBy(facts);
  const mask = maskFor(run.secrets, run.numbers);
  const { baseUrl, namespace, kind } = run.target;
  return {
    schemaVersion: 1,
    suite,
    target: { baseUrl: mask(baseUrl), namespace: mask(namespace), kind, insecure: isInsecure(run) },
    startedAt: times.startedAt.toISOString(),
    durationMs: Math.round(times.durationMs),
    gate: run.gate,
    ...(run.shard === null ? {} : { shard: resultShard(run, run.shard, facts, records, mask) }),
    outcome,
    exitCode,
    ...(why === undefined ? {} : { why: ownText(why) }),
    summary: summarize(run.exchanges.length, records, run.notRun.length),
    calibration: calibration && { ...calibration, wrong: calibration.wrong.length },
    messages: {
      planned: plannedMessages(run.exchanges),
      sent: sentMessages(run, records).sent,
      budget: run.limits?.maxMessages ?? null,
    },
    exchanges: exchangesOf(run, records, mask),
    notRun: run.notRun,
    rules: judgedRules(run, records),
    requirements: requirementStates(run, records),
  };
}

/** Judged exchanges in the order of the plan. */
function exchangesOf(
  run: Handoff,
  records: readonly ExchangeRecord[],
  mask: Mask,
): readonly ResultExchange[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const files = new Map<string, Masked>();
  const masked = (file: string) => {
    const known = files.get(file) ?? mask(file);
    files.set(file, known);
    return known;
  };
  return run.exchanges.flatMap((exchange) => {
    const record = byId.get(exchange.id);
    if (!record) return [];
    const { verdict, durationMs, status, note, known, repeat, steps } = record;
    const { id, operation, binding, variant } = exchange;
    return [
      {
        id,
        case: exchange.case,
        operation,
        binding,
        variant,
        verdict,
        durationMs,
        status,
        source: { file: masked(exchange.source.file), line: exchange.source.line },
        ...(steps.length > 1 && record.findings.length > 0 ? { steps: steps.map(called) } : {}),
        findings: record.findings.map(toResultFinding),
        ...(repeat === null ? {} : { repeat }),
        ...(note ? { note } : {}),
        ...(known ? { known } : {}),
      },
    ];
  });
}

function called({ operation, binding }: RecordedStep): Pick<RecordedStep, 'operation' | 'binding'> {
  return { operation, binding };
}

function toResultFinding(finding: RecordedFinding): ResultFinding {
  const { rule, requirements, level, path, expected, actual, names, step, more } = finding;
  return {
    ...{ rule, requirements, level, path, expected, actual },
    ...(names === undefined ? {} : { names }),
    ...{ message: sentenceOf(finding), step, more },
  };
}

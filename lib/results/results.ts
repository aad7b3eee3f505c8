import { plannedMessages } from '../cases/plan/plan-cost.ts';
import { isOneOfSeveral } from '../cases/plan/shard.ts';
import { judgeRun } from '../judge/judge-step.ts';
import { rules } from '../judge/rules/index.ts';
import { hasTrait } from '../judge/traits.ts';
import type { Exchange } from '../model/exchange.ts';
import { gates } from '../model/requirement.ts';
import type { MaskedRun, PlannedCoverage, Unjudged } from '../model/running/prepared-run.ts';
import type {
  AskedAgain,
  EndingFacts,
  ExchangeRecord,
  Judged,
  ResultExchange,
  ResultFinding,
  Results,
  RunReport,
} from '../model/running/results.ts';
import { type Mask, ours, ownWords } from '../secrets/mask.ts';
import { defined } from '../text/defined.ts';
import { isoTime } from '../text/times.ts';
import { comparedCoverage, unjudgedIn } from './coverage.ts';
import { dialectsOf, withClients } from './dialects.ts';
import { endingOf, remarksOf } from './ending.ts';
import { sentMessages } from './messages.ts';
import { unevenRefusals } from './refusals.ts';
import { type Evaluated, judgedByRules, testedBy } from './requirements.ts';
import { withCauses } from './roots.ts';
import { valuesOf } from './values.ts';
import { summarize } from './verdict-counts.ts';

export interface RunTimes {
  readonly startedAt: Date;
  readonly durationMs: number;
}

/** Builds the content of reports/results.json. */
export function buildResults(
  run: MaskedRun,
  report: Pick<RunReport, 'records' | 'calibration' | 'observations' | 'askedAgain'>,
  times: RunTimes,
  suite: Results['suite'],
): Results {
  const { mask, target, insecure, gate, shard, recordings, limits } = run;
  const { calibration, observations = [], askedAgain } = report;
  const records = report.records.map((record) => withUnstable(record, askedAgain));
  const notes = [...run.notes, ...lateNotes(askedAgain)];
  const byId = new Map<string, Judged['record']>(records.map((record) => [record.id, record]));
  // In the order of the plan.
  const judged = run.exchanges.flatMap((exchange): readonly Judged[] => {
    const record = byId.get(exchange.id);
    return record ? [{ exchange, record }] : [];
  });
  const messages = sentMessages(run, judged);
  const facts = endingFacts(run, judged, messages.refused > 0);
  const { tested, evaluated } = testedBy(run, judged);
  const placeOf = ({ id }: { readonly id: string }) => shard?.places[id] ?? 0;
  const words = ownWords({
    shard: shard
      ? defined({
          ...{ index: shard.index, total: shard.total, plan: shard.plan, ...facts, tested },
          runId: shard.runId === null ? undefined : mask(shard.runId),
          places: {
            exchanges: judged.map(({ exchange }) => placeOf(exchange)),
            notRun: run.notRun.map(placeOf),
          },
        })
      : undefined,
    notRun: run.notRun,
    withoutVerdict: run.exchanges.flatMap(({ id }) => (byId.has(id) ? [] : id)),
    values: valuesOf(run, judged),
    register: run.register.map(({ id, level, section, binds, text, rules, excluded }) =>
      defined({ id, level, section, binds, text, rules, defects: run.defects[id] ?? [], excluded }),
    ),
  });
  return concluded(
    defined({
      suite,
      target: {
        ...{ baseUrl: mask(target.baseUrl), namespace: mask(target.namespace), kind: target.kind },
        // Over http there is no certificate that could be verified.
        insecure: insecure && target.baseUrl.startsWith('https:'),
      },
      permitted: permittedIn(run),
      startedAt: isoTime(times.startedAt),
      durationMs: Math.round(times.durationMs),
      gate,
      gateRefusals: run.gateRefusals ? (true as const) : undefined,
      gateClients: run.gateClients?.length ? run.gateClients.map((name) => mask(name)) : undefined,
      shard: words.shard,
      clients: recordings === null || recordings.own ? undefined : (true as const),
      answers: recordings?.answers ? mask(recordings.answers) : undefined,
      notes: notes.length === 0 ? undefined : notes.map((note) => mask(note)),
      scope: run.scope === undefined ? undefined : mask(run.scope),
      planned: run.exchanges.length,
      calibration: calibration && { ...calibration, wrong: calibration.wrong.length },
      messages: {
        planned: plannedMessages(run.exchanges),
        sent: messages.sent,
        budget: limits?.maxMessages ?? null,
      },
      exchanges: judged.map((exchange) => resultOf(exchange, mask)),
      notRun: words.notRun,
      withoutVerdict: words.withoutVerdict.length === 0 ? undefined : words.withoutVerdict,
      observations: observations.length === 0 ? undefined : observations,
      values: words.values,
      tested,
      register: words.register,
      filtered: run.filtered ?? [],
      coverage: run.coverage ?? null,
      evaluated,
      facts,
    }),
  );
}

/** Returns what a command that repeats an exchange needs to ask a live target; a permission to send is given anew. */
function permittedIn({ permission, packetIds = [], target, mask }: MaskedRun): Results['permitted'] {
  if (target.kind === 'reference' || permission === 'allow') return undefined;
  const listed = packetIds.length > 0 && { packetIds: packetIds.map((id) => mask(id)) };
  const permitted = { ...listed, ...(permission === 'refuse' && { sends: permission }) };
  return Object.keys(permitted).length === 0 ? undefined : permitted;
}

/** Adds to a record that one of its reports was right when it was asked again; it stays red. */
function withUnstable(record: ExchangeRecord, { unstable = [] }: Partial<AskedAgain> = {}): ExchangeRecord {
  const found = unstable.find(({ id }) => id === record.id);
  if (!found) return record;
  const { id: _, ...replies } = found;
  return {
    ...record,
    note: record.note ?? ours`unstable: red once, right when asked again alone`,
    unstable: replies,
  };
}

/** Says once that reports come late, which breaks nothing. */
function lateNotes({ enoughMs = 0 }: Partial<AskedAgain> = {}): readonly string[] {
  const advice = `--report-delay ${enoughMs} waits so long from the beginning`;
  const open = 'nothing in the contract says when a report knows its packet';
  return enoughMs === 0
    ? []
    : [`reports on a new packet come late: a pause of ${enoughMs} ms was enough; ${advice}; ${open}`];
}

type Concluded = 'dialects' | 'schemaVersion' | 'outcome' | 'exitCode' | 'why' | 'remarks' | 'summary';

/** The records of a run, or of its shards, before anything is concluded from them. */
export interface Recorded
  extends Evaluated,
    Omit<Results, Concluded | 'causes' | 'roots' | 'rules' | 'requirements' | 'tested' | 'unjudged'> {
  readonly planned: number;
  readonly facts: EndingFacts;
  readonly filtered: readonly Unjudged[];
  readonly coverage: PlannedCoverage | null;
}

/** Concludes results from the records of a run, or of its shards. Pure. */
export function concluded(made: Recorded): Results {
  const found = withRefusals(withRunFindings(made));
  const dialects = dialectsOf(found.exchanges);
  const recorded = withClients(found, dialects);
  const { suite, target, tested, register, evaluated, planned, facts, filtered, coverage, ...rest } =
    recorded;
  const verdicts = recorded.exchanges.map(({ verdict }) => verdict);
  const summary = summarize(planned, verdicts, recorded.notRun.length);
  const judged = judgedByRules(recorded, facts.answered);
  const unjudged = unjudgedIn(filtered, recorded, facts.recorded);
  const compared =
    coverage && !isOneOfSeveral(recorded.shard) ? comparedCoverage({ unjudged, ...judged }, coverage) : null;
  const { outcome, exitCode, why } = endingOf(
    { ...recorded, summary },
    { ...facts, judgesLess: compared?.less },
  );
  const explained = withCauses(recorded);
  const remarks = [
    ...remarksOf(outcome, { gate: recorded.gate, summary, causes: explained.causes, ...judged }),
    ...(compared?.more ? [compared.more] : []),
  ];
  return defined({
    schemaVersion: 1 as const,
    ...{ suite, target, outcome, exitCode },
    why,
    remarks: remarks.length === 0 ? undefined : remarks,
    ...{ ...rest, summary, ...judged, ...explained, tested },
    unjudged: unjudged.length === 0 ? undefined : unjudged,
    dialects: dialects.length === 0 ? undefined : dialects,
  });
}

/**
 * Adds the findings about a whole run, which no exchange shows alone, to the first canonical exchange that passed. Nothing
 * is known of a part: filters, the permission to send, shards, recordings and faults leave exchanges out.
 */
function withRunFindings(recorded: Recorded): Recorded {
  const { exchanges, register, evaluated, scope, clients, shard, facts, notRun, planned } = recorded;
  const isPart = scope !== undefined || clients || facts.recorded || isOneOfSeveral(shard);
  const holder = exchanges.find(({ case: name, verdict }) => name === 'canonical' && verdict === 'passed');
  if (isPart || notRun.length > 0 || planned > exchanges.length || !holder) return recorded;
  const shown = new Set(rules.flatMap(({ id }, place) => ((evaluated[place] ?? 0) > 0 ? [id] : [])));
  const found = judgeRun(shown, register).map(({ expected, actual, ...finding }): ResultFinding => {
    const values = { expected: String(expected), actual: String(actual) };
    return ownWords({ ...finding, ...values, message: 'no reply of the run lists a delivery result' });
  });
  if (found.length === 0) return recorded;
  const holding: ResultExchange = { ...holder, verdict: 'warned', findings: [...holder.findings, ...found] };
  return { ...recorded, exchanges: exchanges.map((exchange) => (exchange === holder ? holding : exchange)) };
}

/** Fails the exchanges that show refusals of what the target takes elsewhere, where they gate; of a shard `merge` does. */
function withRefusals(recorded: Recorded): Recorded {
  if (!recorded.gateRefusals || isOneOfSeveral(recorded.shard)) return recorded;
  const refused = unevenRefusals(recorded);
  const exchanges = recorded.exchanges.map((exchange): ResultExchange => {
    const refusal = refused.find((group) => group.exchanges.includes(exchange.id));
    if (!refusal) return exchange;
    return { ...exchange, verdict: 'failed', note: ours`${refusal.text} (--gate-refusals)` };
  });
  return { ...recorded, exchanges };
}

function endingFacts(
  { permission, recordings, gate, lastFailed }: MaskedRun,
  judged: readonly Judged[],
  overBudget: boolean,
): EndingFacts {
  const records = judged.map(({ record }) => record);
  const isRight = ({ findings }: Judged['record']) => !findings.some(({ level }) => gates(level, gate));
  const kept = records.filter(
    (record) => record.kept && record.verdict === 'blocked' && isRight(record),
  ).length;
  return {
    permission,
    // Where only requests are judged, the answers are ours; what listen kept back was not to be answered.
    answered:
      recordings?.requestsOnly === true ||
      records.some(wasAnswered) ||
      (recordings !== null && records.every((record) => record.kept)),
    gatingJudged: judged.some(({ exchange }) => gates(exchange.level, gate)),
    overBudget,
    ...(kept > 0 && { kept }),
    ...(recordings && { recorded: true }),
    ...(lastFailed && { lastFailed: true }),
  };
}

/** True if the target answered, also where its response broke off or was too large to be read. */
function wasAnswered({ status, steps, findings }: Judged['record']): boolean {
  return (
    status !== null ||
    steps.some(({ reached }) => reached !== 'outcome') ||
    findings.some(({ rule }) => hasTrait(rule, 'limit', 'unreadable'))
  );
}

function resultOf({ exchange, record }: Judged, mask: Mask): ResultExchange {
  const { id, steps, evaluated, repeat, classes, smallestInputs, kept: _, ...judged } = record;
  const { title, level, source } = exchange;
  const words = ownWords<Pick<Exchange, 'case' | 'operation' | 'variant'> & { binding: string }>(exchange);
  const hasSteps = exchange.steps.length > 1 && steps.length > 0 && record.findings.length > 0;
  return defined({
    id,
    ...{ case: words.case, operation: words.operation, binding: words.binding, variant: words.variant },
    title: mask(title),
    level,
    ...judged,
    source: { file: mask(source.file), line: source.line },
    steps: hasSteps ? steps.map((step) => ({ operation: step.operation, binding: step.binding })) : undefined,
    repeat,
  });
}

/** Runs, records and results, for the tests of reports. */

import { sentenceOf } from '../../lib/findings/finding-text.ts';
import { rules } from '../../lib/judge/rules/index.ts';
import type { Level } from '../../lib/model/contract.ts';
import type { Exchange } from '../../lib/model/exchange.ts';
import type { Finding, Names } from '../../lib/model/judging/finding.ts';
import { type Need, needs } from '../../lib/model/judging/reply.ts';
import { type Verdict, verdicts } from '../../lib/model/judging/verdict.ts';
import type { MaskedRun } from '../../lib/model/running/prepared-run.ts';
import type {
  ExchangeRecord,
  RecordedKnown,
  RecordedStep,
  ResultFinding,
  Results,
  RunReport,
} from '../../lib/model/running/results.ts';
import { defectsByRequirement } from '../../lib/reference/defects/registry.ts';
import { buildResults } from '../../lib/results/results.ts';
import type { RunPlan } from '../../lib/run/plan-run.ts';
import { planRun } from '../../lib/run/plan-run.ts';
import { maskFor, ownText, ownWords } from '../../lib/secrets/mask.ts';
import { defaultSettings, picked, type Settings } from '../../lib/settings/run-settings.ts';
import { settingGroups } from '../../lib/settings/table.ts';
import { sampleNamed } from './calls.ts';
import { contract } from './cases.ts';
import { register, target } from './samples.ts';

/** The plan of a run of the built-in cases, with other settings than the defaults. */
export function planOf(changed: Partial<Settings> = {}, runId = 'test'): RunPlan {
  const plan = planRun({ ...defaultSettings, ...changed }, runId);
  if (!plan.ok) throw new Error(plan.message);
  return plan;
}

/** Built-in exchanges whose ids match, of which there is one at least. */
export function plannedExchanges(pattern: string, changed: Partial<Settings> = {}) {
  return planOf({ ...changed, case: [pattern] }).exchanges as readonly [Exchange, ...Exchange[]];
}

/** Sixteen, of each operation over each binding one. */
export const planned = plannedExchanges('*/canonical');

export function runOf(exchanges: readonly Exchange[]): MaskedRun {
  return {
    ...picked(defaultSettings, [...settingGroups.pace, ...settingGroups.transport]),
    ...{ contract, register, exchanges, target, gate: 'must' },
    defects: defectsByRequirement(),
    ...{ notRun: [], notes: [], shard: null, known: [], permission: null, limits: null, recordings: null },
    ...{ smaller: null, values: { classes: [], generate: 0, seed: 1 } },
    ...{ secrets: ['s3cret'], otherTickets: [], numbers: [], mask: maskFor(['s3cret']) },
    ...{ reportDir: 'reports', reportFiles: [], recordTo: null, github: null, allure: false, html: true },
    evidence: 'all',
  };
}

/** What a test says about a record; its texts hold no secret to mask. */
export type ChangedRecord = Partial<Record<keyof ExchangeRecord, unknown>>;

/** The record of an exchange all of whose replies could be read, with a delivery result in each. */
export function recordOf(exchange: Exchange, changed: ChangedRecord = {}): ExchangeRecord {
  const steps = exchange.steps.map(({ operation, binding }) => stepOf(operation, binding));
  return {
    ...{ id: ownText(exchange.id), verdict: 'passed', findings: [], durationMs: 1, status: 200 },
    ...{ steps, evaluated: [] },
    ...(changed as Partial<ExchangeRecord>),
  };
}

/** A step whose reply could be read so far; every rule about it was evaluated. */
export function stepOf(operation: string, binding: string, reached: Need = 'reply'): RecordedStep {
  const call = sampleNamed(operation, binding);
  const evaluated = rules.filter(({ id, needs: need, when = () => true }) => {
    // There is no head of a response that never came.
    const isOfResponse = id === 'http/readable-head' || id === 'http/kept-connection';
    if (isOfResponse && reached === 'outcome') return false;
    return (
      need !== 'exchange' && need !== 'run' && needs.indexOf(need) <= needs.indexOf(reached) && when(call)
    );
  });
  return ownWords({ operation, binding, reached, evaluated: evaluated.map(({ id }): string => id) });
}

/** The results of a run that began in 1970 and took a millisecond. */
export function builtOf(
  run: MaskedRun,
  records: readonly ExchangeRecord[],
  calibration: RunReport['calibration'] = null,
): Results {
  const times = { startedAt: new Date(0), durationMs: 1 };
  return buildResults(run, { records, calibration }, times, {
    name: ownText('suite'),
    version: ownText('1'),
  });
}

/** The results of a run of `planned` with these records; of the last ones there may be none. */
export function resultsOf(
  record: (exchange: Exchange, index: number) => ExchangeRecord,
  changed: Partial<MaskedRun> = {},
  missing = 0,
): Results {
  const records = planned.slice(0, planned.length - missing).map(record);
  return builtOf({ ...runOf(planned), ...changed }, records);
}

/** An exchange that was not run. */
export function leftOf(id: string, reason = 'it may not', level: Level = 'must'): Results['notRun'][number] {
  const [operation = '', name = '', binding = ''] = id.split('/');
  return ownWords({ id, operation, case: name, binding, level, reason });
}

export function findingOf(
  changed: Partial<(Finding & { readonly names: Names }) | ResultFinding> = {},
): ResultFinding {
  const finding = {
    ...{ rule: 'result/field-once', requirements: [], level: 'must', path: '/EmPostSmsResult' },
    ...{ expected: 'one {urn:x}PacketID', actual: 'none', step: 0, more: 0 },
    names: { field: 'PacketID', parent: 'EmPostSmsResult' },
    ...changed,
  };
  return { message: sentenceOf(finding as Finding), ...finding } as ResultFinding;
}

const ofVerdict: Partial<Record<Verdict, ChangedRecord>> = {
  failed: { findings: [findingOf({ level: 'should' }), findingOf({ rule: 'http/status', actual: '500' })] },
  warned: { findings: [findingOf({ level: 'should' })] },
  observed: { findings: [findingOf({ level: 'gap' })] },
  blocked: { note: 'the send gave no PacketID' },
  'not-read': { findings: [findingOf({ rule: 'xml/limits', actual: 'too many elements' })] },
  'known-failure': { findings: [findingOf()] },
  fixed: { note: 'http/charset: not broken any more', findings: [findingOf()] },
  'transport-error': { findings: [findingOf({ rule: 'http/response', actual: 'connection refused' })] },
  'harness-error': { note: 'a fault of ours' },
};

/** A record with a verdict, and with what comes with it. */
export function recordWith(verdict: Verdict, exchange: Exchange): ExchangeRecord {
  const repeat = verdict === 'passed' ? {} : { repeat: 'curl x' };
  return recordOf(exchange, { verdict, ...repeat, ...ofVerdict[verdict] });
}

/** The results of a run that has every verdict in turn, `passed` first. */
export const everyVerdict = (changed: Partial<MaskedRun> = {}): Results =>
  resultsOf(
    (exchange, index) => recordWith(verdicts[index % verdicts.length] ?? 'passed', exchange),
    changed,
  );

/** What a file of known failures says of an exchange. */
export function listedOf(changed: Partial<Record<keyof RecordedKnown, unknown>> = {}): RecordedKnown {
  return {
    ...{ place: 'known.yaml:2', rules: ['result/field-once'], reason: 'the old gateway never did' },
    ...{ expires: '2099-12-31', expired: false },
    ...changed,
  } as RecordedKnown;
}

/** A run that conforms because what fails is known: all but the first exchange, each listed by these entries. */
export function knownResults(...known: readonly RecordedKnown[]): Results {
  return resultsOf((exchange, index) => {
    if (index === 0) return recordWith('passed', exchange);
    return { ...recordWith('known-failure', exchange), ...(known.length > 0 ? { known } : {}) };
  });
}

/** A run and its records, for the tests of reports. */
import { defectsByRequirement } from '../defects/registry.ts';
import { sentenceOf } from '../findings/wording.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Finding } from '../model/judging/finding.ts';
import { type Need, needs } from '../model/judging/reply.ts';
import type { MaskedRun } from '../model/running/handoff.ts';
import type {
  ExchangeRecord,
  RecordedStep,
  ResultFinding,
  Results,
  RunReport,
} from '../model/running/results.ts';
import { buildResults } from '../results/results.ts';
import { rules } from '../rules/index.ts';
import { contract, register, target } from '../rules/testing.ts';
import { planRun } from '../run/plan-run.ts';
import { maskFor } from '../secrets/mask.ts';
import { defaultSettings } from '../settings/run-settings.ts';

/** Built-in exchanges whose ids match. */
export function plannedExchanges(pattern: string): readonly Exchange[] {
  const plan = planRun({ ...defaultSettings, filters: { case: [pattern] } }, 'test');
  if (!plan.ok) throw new Error(plan.message);
  return plan.exchanges;
}

export function runOf(exchanges: readonly Exchange[]): MaskedRun {
  return {
    ...{ contract, register, exchanges, target },
    ...{ notRun: [], notes: [], shard: null, known: [], permission: null, limits: null },
    defects: defectsByRequirement(),
    ...{ gate: 'must', pace: defaultSettings.pace, transport: defaultSettings.transport },
    ...{
      secrets: ['s3cret'],
      numbers: [],
      recordTo: null,
      recordings: null,
      reportDir: 'reports',
      reportFiles: [],
      github: null,
      allure: false,
      mask: maskFor(['s3cret']),
    },
  };
}

/** What a test says about a record; its texts hold no secret to mask. */
export type ChangedRecord = Partial<Omit<ExchangeRecord, 'repeat' | 'note'>> & {
  readonly repeat?: string | null;
  readonly note?: string;
};

/** The record of an exchange all of whose replies could be read, with a delivery result in each. */
export function recordOf(exchange: Exchange, changed: ChangedRecord = {}): ExchangeRecord {
  return {
    id: exchange.id,
    verdict: 'passed',
    findings: [],
    durationMs: 1,
    status: 200,
    steps: exchange.steps.map(({ operation, binding }) => stepOf(operation, binding)),
    evaluated: '',
    repeat: null,
    ...(changed as Partial<ExchangeRecord>),
  };
}

/** A step whose reply could be read so far; every rule about it was evaluated. */
export function stepOf(operation: string, binding: string, reached: Need = 'reply'): RecordedStep {
  const call = {
    operation: contract.operations.find(({ name }) => name === operation),
    binding: contract.bindings.find(({ id }) => id === binding),
  };
  const evaluated = rules.filter(
    ({ needs: need, when }) =>
      need !== 'exchange' &&
      needs.indexOf(need) <= needs.indexOf(reached) &&
      (!when || when(call as Parameters<typeof when>[0])),
  );
  return { operation, binding, reached, evaluated: evaluated.map(({ id }) => id).join(' ') };
}

/** The results of a run that began in 1970 and took a millisecond. */
export function builtOf(
  run: MaskedRun,
  records: readonly ExchangeRecord[],
  calibration: RunReport['calibration'] = null,
): Results {
  const times = { startedAt: new Date(0), durationMs: 1 };
  return buildResults(run, { records, calibration }, times, { name: 'suite', version: '1' });
}

export function findingOf(changed: Partial<Finding> = {}): ResultFinding {
  const finding = {
    rule: 'result/field-once',
    requirements: [],
    level: 'must',
    path: '/EmPostSmsResult',
    expected: 'one {urn:x}PacketID',
    actual: 'none',
    names: { field: 'PacketID', parent: 'EmPostSmsResult' },
    step: 0,
    more: 0,
    ...changed,
  };
  return { message: sentenceOf(finding as Finding), ...finding } as ResultFinding;
}

import { applicableRules } from '../../judge/judge-step.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { JudgedRun } from '../../model/running/handoff.ts';
import type { ExchangeRecord, RecordedStep, ResultRule } from '../../model/running/results.ts';
import { expectedSteps } from '../../rules/case/expected-steps.ts';
import { rules } from '../../rules/index.ts';

type Planned = Pick<JudgedRun, 'contract' | 'exchanges'>;

/**
 * Every rule with the exchanges in which it was evaluated and what it found, so that a later run can be held to having
 * looked as closely. Counted by groups of exchanges whose replies could be read equally far.
 */
export function judgedRules(run: Planned, records: readonly ExchangeRecord[]): readonly ResultRule[] {
  const planned = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const groups = new Map<string, { readonly ids: ReadonlySet<string>; count: number }>();
  const findings = new Map<string, number>();
  for (const record of records) {
    for (const { rule } of record.findings) findings.set(rule, (findings.get(rule) ?? 0) + 1);
    const exchange = planned.get(record.id);
    if (!exchange) continue;
    const key = keyOf(record, exchange);
    const group = groups.get(key) ?? { ids: rulesOf(record, exchange, run.contract), count: 0 };
    groups.set(key, group);
    group.count += 1;
  }
  const all = [...groups.values()];
  return rules.map(({ id }) => ({
    id,
    exchanges: all.reduce((sum, { ids, count }) => sum + (ids.has(id) ? count : 0), 0),
    findings: findings.get(id) ?? 0,
  }));
}

/** The same for exchanges in which the same rules were evaluated. */
function keyOf({ steps }: ExchangeRecord, exchange: Exchange): string {
  const known = steps.map(({ operation, binding, reached, deliveries }, index) =>
    [operation, binding, reached, deliveries > 0, exchange.steps[index]?.reportsOn !== undefined].join(' '),
  );
  return [...known, exchange.steps.length, JSON.stringify(exchange.expect), expectedSteps(exchange)].join(
    '\n',
  );
}

function rulesOf(
  { steps }: ExchangeRecord,
  exchange: Exchange,
  contract: JudgedRun['contract'],
): ReadonlySet<string> {
  const ofSteps = steps.flatMap((step, index) =>
    rulesOfStep(step, exchange.steps[index]?.reportsOn !== undefined, contract),
  );
  const replied = steps.filter(({ reached }) => reached === 'reply');
  const sends = replied.filter(({ operation }) => kindOf(operation, contract) === 'send');
  return new Set([
    ...ofSteps,
    ...(exchange.expect.sameContent && replied.length > 1 ? ['report/same-content'] : []),
    ...(sends.length > 1 ? ['send/distinct-packets'] : []),
    ...(expectedSteps(exchange).some((index) => expectsTexts(exchange, steps[index]))
      ? ['case/expectation']
      : []),
  ]);
}

function rulesOfStep(
  { operation: name, binding: bindingId, reached, deliveries }: RecordedStep,
  reports: boolean,
  contract: JudgedRun['contract'],
): readonly string[] {
  const operation = contract.operations.find((one) => one.name === name);
  const binding = contract.bindings.find(({ id }) => id === bindingId);
  if (!operation || !binding) return [];
  return (
    applicableRules({ operation, binding }, reached)
      // A report on a packet that the run has not sent can be compared with nothing.
      .filter((rule) => operation.kind === 'send' || reports || !rule.aboutSend)
      .map(({ id }) => id)
      // Of an element that is in no reply, no rule has anything to say.
      .filter((id) => deliveries > 0 || !id.startsWith('delivery/'))
  );
}

function kindOf(operation: string, contract: JudgedRun['contract']): string | undefined {
  return contract.operations.find(({ name }) => name === operation)?.kind;
}

/** Whether there was something in the reply to a step that the case expects to have a certain text. */
function expectsTexts(
  { expect: { packet, eachDelivery } }: Exchange,
  step: RecordedStep | undefined,
): boolean {
  if (step?.reached !== 'reply') return false;
  return Object.keys(packet).length > 0 || (step.deliveries > 0 && Object.keys(eachDelivery).length > 0);
}

import { applicableRules } from '../../judge/judge-step.ts';
import { isCanonical, type RequirementLookup, requirementLookup } from '../../judge/requirement-lookup.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { JudgedRun } from '../../model/running/handoff.ts';
import type { ExchangeRecord, RecordedStep, VerdictCounts } from '../../model/running/results.ts';
import { addTo } from '../../text/add-to.ts';
import { needsDelivery } from '../told/remarks.ts';
import { countVerdicts } from '../verdict-counts.ts';

type Planned = Pick<JudgedRun, 'register' | 'contract' | 'exchanges'>;

/** The exchanges in which a rule of a requirement was evaluated. */
export interface Judged {
  readonly exchanges: number;
  readonly verdicts: VerdictCounts;
  /** As `operation/case`, in the order of the plan. */
  readonly cases: readonly string[];
  /** How many of the exchanges have nothing at all against the requirement, no finding that only affects it either. */
  readonly clean: number;
}

/** Exchanges that show the same requirements. */
interface Group {
  readonly ids: ReadonlySet<string>;
  readonly records: ExchangeRecord[];
}

/**
 * What was judged of each requirement. Counted by groups: some hundred requirements are judged in nearly every
 * exchange, and there are few different ways to come by them.
 */
export function judgedRequirements(
  run: Planned,
  records: readonly ExchangeRecord[],
): ReadonlyMap<string, Judged> {
  const planned = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const order = new Map(run.exchanges.map((exchange, index) => [caseOf(exchange), index]));
  const groups = new Map<string, Group>();
  const requirementsOf = requirementsShown(run);
  for (const record of records) {
    const exchange = planned.get(record.id);
    if (!exchange) continue;
    const key = keyOf(record, exchange);
    const group = groups.get(key) ?? { ids: requirementsOf(record, exchange), records: [] };
    groups.set(key, group);
    group.records.push(record);
  }
  const judged = new Map<string, Summed[]>();
  for (const { ids, records: those } of groups.values()) {
    const summed = sum(those, (id) => caseOf(planned.get(id)));
    for (const id of ids) addTo(judged, id, summed);
  }
  return new Map([...judged].map(([id, those]) => [id, total(id, those, order)]));
}

interface Summed {
  readonly records: readonly ExchangeRecord[];
  readonly verdicts: VerdictCounts;
  readonly cases: readonly string[];
  /** Exchanges with a finding against a requirement, by its id. */
  readonly against: ReadonlyMap<string, number>;
}

function sum(records: readonly ExchangeRecord[], caseOfId: (id: string) => string): Summed {
  const against = new Map<string, number>();
  for (const { findings } of records) {
    for (const id of new Set(
      findings.flatMap(({ requirements, affected = [] }) => [...requirements, ...affected]),
    )) {
      against.set(id, (against.get(id) ?? 0) + 1);
    }
  }
  return {
    records,
    verdicts: countVerdicts(records.map(({ verdict }) => [verdict, 1])),
    cases: [...new Set(records.map(({ id }) => caseOfId(id)))],
    against,
  };
}

function total(id: string, summed: readonly Summed[], order: ReadonlyMap<string, number>): Judged {
  const add = (numberOf: (one: Summed) => number) => summed.reduce((sum, one) => sum + numberOf(one), 0);
  const exchanges = add(({ records }) => records.length);
  const cases = [...new Set(summed.flatMap((one) => one.cases))];
  return {
    exchanges,
    verdicts: countVerdicts(summed.flatMap(({ verdicts }) => Object.entries(verdicts))),
    cases: cases.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
    clean: exchanges - add(({ against }) => against.get(id) ?? 0),
  };
}

function caseOf(exchange: Exchange | undefined): string {
  return exchange ? `${exchange.operation}/${exchange.case}` : '';
}

/** The same for exchanges that show the same requirements. */
function keyOf({ steps }: ExchangeRecord, exchange: Exchange): string {
  const known = steps.map(({ operation, binding, reached, deliveries }, index) =>
    [operation, binding, reached, deliveries > 0, exchange.steps[index]?.reportsOn !== undefined].join(' '),
  );
  const own = exchange.requirements.join(' ');
  const canonical = isCanonical(exchange, exchange.operation);
  return [...known, exchange.steps.length, exchange.expect.sameContent === true, canonical, own].join('\n');
}

type RequirementsShown = (record: ExchangeRecord, exchange: Exchange) => ReadonlySet<string>;

/** Finds the requirements of which some rule was evaluated in an exchange, or which its case shows by itself. */
function requirementsShown({ register, contract }: Planned): RequirementsShown {
  const lookup = requirementLookup(register);
  const ofDeliveries = new Set(register.filter(needsDelivery).map(({ id }) => id));
  const ofStep = (
    { operation: operationName, binding: bindingId, reached, deliveries }: RecordedStep,
    reportsOn: number | undefined,
    exchange: Exchange,
  ): readonly string[] => {
    const operation = contract.operations.find(({ name }) => name === operationName);
    const binding = contract.bindings.find(({ id }) => id === bindingId);
    if (!operation || !binding) return [];
    // A report on a packet that the run has not sent can be compared with nothing.
    const sent = operation.kind === 'send' || reportsOn !== undefined;
    const canonical = isCanonical(exchange, operationName);
    const scope = { operation: operationName, kind: operation.kind, binding: bindingId, canonical };
    return (
      applicableRules({ operation, binding }, reached)
        .filter((rule) => sent || !rule.aboutSend)
        .flatMap((rule) => lookup(rule.id, scope))
        // Of an element that is in no reply, no rule has anything to say.
        .filter((id) => deliveries > 0 || !ofDeliveries.has(id))
    );
  };
  return ({ steps }, exchange) => {
    const byRules = steps.flatMap((step, index) => ofStep(step, exchange.steps[index]?.reportsOn, exchange));
    // What a case shows besides its rules, it shows by replies.
    const whole = exchange.steps.every((_, index) => steps[index]?.reached === 'reply');
    return new Set([
      ...byRules,
      ...sameContent(steps, exchange, lookup),
      ...(whole ? exchange.requirements : []),
    ]);
  };
}

function sameContent(
  steps: readonly RecordedStep[],
  { expect }: Exchange,
  lookup: RequirementLookup,
): readonly string[] {
  if (!expect.sameContent || steps.filter(({ reached }) => reached === 'reply').length < 2) return [];
  return steps.flatMap((step) => lookup('report/same-content', { ...step, kind: 'report' }));
}

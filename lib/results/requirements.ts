import { isCanonical, requirementLookup } from '../judge/requirement-lookup.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Finding } from '../model/judging/finding.ts';
import type { JudgedRun, ToldRun } from '../model/running/handoff.ts';
import type {
  ExchangeRecord,
  FindingReference,
  RequirementState,
  ResultRequirement,
  ResultRule,
  VerdictCounts,
} from '../model/running/results.ts';
import { expectation } from '../rules/case/expectation.ts';
import { rules } from '../rules/index.ts';
import { addTo } from '../text/add-to.ts';
import { countVerdicts } from './verdict-counts.ts';

type Planned = Pick<JudgedRun, 'register' | 'contract' | 'exchanges'>;

/** Exchanges in which the same rules were evaluated at the same calls, and what these rules test. */
export interface Covered {
  readonly rules: ReadonlySet<string>;
  readonly requirements: ReadonlySet<string>;
  readonly records: readonly ExchangeRecord[];
}

/** Groups the exchanges of a run by what they test: there are few ways to come by that, and many exchanges. */
export function coverageOf(run: Planned, records: readonly ExchangeRecord[]): readonly Covered[] {
  const planned = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const groups = new Map<string, Covered & { readonly records: ExchangeRecord[] }>();
  const tested = testedIn(run);
  for (const record of records) {
    const exchange = planned.get(record.id);
    if (!exchange) continue;
    const key = keyOf(record, exchange);
    const group = groups.get(key) ?? { ...tested(record, exchange), records: [] };
    groups.set(key, group);
    group.records.push(record);
  }
  return [...groups.values()];
}

/** The same for exchanges that test the same. */
function keyOf({ steps, evaluated }: ExchangeRecord, exchange: Exchange): string {
  const known = steps.map((step) => [step.operation, step.binding, step.reached, step.evaluated].join(' '));
  const canonical = isCanonical(exchange, exchange.operation);
  return [...known, exchange.steps.length, evaluated, canonical, exchange.requirements.join(' ')].join('\n');
}

type Tested = (record: ExchangeRecord, exchange: Exchange) => Omit<Covered, 'records'>;

function testedIn({ register, contract }: Planned): Tested {
  const lookup = requirementLookup(register);
  const withoutRule = new Set(register.filter((one) => one.rules.length === 0).map(({ id }) => id));
  const noRule = (id: string) => withoutRule.has(id);
  const kinds = new Map(contract.operations.map(({ name, kind }) => [name, kind]));
  return ({ steps, evaluated }, exchange) => {
    const requirements = steps.flatMap(({ operation, binding, reached, evaluated: ofStep }) => {
      const kind = kinds.get(operation);
      if (kind === undefined) return [];
      const scope = { operation, kind, binding, canonical: isCanonical(exchange, operation) };
      // Replies that could be read are what the rules about a whole exchange compare; a case may expect a refusal.
      const ofWhole = idsIn(evaluated).filter((rule) => reached === 'reply' || rule === expectation.id);
      return [...idsIn(ofStep), ...ofWhole].flatMap((rule) => lookup(rule, scope));
    });
    // What no rule tests, a case shows by replies.
    const isWhole = exchange.steps.every((_, index) => steps[index]?.reached === 'reply');
    return {
      rules: new Set([...steps.flatMap((step) => idsIn(step.evaluated)), ...idsIn(evaluated)]),
      requirements: new Set([...requirements, ...(isWhole ? exchange.requirements.filter(noRule) : [])]),
    };
  };
}

function idsIn(evaluated: string): readonly string[] {
  return evaluated === '' ? [] : evaluated.split(' ');
}

/** Ids of all rules that were evaluated in an exchange. */
export function evaluatedIn({ steps, evaluated }: ExchangeRecord): readonly string[] {
  return [...steps.flatMap((step) => idsIn(step.evaluated)), ...idsIn(evaluated)];
}

/** Every rule with the exchanges in which it was evaluated and what it found. */
export function judgedRules(
  covered: readonly Covered[],
  records: readonly ExchangeRecord[],
): readonly ResultRule[] {
  const findings = new Map<string, number>();
  for (const { rule } of records.flatMap((record) => record.findings)) {
    findings.set(rule, (findings.get(rule) ?? 0) + 1);
  }
  return rules.map(({ id }) => ({
    id,
    exchanges: covered.reduce((sum, one) => sum + (one.rules.has(id) ? one.records.length : 0), 0),
    findings: findings.get(id) ?? 0,
  }));
}

/** The exchanges that test a requirement. */
interface Judged {
  readonly exchanges: number;
  readonly verdicts: VerdictCounts;
  /** As `operation/case`, in the order of the plan. */
  readonly cases: readonly string[];
  /** How many of them have no finding that breaks or affects the requirement. */
  readonly clean: number;
}

/** What was judged of each requirement that some exchange tests. */
function judgedRequirements(run: Planned, covered: readonly Covered[]): ReadonlyMap<string, Judged> {
  const caseOf = new Map(run.exchanges.map(({ id, operation, case: name }) => [id, `${operation}/${name}`]));
  const order = new Map([...new Set(caseOf.values())].map((name, index) => [name, index]));
  const groups = new Map<string, Summed[]>();
  for (const { requirements, records } of covered) {
    const summed = {
      exchanges: records.length,
      verdicts: countVerdicts(records.map(({ verdict }) => [verdict, 1])),
      cases: [...new Set(records.map(({ id }) => caseOf.get(id) ?? ''))],
      against: exchangesAgainst(records),
    };
    for (const id of requirements) addTo(groups, id, summed);
  }
  return new Map(
    [...groups].map(([id, those]) => {
      const exchanges = those.reduce((sum, one) => sum + one.exchanges, 0);
      const against = those.reduce((sum, one) => sum + (one.against.get(id) ?? 0), 0);
      const cases = [...new Set(those.flatMap((one) => one.cases))];
      return [
        id,
        {
          exchanges,
          verdicts: countVerdicts(those.flatMap(({ verdicts }) => Object.entries(verdicts))),
          cases: cases.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
          clean: exchanges - against,
        },
      ];
    }),
  );
}

interface Summed extends Omit<Judged, 'clean'> {
  readonly against: ReadonlyMap<string, number>;
}

/** Exchanges with a finding that breaks or affects a requirement, by its id. */
function exchangesAgainst(records: readonly ExchangeRecord[]): ReadonlyMap<string, number> {
  const against = new Map<string, number>();
  for (const { findings } of records) {
    const ids = findings.flatMap(({ requirements, affected = [] }) => [...requirements, ...affected]);
    for (const id of new Set(ids)) against.set(id, (against.get(id) ?? 0) + 1);
  }
  return against;
}

const NONE: Judged = { exchanges: 0, verdicts: {}, cases: [], clean: 0 };

/**
 * What a run says of every requirement: broken where a finding breaks it, held where one of its rules was evaluated
 * and found nothing, untested where none could be or every exchange has a finding that only affects it, excluded where
 * the register says why none ever is. With it everything that leads there: rules, cases, exchanges, findings, and the defects that show
 * that it can be broken.
 */
export function requirementStates(
  run: Pick<ToldRun, 'register' | 'contract' | 'exchanges' | 'defects'>,
  records: readonly ExchangeRecord[],
  covered: readonly Covered[],
): readonly ResultRequirement[] {
  const judged = judgedRequirements(run, covered);
  const breaking = findingsBy(records, ({ requirements }) => requirements);
  const affecting = findingsBy(records, ({ affected }) => affected ?? []);
  return run.register.map(({ id, level, section, binds, text, rules, excluded }) => {
    const { exchanges, verdicts, cases, clean } = judged.get(id) ?? NONE;
    const brokenBy = breaking.get(id) ?? [];
    const affectedBy = affecting.get(id) ?? [];
    return {
      ...{ id, level, section, binds, text },
      state: stateOf(excluded, brokenBy, clean),
      ...{ exchanges, verdicts, cases, brokenBy },
      ...(affectedBy.length === 0 ? {} : { affectedBy }),
      rules,
      defects: run.defects[id] ?? [],
      ...(excluded === undefined ? {} : { excluded }),
    };
  });
}

function stateOf(
  excluded: string | undefined,
  findings: readonly FindingReference[],
  clean: number,
): RequirementState {
  if (excluded !== undefined) return 'excluded';
  if (findings.length > 0) return 'broken';
  return clean > 0 ? 'held' : 'untested';
}

/** The findings of a run by the requirements that each of them names. */
function findingsBy(
  records: readonly ExchangeRecord[],
  namedBy: (finding: Finding) => readonly string[],
): ReadonlyMap<string, readonly FindingReference[]> {
  const byId = new Map<string, FindingReference[]>();
  for (const { id: exchange, findings } of records) {
    for (const [index, finding] of findings.entries()) {
      for (const id of namedBy(finding)) addTo(byId, id, { exchange, finding: index });
    }
  }
  return byId;
}

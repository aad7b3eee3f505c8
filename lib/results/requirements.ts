import { isCanonical, requirementLookup } from '../judge/requirement-lookup.ts';
import { expectation } from '../judge/rules/case/expectation.ts';
import { rules } from '../judge/rules/index.ts';
import type { PreparedRun } from '../model/running/prepared-run.ts';
import type {
  ExchangeRecord,
  FindingReference,
  Judged,
  RequirementState,
  ResultExchange,
  Results,
} from '../model/running/results.ts';
import { addTo } from '../text/add-to.ts';
import { defined } from '../text/defined.ts';
import { countVerdicts } from './verdict-counts.ts';

/**
 * What a run says of every rule and requirement: broken where a finding breaks it, held where one of its rules was
 * evaluated in an exchange without a finding against it, excluded where the register says why, else untested. With it
 * all that leads there: rules, cases, exchanges, findings, and the defects that show that it can be broken.
 */
export function judgedByRules(
  run: Pick<PreparedRun, 'register' | 'contract' | 'defects'>,
  all: readonly Judged[],
  answered: boolean,
): Required<Pick<Results, 'rules' | 'requirements'>> {
  const requirementsIn = testedIn(run);
  const tested = new Map<string, Judged[]>();
  for (const judged of all) {
    for (const id of requirementsIn(judged)) addTo(tested, id, judged);
  }
  const foundIn = referencesIn(all.map(({ record }) => record));
  const evaluated = new Map<string, number>();
  for (const { record } of all) {
    for (const id of new Set(evaluatedIn(record))) evaluated.set(id, (evaluated.get(id) ?? 0) + 1);
  }
  const findings = all.flatMap(({ record }) => record.findings);
  return {
    rules: rules.map(({ id }) => ({
      id,
      exchanges: evaluated.get(id) ?? 0,
      findings: findings.filter(({ rule }) => rule === id).length,
    })),
    requirements: run.register.map(({ id, level, section, binds, text, rules: own, excluded }) => {
      const judged = tested.get(id) ?? [];
      const { brokenBy: against, affectedBy } = foundIn(id);
      // A target that never answers breaks nothing.
      const brokenBy = answered ? against : [];
      const found = new Set([...against, ...(affectedBy ?? [])].map(({ exchange }) => exchange));
      const isShown = judged.some(({ record }) => !found.has(record.id));
      const state: RequirementState = brokenBy.length > 0 ? 'broken' : isShown ? 'held' : 'untested';
      return defined({
        ...{ id, level, section, binds, text },
        state: excluded === undefined ? state : ('excluded' as const),
        exchanges: judged.length,
        verdicts: countVerdicts(judged.map(({ record }) => [record.verdict, 1])),
        cases: [...new Set(judged.map(({ exchange }) => `${exchange.operation}/${exchange.case}`))],
        ...{ brokenBy, affectedBy, rules: own, defects: run.defects[id] ?? [], excluded },
      });
    }),
  };
}

/** Finds the findings that break or affect a requirement. */
export function referencesIn(exchanges: readonly Pick<ResultExchange, 'id' | 'findings'>[]) {
  const broken = new Map<string, FindingReference[]>();
  const affected = new Map<string, FindingReference[]>();
  for (const { id: exchange, findings } of exchanges) {
    for (const [finding, one] of findings.entries()) {
      for (const id of one.requirements) addTo(broken, id, { exchange, finding });
      for (const id of one.affected ?? []) addTo(affected, id, { exchange, finding });
    }
  }
  return (id: string) => ({ brokenBy: broken.get(id) ?? [], affectedBy: affected.get(id) });
}

/** Finds the requirements that an exchange tests. */
function testedIn({ register, contract }: Pick<PreparedRun, 'register' | 'contract'>) {
  const lookup = requirementLookup(register);
  const withoutRule = new Set(register.filter((one) => one.rules.length === 0).map(({ id }) => id));
  return ({ record, exchange }: Judged): ReadonlySet<string> => {
    const requirements = record.steps.flatMap(({ operation, binding, reached, evaluated }) => {
      const kind = contract.operations.find(({ name }) => name === operation)?.kind;
      if (kind === undefined) return [];
      const scope = { operation, kind, binding, canonical: isCanonical(exchange, operation) };
      // Replies that could be read are what the rules about a whole exchange compare; a case may expect a refusal.
      const ofWhole = idsIn(record.evaluated).filter(
        (rule) => reached === 'reply' || rule === expectation.id,
      );
      return [...idsIn(evaluated), ...ofWhole].flatMap((rule) => lookup(rule, scope));
    });
    // What no rule tests, a case shows by replies.
    const isWhole = exchange.steps.every((_, index) => record.steps[index]?.reached === 'reply');
    const shown = isWhole ? exchange.requirements.filter((id) => withoutRule.has(id)) : [];
    return new Set([...requirements, ...shown]);
  };
}

function idsIn(evaluated: string): readonly string[] {
  return evaluated === '' ? [] : evaluated.split(' ');
}

/** Ids of all rules that were evaluated in an exchange. */
export function evaluatedIn({ steps, evaluated }: ExchangeRecord): readonly string[] {
  return [...steps.flatMap((step) => idsIn(step.evaluated)), ...idsIn(evaluated)];
}

import { isCanonical, requirementLookup } from '../judge/requirement-lookup.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Verdict } from '../model/judging/verdict.ts';
import type { Requirement } from '../model/requirement.ts';
import type { JudgedRun, ToldRun } from '../model/running/handoff.ts';
import type {
  ExchangeRecord,
  FindingReference,
  RequirementState,
  ResultRequirement,
  Results,
} from '../model/running/results.ts';
import { expectation } from '../rules/case/expectation.ts';
import { rules } from '../rules/index.ts';
import { given } from '../text/given.ts';
import { countVerdicts } from './verdict-counts.ts';

type Planned = Pick<JudgedRun, 'register' | 'contract' | 'exchanges'>;

/** What a run has to show for a requirement. */
interface Judged {
  readonly verdicts: Verdict[];
  readonly cases: Set<string>;
  readonly brokenBy: FindingReference[];
  readonly affectedBy: FindingReference[];
  /** Whether an exchange has no finding that breaks or affects it. */
  clean: boolean;
}

/**
 * What a run says of every rule and every requirement: broken where a finding breaks it, held where one of its rules was
 * evaluated and found nothing, untested where none could be or every exchange has a finding that only affects it, excluded
 * where the register says why none ever is. With it everything that leads there: rules, cases, exchanges, findings, and
 * the defects that show that it can be broken.
 */
export function judgedByRules(
  run: Planned & Pick<ToldRun, 'defects'>,
  records: readonly ExchangeRecord[],
): Required<Pick<Results, 'rules' | 'requirements'>> {
  const byId = new Map(records.map((record) => [record.id, record]));
  const tested = testedIn(run);
  const none = (): Judged => ({ verdicts: [], cases: new Set(), brokenBy: [], affectedBy: [], clean: false });
  const judged = new Map(run.register.map(({ id }) => [id, none()]));
  const evaluated: string[] = [];
  for (const exchange of run.exchanges) {
    const record = byId.get(exchange.id);
    if (!record) continue;
    evaluated.push(...new Set(evaluatedIn(record)));
    const against = new Set<string>();
    for (const [finding, { requirements: broken, affected = [] }] of record.findings.entries()) {
      const reference = { exchange: record.id, finding };
      for (const id of broken) judged.get(id)?.brokenBy.push(reference);
      for (const id of affected) judged.get(id)?.affectedBy.push(reference);
      for (const id of [...broken, ...affected]) against.add(id);
    }
    for (const id of tested(record, exchange)) {
      const one = judged.get(id);
      one?.verdicts.push(record.verdict);
      one?.cases.add(`${exchange.operation}/${exchange.case}`);
      if (one && !against.has(id)) one.clean = true;
    }
  }
  const found = counts(records.flatMap(({ findings }) => findings.map(({ rule }) => rule)));
  const times = counts(evaluated);
  return {
    rules: rules.map(({ id }) => ({ id, exchanges: times.get(id) ?? 0, findings: found.get(id) ?? 0 })),
    requirements: run.register.map((one) => stateOf(one, judged.get(one.id) ?? none(), run.defects)),
  };
}

function counts(texts: readonly string[]): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const text of texts) all.set(text, (all.get(text) ?? 0) + 1);
  return all;
}

function stateOf(
  { id, level, section, binds, text, rules: own, excluded }: Requirement,
  { verdicts, cases, brokenBy, affectedBy, clean }: Judged,
  defects: ToldRun['defects'],
): ResultRequirement {
  const state: RequirementState = brokenBy.length > 0 ? 'broken' : clean ? 'held' : 'untested';
  return given({
    ...{ id, level, section, binds, text },
    state: excluded === undefined ? state : ('excluded' as const),
    exchanges: verdicts.length,
    verdicts: countVerdicts(verdicts.map((verdict) => [verdict, 1])),
    ...{ cases: [...cases], brokenBy, affectedBy: affectedBy.length > 0 ? affectedBy : undefined },
    ...{ rules: own, defects: defects[id] ?? [], excluded },
  });
}

/** Finds the requirements that an exchange tests. */
function testedIn({ register, contract }: Planned) {
  const lookup = requirementLookup(register);
  const withoutRule = new Set(register.filter((one) => one.rules.length === 0).map(({ id }) => id));
  return (record: ExchangeRecord, exchange: Exchange): ReadonlySet<string> => {
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

import { operationOf } from '../cases/plan/recipients.ts';
import { isCanonical, requirementLookup } from '../judge/requirement-lookup.ts';
import { expectation } from '../judge/rules/case/expectation.ts';
import { rules } from '../judge/rules/index.ts';
import { hasTrait } from '../judge/traits.ts';
import type { PreparedRun } from '../model/running/prepared-run.ts';
import type { Judged, ResultExchange, ResultRequirement, Results, Tested } from '../model/running/results.ts';
import { ours } from '../secrets/mask.ts';
import { addTo } from '../text/add-to.ts';
import { defined } from '../text/defined.ts';
import { countVerdicts } from './verdict-counts.ts';

/** A requirement before a run says anything of it, with the defects that show that it can be broken. */
export type Registered = Omit<
  ResultRequirement,
  'state' | 'exchanges' | 'verdicts' | 'cases' | 'brokenBy' | 'affectedBy'
>;

/** Returns the places of the requirements that each exchange tests, in few sets, and how many exchanges evaluated each rule. */
export function testedBy(
  { register, contract }: Pick<PreparedRun, 'register' | 'contract'>,
  all: readonly Judged[],
): Pick<Evaluated, 'tested' | 'evaluated'> {
  const lookup = requirementLookup(register);
  const placeOf = new Map(register.map(({ id }, place) => [id, place]));
  const withoutRule = new Set(register.flatMap(({ id, rules }) => (rules.length === 0 ? [id] : [])));
  const known = new Map<string, number>();
  const sets: (readonly number[])[] = [];
  const ruleSets: ReadonlySet<string>[] = [];
  const of = all.map(({ record, exchange }) => {
    // What no rule tests, a case shows by replies.
    const isWhole = exchange.steps.every((_, index) => record.steps[index]?.reached === 'reply');
    const shown = isWhole ? exchange.requirements.filter((id) => withoutRule.has(id)) : [];
    const steps = record.steps.map(({ operation, binding, reached, evaluated }) => {
      return [operation, binding, isCanonical(exchange, operation), reached === 'reply', ...evaluated].join(
        ' ',
      );
    });
    const key = [...steps, record.evaluated.join(' '), ...shown].join('\n');
    const before = known.get(key);
    if (before !== undefined) return before;
    const ids = record.steps.flatMap(({ operation, binding, reached, evaluated }) => {
      const { kind } = operationOf({ operation }, contract);
      // Replies that could be read are what the rules about a whole exchange compare; a case may expect a refusal.
      const ofWhole = record.evaluated.filter((rule) => reached === 'reply' || rule === expectation.id);
      const scope = { operation, kind, binding, canonical: isCanonical(exchange, operation) };
      // Under another path base, a path shows nothing about that of the contract.
      const all = [...evaluated, ...ofWhole].filter((rule) => !contract.adapted || !hasTrait(rule, 'path'));
      return all.flatMap((rule) => lookup(rule, scope));
    });
    known.set(key, sets.length);
    ruleSets.push(new Set([...record.steps, record].flatMap(({ evaluated }) => evaluated)));
    return sets.push([...new Set([...ids, ...shown])].flatMap((id) => placeOf.get(id) ?? [])) - 1;
  });
  const evaluated = rules.map(({ id }) => of.filter((set) => ruleSets[set]?.has(id)).length);
  return { tested: { sets, of }, evaluated };
}

type References = Map<string, ResultRequirement['brokenBy'][number][]>;

/** The exchanges of a run with what each tested: the evidence for every rule and requirement. */
export interface Evaluated {
  readonly exchanges: readonly ResultExchange[];
  readonly tested: Tested;
  readonly register: readonly Registered[];
  /** In how many exchanges each rule was evaluated. */
  readonly evaluated: readonly number[];
}

/**
 * Judges every rule and requirement by a run: broken where a finding breaks it, held where one of its rules was
 * evaluated in an exchange without a finding against it, excluded where the register says why, else untested. A target that
 * never answers breaks nothing. Pure.
 */
export function judgedByRules(
  { exchanges, tested: { sets, of }, register, evaluated }: Evaluated,
  answered: boolean,
): Required<Pick<Results, 'rules' | 'requirements'>> {
  const inSet = sets.map((set, number) => {
    const members = exchanges.filter((_, index) => of[index] === number);
    const verdicts = Object.entries(countVerdicts(members.map(({ verdict }) => [verdict, 1])));
    return { places: new Set(set), members, verdicts, cases: new Set(members.map(caseOf)) };
  });
  const allCases = [...new Set(exchanges.map(caseOf))];
  const byRule: References = new Map();
  const broken: References = new Map();
  const affected: References = new Map();
  for (const { id: exchange, findings } of exchanges) {
    for (const [place, finding] of findings.entries()) {
      addTo(byRule, finding.rule, { exchange, finding: place });
      // What is new does not gate.
      if (finding.since !== undefined) continue;
      for (const id of finding.requirements) addTo(broken, id, { exchange, finding: place });
      for (const id of finding.affected ?? []) addTo(affected, id, { exchange, finding: place });
    }
  }
  return {
    rules: rules.map(({ id }, place) => {
      return { id: ours`${id}`, exchanges: evaluated[place] ?? 0, findings: byRule.get(id)?.length ?? 0 };
    }),
    requirements: register.map(({ rules: ruleIds, defects, excluded, ...requirement }, place) => {
      const testing = inSet.filter(({ places }) => places.has(place));
      const cases = new Set(testing.flatMap((set) => [...set.cases]));
      const brokenBy = broken.get(requirement.id) ?? [];
      const affectedBy = affected.get(requirement.id);
      const against = new Set([...brokenBy, ...(affectedBy ?? [])].map((reference) => reference.exchange));
      const isHeld = testing.some((set) => set.members.some(({ id }) => !against.has(id)));
      const seen = answered && brokenBy.length > 0 ? 'broken' : isHeld ? 'held' : 'untested';
      const state: ResultRequirement['state'] = excluded === undefined ? seen : 'excluded';
      return defined({
        ...{ ...requirement, state },
        exchanges: testing.reduce((sum, set) => sum + set.members.length, 0),
        verdicts: countVerdicts(testing.flatMap(({ verdicts }) => verdicts)),
        cases: allCases.filter((name) => cases.has(name)),
        brokenBy: answered ? brokenBy : [],
        ...{ affectedBy, rules: ruleIds, defects, excluded },
      });
    }),
  };
}

const caseOf = ({ operation, case: name }: ResultExchange) => ours`${operation}/${name}`;

import type { FindingReference, RequirementState, ResultRequirement } from '../../model/running/results.ts';
import { countVerdicts } from '../verdict-counts.ts';

/** Where an exchange stands in the plan, and an exchange of a case, as `operation/case`. */
export interface PlanOrder {
  readonly exchanges: ReadonlyMap<string, number>;
  readonly cases: ReadonlyMap<string, number>;
}

/** A requirement by what all shards have to show for it. */
export function mergeRequirement(
  first: ResultRequirement,
  shards: readonly ResultRequirement[],
  order: PlanOrder,
): ResultRequirement {
  const cases = [...new Set(shards.flatMap((one) => one.cases))];
  const placeOf = ({ exchange }: FindingReference) => order.exchanges.get(exchange) ?? 0;
  const inOrder = (all: readonly FindingReference[]) => all.toSorted((a, b) => placeOf(a) - placeOf(b));
  const affectedBy = shards.flatMap((one) => one.affectedBy ?? []);
  return {
    ...first,
    state: mergedState(shards.map(({ state }) => state)),
    exchanges: shards.reduce((sum, { exchanges }) => sum + exchanges, 0),
    verdicts: countVerdicts(shards.flatMap(({ verdicts }) => Object.entries(verdicts))),
    cases: cases.sort((a, b) => (order.cases.get(a) ?? 0) - (order.cases.get(b) ?? 0)),
    brokenBy: inOrder(shards.flatMap((one) => one.brokenBy)),
    ...(affectedBy.length === 0 ? {} : { affectedBy: inOrder(affectedBy) }),
  };
}

/** One breach breaks it, and one exchange in which nothing was found against it holds it. */
const strongest: readonly RequirementState[] = ['excluded', 'broken', 'held'];

function mergedState(states: readonly RequirementState[]): RequirementState {
  return strongest.find((state) => states.includes(state)) ?? 'untested';
}

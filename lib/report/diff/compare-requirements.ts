import type { Changed, ChangeKind, RequirementChange } from '../../model/running/diff.ts';
import type {
  RequirementState,
  ResultExchange,
  ResultRequirement,
  Results,
} from '../../model/running/results.ts';
import type { Gate } from '../../model/running/settings.ts';
import { gateOf, weighs } from '../../results/standing.ts';
import { sortChanges } from './changed.ts';

type Sorted = readonly [ChangeKind | undefined, RequirementChange];

/** What became of requirements, in the order of the new run; what is gone comes last. */
export function compareRequirements(old: Results, now: Results): Changed<RequirementChange> {
  const before = new Map(old.requirements.map((one) => [one.id, one]));
  const after = new Set(now.requirements.map(({ id }) => id));
  const exchanges = new Map(now.exchanges.map((one) => [one.id, one]));
  const weight = (one: ResultRequirement) => breakWeight(one, exchanges, gateOf(now));
  const those = now.requirements.map((one): Sorted => {
    const was = before.get(one.id)?.state ?? null;
    const { id, level, state } = one;
    return [kindOf(was, state, () => weight(one)), { id, level, was, is: state }];
  });
  const gone = old.requirements
    .filter(({ id }) => !after.has(id))
    .map(({ id, level, state }): Sorted => ['gone', { id, level, was: state, is: null }]);
  return sortChanges([...those, ...gone]);
}

export function isJudgedState(state: RequirementState | null): boolean {
  return state === 'held' || state === 'broken';
}

function kindOf(
  was: RequirementState | null,
  is: RequirementState,
  weight: () => ChangeKind,
): ChangeKind | undefined {
  if (was === is) return undefined;
  if (is === 'broken') return weight();
  if (was === null) return 'new';
  if (is === 'held') return 'newlyHeld';
  return isJudgedState(was) ? 'lost' : undefined;
}

/** What a requirement that is broken now means at the gate: the gravest of what breaks it. */
function breakWeight(
  { brokenBy }: ResultRequirement,
  exchanges: ReadonlyMap<string, ResultExchange>,
  gate: Gate,
): ChangeKind {
  const weighing = brokenBy.flatMap(({ exchange: id, finding: place }) => {
    const exchange = exchanges.get(id);
    const finding = exchange?.findings[place];
    return exchange && finding && weighs(finding, exchange, gate) ? [exchange.verdict] : [];
  });
  if (weighing.length === 0) return 'tolerated';
  return weighing.every((verdict) => verdict === 'transport-error') ? 'unanswered' : 'newlyBroken';
}

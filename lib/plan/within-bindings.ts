import type { Exchange, PlannedStep, PlannedValue } from '../model/exchange.ts';

/** A plan without calls over bindings that were not chosen, and what had to be left out for that. */
export interface WithinBindings {
  readonly exchanges: readonly Exchange[];
  /** Exchanges that ask their question over another binding only. */
  readonly exchangesLeftOut: number;
  /** Steps of the remaining exchanges. */
  readonly stepsLeftOut: number;
}

/**
 * Leaves out every step over a binding that was not chosen, so that an endpoint that serves some bindings can be judged
 * by itself. An exchange keeps its place as long as one call of its own operation remains.
 */
export function withinBindings(
  exchanges: readonly Exchange[],
  chosen: readonly string[] | undefined,
): WithinBindings {
  if (chosen === undefined || chosen.length === 0) {
    return { exchanges, exchangesLeftOut: 0, stepsLeftOut: 0 };
  }
  const isChosen = (step: PlannedStep) => chosen.includes(step.binding);
  const kept = exchanges.filter(({ operation, steps }) =>
    steps.some((step) => step.operation === operation && isChosen(step)),
  );
  const narrowed = kept.map((exchange) => ({ ...exchange, steps: keptSteps(exchange.steps, isChosen) }));
  const stepsOf = (plan: readonly Exchange[]) => plan.reduce((sum, { steps }) => sum + steps.length, 0);
  return {
    exchanges: narrowed,
    exchangesLeftOut: exchanges.length - kept.length,
    stepsLeftOut: stepsOf(kept) - stepsOf(narrowed),
  };
}

/** The chosen steps; what refers to a step follows it to its new place. A send always goes over the exchange's binding. */
function keptSteps(
  steps: readonly PlannedStep[],
  isChosen: (step: PlannedStep) => boolean,
): readonly PlannedStep[] {
  const places = new Map<number, number>();
  for (const [index, step] of steps.entries()) if (isChosen(step)) places.set(index, places.size);
  if (places.size === steps.length) return steps;
  const placeOf = (step: number) => places.get(step) ?? step;
  return steps.filter(isChosen).map((step) => ({
    ...step,
    values: Object.fromEntries(
      Object.entries(step.values).map(([name, value]) => [name, moved(value, placeOf)]),
    ),
    ...(step.reportsOn === undefined ? {} : { reportsOn: placeOf(step.reportsOn) }),
    ...(step.rereads === undefined ? {} : { rereads: placeOf(step.rereads) }),
  }));
}

function moved(value: PlannedValue, placeOf: (step: number) => number): PlannedValue {
  if (typeof value === 'string' || !('step' in value)) return value;
  return { ...value, step: placeOf(value.step) };
}

import {
  type Exchange,
  type Expectation,
  type ExpectedTexts,
  isCapture,
  type PlannedStep,
} from '../../model/exchange.ts';

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
  chosen: readonly string[] = [],
): WithinBindings {
  if (chosen.length === 0) return { exchanges, exchangesLeftOut: 0, stepsLeftOut: 0 };
  const isChosen = ({ binding }: PlannedStep) => chosen.includes(binding);
  const kept = exchanges.filter(({ operation, steps }) =>
    steps.some((step) => step.operation === operation && isChosen(step)),
  );
  const narrowed = kept.map((exchange) => {
    const { steps, places } = keptSteps(exchange.steps, isChosen);
    const isAsked =
      steps.some(({ expected }) => expected) || !exchange.steps.some(({ expected }) => expected);
    return {
      ...exchange,
      steps,
      expect: isAsked ? moved(exchange.expect, places) : nothing(exchange.expect),
    };
  });
  const stepsOf = (plan: readonly Exchange[]) => plan.reduce((sum, { steps }) => sum + steps.length, 0);
  return {
    exchanges: narrowed,
    exchangesLeftOut: exchanges.length - kept.length,
    stepsLeftOut: stepsOf(kept) - stepsOf(narrowed),
  };
}

/** An expectation without what was asked of steps that are left out. */
function nothing({ sameContent }: Expectation): Expectation {
  return { sameContent, packet: {}, eachDelivery: {} };
}

/** An expectation whose captures follow their steps; what a step that is left out would say is not expected. */
function moved(expect: Expectation, places: ReadonlyMap<number, number>): Expectation {
  const texts = (some: ExpectedTexts): ExpectedTexts =>
    Object.fromEntries(
      Object.entries(some).flatMap(([field, expected]): [string, ExpectedTexts[string]][] => {
        if (!isCapture(expected)) return [[field, expected]];
        const step = places.get(expected.step);
        return step === undefined ? [] : [[field, { ...expected, step }]];
      }),
    );
  return { ...expect, packet: texts(expect.packet), eachDelivery: texts(expect.eachDelivery) };
}

/** The chosen steps and their new places, without those that need what another one would capture. A send always goes over the exchange's binding. */
function keptSteps(
  steps: readonly PlannedStep[],
  isChosen: (step: PlannedStep) => boolean,
): { readonly steps: readonly PlannedStep[]; readonly places: ReadonlyMap<number, number> } {
  const places = new Map<number, number>();
  const kept = steps.filter((step, index) => {
    const captures = Object.values(step.values).filter(isCapture);
    const isKept = isChosen(step) && captures.every((value) => places.has(value.step));
    if (isKept) places.set(index, places.size);
    return isKept;
  });
  return { steps: kept.map((step) => withReferences(step, (index) => places.get(index) ?? index)), places };
}

/**
 * An exchange about any packet, with packets that exist already in the place of the one that its send would give:
 * the send is left out, and what follows it is asked for each packet. What was sent is not known then, so nothing
 * is compared with it. What the case expects, it expects of each packet.
 */
export function withGivenPackets(exchange: Exchange, packets: readonly string[]): Exchange {
  const [, ...reports] = exchange.steps;
  const steps = packets.flatMap((packet, place) =>
    reports.map((step, index) => ({
      ...withReferences(step, (to) => (to === 0 ? packet : place * reports.length + to - 1)),
      ...(index === reports.length - 1 && { expected: true as const }),
    })),
  );
  return { ...exchange, steps, messages: 0 };
}

/** A step whose references to steps follow these to their new places, or to the packet that takes the place of a send. */
function withReferences(
  { reportsOn, rereads, ...step }: PlannedStep,
  moved: (index: number) => number | string,
): PlannedStep {
  const values = Object.entries(step.values).map(([name, value]) => {
    if (!isCapture(value)) return [name, value];
    const to = moved(value.step);
    return [name, typeof to === 'string' ? to : { ...value, step: to }];
  });
  const about = reportsOn === undefined ? undefined : moved(reportsOn);
  const again = rereads === undefined ? undefined : moved(rereads);
  return {
    ...step,
    values: Object.fromEntries(values),
    ...(typeof about === 'number' && { reportsOn: about }),
    ...(typeof again === 'number' && { rereads: again }),
  };
}

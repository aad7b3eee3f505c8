import type { Contract } from '../../model/contract.ts';
import {
  type Exchange,
  type ExpectedTexts,
  isCapture,
  type PlannedStep,
  withCaptured,
} from '../../model/exchange.ts';
import { defined } from '../../text/defined.ts';
import { exchangeRecipients } from './recipients.ts';

/** A plan without calls over bindings that were not chosen, and how much was left out. */
export type WithinBindings = ReturnType<typeof withinBindings>;

/**
 * Leaves out every step over a binding that was not chosen, so that an endpoint that serves some bindings can be judged
 * by itself, and every exchange without a remaining call of its operation.
 */
export function withinBindings(exchanges: readonly Exchange[], ids: readonly string[], contract: Contract) {
  if (ids.length === 0) return { exchanges, exchangesLeftOut: 0, stepsLeftOut: 0 };
  const isChosen = ({ binding }: PlannedStep) => ids.includes(binding);
  const kept = exchanges.filter(({ operation, steps }) =>
    steps.some((step) => step.operation === operation && isChosen(step)),
  );
  const narrowed = kept.map((exchange) => {
    const left = withSteps(exchange, isChosen);
    return { ...left, messages: exchangeRecipients(left, contract).length };
  });
  const stepsOf = (plan: readonly Exchange[]) => plan.reduce((sum, { steps }) => sum + steps.length, 0);
  return {
    exchanges: narrowed,
    exchangesLeftOut: exchanges.length - kept.length,
    stepsLeftOut: stepsOf(kept) - stepsOf(narrowed),
  };
}

/**
 * Returns an exchange with its chosen steps, without those that need a capture of a step that is left out. Expectations of
 * such a step, and those that need its captures, are left out too.
 */
function withSteps(exchange: Exchange, isChosen: (step: PlannedStep) => boolean): Exchange {
  const places = new Map<number, number>();
  const kept = exchange.steps.filter((step, index) => {
    const captures = Object.values(step.values).filter(isCapture);
    const isKept = isChosen(step) && captures.every((value) => places.has(value.step));
    if (isKept) places.set(index, places.size);
    return isKept;
  });
  const to: Places = (index) => places.get(index);
  const { sameContent, packet, eachDelivery, ...rest } = exchange.expect;
  const isAsked = kept.some(({ expected }) => expected) || !exchange.steps.some(({ expected }) => expected);
  const asked = { ...rest, packet: moveCaptures(packet, to), eachDelivery: moveCaptures(eachDelivery, to) };
  const expect = { sameContent, ...(isAsked ? asked : { packet: {}, eachDelivery: {} }) };
  return { ...exchange, steps: kept.map((step) => moveReferences(step, to)), expect };
}

/**
 * Puts packets that exist already in the place of the send of an exchange about any packet. Its reports are made for each
 * packet, and its expectations hold for each. What was sent is not known then.
 */
export function withGivenPackets(exchange: Exchange, packets: readonly string[]): Exchange {
  const [, ...reports] = exchange.steps;
  const steps = packets.flatMap((packet, place) =>
    reports.map((step, index) => ({
      ...moveReferences(step, (to) => (to === 0 ? packet : place * reports.length + to - 1)),
      ...(index === reports.length - 1 && { expected: true as const }),
    })),
  );
  return { ...exchange, steps, messages: 0 };
}

/** Returns the new place of a step, or the packet that replaces a send; undefined where the step is left out. */
type Places = (index: number) => number | string | undefined;

/** Returns a step whose references to steps follow these to their new places. */
function moveReferences({ reportsOn, rereads, values, ...step }: PlannedStep, to: Places): PlannedStep {
  const movedStep = (index: number | undefined) => {
    const place = index === undefined ? undefined : to(index);
    return typeof place === 'number' ? place : undefined;
  };
  const places = defined({ reportsOn: movedStep(reportsOn), rereads: movedStep(rereads) });
  return { ...step, values: moveCaptures(values, to), ...places };
}

/** Returns values whose captures follow their steps; captures of a step that is left out are left out. */
function moveCaptures<T extends PlannedStep['values'] | ExpectedTexts>(values: T, to: Places): T {
  const entries = Object.entries(values).flatMap(([name, value]) => {
    if (!isCapture(value)) return [[name, value]];
    const place = to(value.step);
    if (place === undefined) return [];
    return [[name, typeof place === 'string' ? withCaptured(value, place) : { ...value, step: place }]];
  });
  return Object.fromEntries(entries) as T;
}

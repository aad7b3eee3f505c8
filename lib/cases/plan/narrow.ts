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

/** A plan without calls over bindings that were not chosen, and how much had to be left out for that. */
export type WithinBindings = ReturnType<typeof withinBindings>;

/**
 * Leaves out every step over a binding that was not chosen, so that an endpoint that serves some bindings can be judged
 * by itself, and every exchange of which no call of its own operation remains.
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
 * Returns an exchange with its chosen steps, without those that need what another one would capture. What is asked of a step
 * that is left out, or would be known from it, is not expected.
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
  const asked = { ...rest, packet: followed(packet, to), eachDelivery: followed(eachDelivery, to) };
  const expect = { sameContent, ...(isAsked ? asked : { packet: {}, eachDelivery: {} }) };
  return { ...exchange, steps: kept.map((step) => moved(step, to)), expect };
}

/**
 * Returns an exchange about any packet without its send: what follows is asked for each of these packets, which exist
 * already, and what the case expects, it expects of each. What was sent is not known then.
 */
export function withGivenPackets(exchange: Exchange, packets: readonly string[]): Exchange {
  const [, ...reports] = exchange.steps;
  const steps = packets.flatMap((packet, place) =>
    reports.map((step, index) => ({
      ...moved(step, (to) => (to === 0 ? packet : place * reports.length + to - 1)),
      ...(index === reports.length - 1 && { expected: true as const }),
    })),
  );
  return { ...exchange, steps, messages: 0 };
}

/** The new place of a step, or the packet that takes the place of a send; undefined where it is left out. */
type Places = (index: number) => number | string | undefined;

/** Returns a step whose references to steps follow these to their new places. */
function moved({ reportsOn, rereads, values, ...step }: PlannedStep, to: Places): PlannedStep {
  const placeOf = (index: number | undefined) => {
    const place = index === undefined ? undefined : to(index);
    return typeof place === 'number' ? place : undefined;
  };
  const places = defined({ reportsOn: placeOf(reportsOn), rereads: placeOf(rereads) });
  return { ...step, values: followed(values, to), ...places };
}

/** Returns values whose captures follow their steps; those of a step that is left out are left out. */
function followed<T extends PlannedStep['values'] | ExpectedTexts>(values: T, to: Places): T {
  const entries = Object.entries(values).flatMap(([name, value]) => {
    if (!isCapture(value)) return [[name, value]];
    const place = to(value.step);
    if (place === undefined) return [];
    return [[name, typeof place === 'string' ? withCaptured(value, place) : { ...value, step: place }]];
  });
  return Object.fromEntries(entries) as T;
}

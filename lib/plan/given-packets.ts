import type { Exchange, PlannedStep, PlannedValue } from '../model/exchange.ts';

/**
 * An exchange about any packet, with packets that exist already in the place of the one that its send would give:
 * the send is left out, and what follows it is asked for each packet. What was sent is not known then, so nothing
 * is compared with it. What the case expects, it expects of each packet.
 */
export function withGivenPackets(exchange: Exchange, packets: readonly string[]): Exchange {
  const [, ...reports] = exchange.steps;
  const steps = packets.flatMap((packet, place) =>
    reports.map((step, index) => ({
      ...onPacket(step, packet, place * reports.length),
      ...(index === reports.length - 1 ? { expected: true as const } : {}),
    })),
  );
  return { ...exchange, steps, messages: 0 };
}

/** `first` is the index of the first step that is about the packet. */
function onPacket({ reportsOn, rereads, ...step }: PlannedStep, packet: string, first: number): PlannedStep {
  // Indices of steps were counted with the send in front.
  const moved = (index: number) => first + index - 1;
  const given = (value: PlannedValue): PlannedValue => {
    if (typeof value === 'string' || !('step' in value)) return value;
    return value.step === 0 ? packet : { ...value, step: moved(value.step) };
  };
  const values = Object.fromEntries(Object.entries(step.values).map(([name, value]) => [name, given(value)]));
  return {
    ...step,
    values,
    ...(reportsOn ? { reportsOn: moved(reportsOn) } : {}),
    ...(rereads === undefined ? {} : { rereads: moved(rereads) }),
  };
}

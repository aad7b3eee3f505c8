import type { Evidence, ReplyEvidence } from '../../../model/judging/evidence.ts';
import type { Breach } from '../../../model/judging/finding.ts';
import { packetRequested } from '../../../reading/packet.ts';
import { groupedBy } from '../../../text/add-to.ts';
import { numberOf, quoted } from '../../../text/finding-value.ts';
import { isRefusal } from '../../answer.ts';
import { rule } from '../rule.ts';

/**
 * The same packet has the same values over every binding (follows from contract §2.1, "the same content"). The first
 * binding is read again at the end: what differs between its two readings changed in time, and is only observed.
 */
export const sameContent = rule('report/same-content', 'should', 'exchange', ['case', 'packet'], (given) => {
  const { exchange, replies } = given;
  const all = exchange.steps.flatMap(({ rereads }, step) => {
    const call = replies[step];
    return call?.operation.kind === 'report' ? [{ call, step, rereads }] : [];
  });
  if (!exchange.expect.sameContent || all.length < 2) return null;
  const byPacket = groupedBy(all, ({ call }) => packetRequested(call));
  return [...byPacket.values()].flatMap((readings) => breachesBetween(readings, differences));
});

/**
 * The same send is taken over every binding or none, with the same status and results (follows from contract §4.1). Each
 * is made again at the end, as a report is read again; the first one says which bindings take an everyday send.
 */
export const sameMeaning = rule('send/same-meaning', 'should', 'exchange', ['comparing'], (evidence) => {
  const { exchange, outcomes } = evidence;
  const all = exchange.steps.flatMap(({ rereads }, step) => {
    const call = outcomes[step];
    return call?.operation.kind === 'send' && call.failure === null ? [{ call, step, rereads }] : [];
  });
  const groups = exchange.steps.flatMap(({ rereads = Infinity }, last) => {
    const group = all.filter(({ step }) => step >= rereads && step <= last);
    return group.length > 1 ? [group] : [];
  });
  if (!exchange.expect.sameContent || groups.length === 0) return null;
  const [first = []] = groups;
  const taking = new Set(first.flatMap(({ call }) => (isRefusal(call) ? [] : [call.binding.id])));
  return groups.flatMap((group) => {
    const compared = group.filter(({ call }) => taking.has(call.binding.id));
    return breachesBetween(compared, differencesOfSends);
  });
});

function breachesBetween<E>(
  [first, ...others]: readonly Made<E>[],
  differ: (first: Made<E>, second: Made<E>) => Differences,
): readonly Breach[] {
  // Stryker disable next-line ArrayDeclaration,ConditionalExpression: for the types only: a packet was requested at least once
  if (!first) return [];
  const again = others.find(({ rereads }) => rereads === first.step);
  const inTime: Differences = again ? differ(first, again) : new Map();
  const observed = [...inTime.values()].map((breach): Breach => {
    return { ...breach, level: 'gap', about: { ...breach.about, changed: true } };
  });
  // Where the number of delivery results changed, their places mean nothing any more.
  if (inTime.has(COUNT)) return observed;
  const between = others
    .filter(({ rereads }) => rereads === undefined)
    .flatMap((other) => [...differ(first, other)])
    .filter(([place]) => !inTime.has(place));
  return [...observed, ...between.map(([, breach]) => breach)];
}

/** Breaches by their path below the element of the packet result, which has another name over each binding. */
type Differences = ReadonlyMap<string, Breach>;

/** The place of a difference in the number of delivery results. */
// Stryker disable next-line StringLiteral: any text that is the place of no field does
const COUNT = '';

interface Made<E> {
  readonly call: E;
  readonly step: number;
  /** Step that this one makes again. */
  readonly rereads: number | undefined;
}

function differencesOfSends(first: Made<Evidence>, second: Made<Evidence>): Differences {
  const { call: firstCall } = first;
  const { call: secondCall, step } = second;
  if (isRefusal(firstCall) !== isRefusal(secondCall)) {
    // What is wrong is the refusal, whichever came first.
    const [refused, taken] = isRefusal(firstCall) ? [first, second] : [second, first];
    const about = { binding: refused.call.binding.name, other: taken.call.binding.name };
    const at = { path: 'reply', about, step: refused.step };
    return new Map([[COUNT, { expected: 'no refusal', actual: 'a refusal', ...at }]]);
  }
  if (firstCall.reached !== 'reply' || secondCall.reached !== 'reply') return new Map();
  const isEmpty = [firstCall, secondCall].some(({ packet }) => packet.deliveries.length === 0);
  const compared = ([place]: readonly [string, Breach]) =>
    // A list that lacks a recipient is an affair of its own; an empty one may be right.
    place === COUNT ? isEmpty : /^PacketStatus$|\/DeliveryResult$/.test(place);
  return new Map([...differences({ call: firstCall }, { call: secondCall, step })].filter(compared));
}

function differences(
  { call: first }: Pick<Made<ReplyEvidence>, 'call'>,
  { call: second, step }: Pick<Made<ReplyEvidence>, 'call' | 'step'>,
): Differences {
  const about = { binding: second.binding.name, other: first.binding.name };
  const [expected, actual] = [resultTexts(first), resultTexts(second)];
  const unlike = [...expected.keys()].filter(
    (place) => actual.get(place)?.text !== expected.get(place)?.text,
  );
  const places = unlike.includes(COUNT) ? [COUNT] : unlike;
  return new Map(
    places.map((place) => {
      const shown = (text = '') =>
        place === COUNT ? numberOf(Number(text), 'delivery result') : quoted(text);
      const values = { expected: shown(expected.get(place)?.text), actual: shown(actual.get(place)?.text) };
      return [place, { path: (actual.get(place) ?? second.payload).path, about, step, ...values }];
    }),
  );
}

/**
 * Returns every text of a packet result with its XPath, and the number of its delivery results. Delivery results are compared
 * by their texts, first their numbers: the contract does not state their order, and a database may give any.
 */
function resultTexts({ packet, payload, deliveries }: ReplyEvidence) {
  const { path } = payload;
  const ordered = deliveries
    // In one reply of two, numbers may have a plus sign.
    .map((delivery) => ({ delivery, order: Object.values(delivery.texts).join('\n').replaceAll('+', '') }))
    .sort((a, b) => (a.order < b.order ? -1 : Number(a.order > b.order)));
  const ofDeliveries = ordered.flatMap(({ delivery }, place) =>
    Object.entries(delivery.texts).map(([field, text]) => {
      return [`${place}/${field}`, { text, path: `${delivery.path}/${field}` }] as const;
    }),
  );
  const ofPacket = Object.entries(packet.texts).map(
    ([field, text]) => [field, { text, path: `${path}/${field}` }] as const,
  );
  return new Map([[COUNT, { text: String(deliveries.length), path }], ...ofPacket, ...ofDeliveries]);
}

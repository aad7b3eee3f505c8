import { Document, isCollection, type Node, stringify } from 'yaml';
import type { Contract, Operation } from '../../model/contract.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ResultObservation, Results } from '../../model/running/results.ts';
import { counted } from '../../text/counted.ts';
import { given } from '../../text/given.ts';
import { shapePattern } from '../../text/shapes.ts';
import { ABSENT, ECHOED, FAULT_TEXT, UNKNOWN_PACKET } from './collect.ts';

/** An own case file that pins what was seen. */
export interface Pins {
  readonly text: string;
  /** Cases in it. */
  readonly cases: number;
}

/**
 * Writes what a target said in the canonical cases, and of packets that it never gave, as expectations of cases: one
 * case for each operation, and one for each report and binding. Times and identifiers are pinned by their shape.
 * Returns no case where no canonical case was answered.
 */
export function pinsOf(
  { observations = [], target, startedAt }: Pick<Results, 'observations' | 'target' | 'startedAt'>,
  exchanges: readonly Exchange[],
  contract: Contract,
): Pins {
  const day = startedAt.slice(0, 10);
  const cases: object[] = [];
  const left: string[] = [];
  for (const operation of contract.operations) {
    const own = observations.filter((one) => one.operation === operation.name);
    const seen = own.filter(({ what }) => PINNED.includes(what)).map(inCanonical);
    left.push(
      ...seen.filter(({ expected }) => expected === null).map(({ what }) => `${operation.name} ${what}`),
    );
    cases.push(...repliesPinned(operation, seen, exchanges, contract, day));
    if (operation.kind === 'report')
      cases.push(...own.flatMap((one) => refusalPinned(operation, one, own, day)));
  }
  const head = [
    `# What ${target.baseUrl} said on ${day} where the contract is silent. A run with --cases and the folder of this file`,
    '# fails where it says something else. Remove what nobody relies on; "expect" in cases/README.md has the language.',
    ...(left.length > 0
      ? [`# Not pinned, for it was masked, cut, or absent in some replies: ${left.join(', ')}.`]
      : []),
  ];
  return { text: `${head.join('\n')}\n${stringify({ cases }, { lineWidth: 0 })}`, cases: cases.length };
}

/** Fields that are pinned, among the things that are observed. */
const PINNED = ['PacketID', 'PacketStatus', 'DeliveryResult', 'DeliveryDetail', 'DeliveryTime', 'SendDate'];

/** What is expected of a field; null where nothing can be, undefined where it was not seen. */
interface Pinned {
  readonly what: string;
  readonly expected: string | object | null | undefined;
  /** Replies of the canonical case that had it. */
  readonly times: number;
}

function inCanonical({ what, values }: ResultObservation): Pinned {
  const seen = values.filter(({ canonical }) => canonical !== undefined);
  const texts = seen.map(({ value }) => value as string);
  const times = seen.reduce((sum, { canonical = 0 }) => sum + canonical, 0);
  return { what, expected: texts.length === 0 ? undefined : expectedOf(texts), times };
}

/** A value on one line, with a comment behind it. */
function noted(value: unknown, comment: string): Node {
  const node = new Document().createNode(value) as Node;
  if (isCollection(node)) node.flow = true;
  node.comment = ` ${comment}`;
  return node;
}

/** What takes all of these texts, in the case language; null where nothing does. */
function expectedOf(texts: readonly string[]): string | object | null {
  if (texts.every((text) => text === ABSENT)) return { absent: true };
  if (texts.some((text) => [ABSENT, ECHOED].includes(text) || text.includes('***') || text.endsWith('…')))
    return null;
  if (texts.some((text) => /<[^<>]+>/.test(text))) return { matches: texts.map(shapePattern).join('|') };
  const [exact = '', ...others] = texts.map((text) => text.replaceAll('${', '$${'));
  return others.length === 0 ? exact : { 'one-of': [exact, ...others] };
}

function repliesPinned(
  { name, kind }: Operation,
  seen: readonly Pinned[],
  exchanges: readonly Exchange[],
  { operations, packetResult }: Contract,
  day: string,
): readonly object[] {
  const pinned = seen.filter(({ expected }) => expected !== null && expected !== undefined);
  const isOfPacket = ({ what }: Pinned) => packetResult.fields.some((field) => field.name === what);
  const expected = (fields: readonly Pinned[]) =>
    fields.length === 0
      ? undefined
      : Object.fromEntries(
          fields.map(({ what, expected, times }) => [
            what,
            noted(expected, `${counted(times, 'time')} in the canonical case`),
          ]),
        );
  if (pinned.length === 0) return [];
  const sends = operations.filter((one) => one.kind === 'send').map((one) => one.name);
  const steps = exchanges.find((one) => one.case === 'canonical' && one.operation === name)?.steps ?? [];
  const send = steps.map(({ operation }) => operation).find((one) => sends.includes(one)) ?? sends[0];
  const call = [
    { send, capture: { packet: 'PacketID' } },
    { call: name, with: { PacketId: `\${packet}` } },
  ];
  return [
    {
      ...{ id: 'pinned-replies', operation: name, title: `${name} answers as it did on ${day}` },
      requirements: ['gaps.pinned-values'],
      ...(kind === 'report' ? { 'any-packet': true, steps: call } : {}),
      expect: given({
        packet: expected(pinned.filter(isOfPacket)),
        'each-delivery': expected(pinned.filter((one) => !isOfPacket(one))),
      }),
    },
  ];
}

/** A case for a binding over which every unknown packet was answered alike. */
function refusalPinned(
  { name }: Operation,
  { what, values: [seen, ...others] }: ResultObservation,
  own: readonly ResultObservation[],
  day: string,
): readonly object[] {
  const [, binding] = new RegExp(`^${UNKNOWN_PACKET} over (.+)$`).exec(what) ?? [];
  const [, status, code] =
    /^(\d{3}) (?:SOAP fault (\S+)|plain error|packet result)$/.exec(seen?.value ?? '') ?? [];
  if (binding === undefined || status === undefined || others.length > 0) return [];
  const texts = own.find((one) => one.what === `${FAULT_TEXT} over ${binding}`)?.values ?? [];
  const text = texts.length === 1 ? expectedOf(texts.map(({ value }) => value as string)) : null;
  const parts = given({ code: code === ABSENT ? undefined : code, text: text ?? undefined });
  const fault = Object.keys(parts).length === 0 ? {} : { fault: parts };
  const title = `A packet that was never given is answered over ${binding} as on ${day}`;
  return [
    {
      ...{ id: `pinned-unknown-packet-${binding}`, operation: name, title },
      ...{ requirements: ['gaps.pinned-values', 'gaps.unknown-packet'], bindings: [binding] },
      with: { PacketId: { 'unique-id': 'unknown' } },
      expect: noted({ status: Number(status), ...fault }, `as in ${seen?.example}`),
    },
  ];
}

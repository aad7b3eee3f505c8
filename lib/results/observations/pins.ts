import { Document, isCollection, type Node, stringify } from 'yaml';
import type { Contract, Operation } from '../../model/contract.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ResultObservation, Results } from '../../model/running/results.ts';
import { counted } from '../../text/counted.ts';
import { defined } from '../../text/defined.ts';
import { shapePattern } from '../../text/shapes.ts';
import { FAULT_TEXT, openFields, UNKNOWN_PACKET } from './collect.ts';

/** Writes cases that expect what a target said in the canonical cases and of packets that it never gave. */
export function pinsOf(
  { observations = [], target, startedAt }: Pick<Results, 'observations' | 'target' | 'startedAt'>,
  exchanges: readonly Exchange[],
  contract: Contract,
): { readonly text: string; readonly cases: number } {
  const day = startedAt.slice(0, 10);
  const left: string[] = [];
  const cases = contract.operations.flatMap((operation) => {
    const observed = observations.filter((observation) => observation.operation === operation.name);
    const pinned = observed.flatMap(({ what, values }): readonly Pinned[] => {
      const texts = values.filter(({ canonical }) => canonical !== undefined);
      if (texts.length === 0 || !openFields.some(([field]) => field === what)) return [];
      const times = texts.reduce((sum, { canonical = 0 }) => sum + canonical, 0);
      const expected = commonExpectation(texts);
      if (expected === null) left.push(`${operation.name} ${what}`);
      const comment = `${counted(times, 'time')} in the canonical case`;
      return expected === null ? [] : [[what, noted(expected, comment)]];
    });
    const replies = pinned.length === 0 ? [] : [repliesPinned(operation, pinned, exchanges, contract, day)];
    if (operation.kind === 'send') return replies;
    const refusals = contract.bindings.map(({ id }) => refusalPinned(operation, id, observed, day));
    return [...replies, ...refusals.flat()];
  });
  const notPinned = `# Not pinned, for it was masked, cut, or absent in some replies: ${left.join(', ')}.`;
  const head = [
    `# What ${target.baseUrl} said on ${day} where the contract is silent. A run with --cases and the folder of this file`,
    '# fails where it says something else. Remove what nobody relies on; "expect" in cases/language.md has the language.',
    ...(left.length > 0 ? [notPinned] : []),
  ];
  return { text: `${head.join('\n')}\n${stringify({ cases }, { lineWidth: 0 })}`, cases: cases.length };
}

/** A field that the canonical case had, and what is expected of it. */
type Pinned = readonly [field: string, expected: Node];

/** Makes a value on one line, with a comment behind it. */
function noted(value: unknown, comment: string): Node {
  const node = new Document().createNode(value) as Node;
  if (isCollection(node)) node.flow = true;
  node.comment = ` ${comment}`;
  return node;
}

/** True if a text was masked or cut. */
function isInexact(text: string): boolean {
  return text.includes('***') || text.endsWith('…');
}

/** Returns what accepts all of these values, in the case language; null where nothing does. */
function commonExpectation(values: ResultObservation['values']): string | object | null {
  if (values.every(({ fact }) => fact?.kind === 'absent')) return { absent: true };
  const texts: readonly string[] = values.map(({ value }) => value);
  if (values.some(({ fact }) => fact) || texts.some(isInexact)) return null;
  if (texts.some((text) => /<[^<>]+>/.test(text))) return { matches: texts.map(shapePattern).join('|') };
  const [exact = '', ...more] = texts.map((text) => text.replaceAll('${', '$${'));
  return more.length === 0 ? exact : { 'one-of': [exact, ...more] };
}

function repliesPinned(
  { name, kind }: Operation,
  pinned: readonly Pinned[],
  exchanges: readonly Exchange[],
  { operations, packetResult }: Contract,
  day: string,
): object {
  const ofPacket = packetResult.fields.map((field) => field.name);
  const expected = (isOfPacket: boolean) => {
    const fields = pinned.filter(([field]) => ofPacket.includes(field) === isOfPacket);
    return fields.length === 0 ? undefined : Object.fromEntries(fields);
  };
  const sends = operations.flatMap((operation) => (operation.kind === 'send' ? [operation.name] : []));
  const canonical = exchanges.find(({ case: id, operation }) => id === 'canonical' && operation === name);
  const send = canonical?.steps.find(({ operation }) => sends.includes(operation))?.operation ?? sends[0];
  const steps = [
    { send, capture: { packet: 'PacketID' } },
    { call: name, with: { PacketId: `\${packet}` } },
  ];
  return {
    ...{ id: 'pinned-replies', operation: name, title: `${name} answers as it did on ${day}` },
    requirements: ['gaps.pinned-values'],
    ...(kind === 'report' ? { 'any-packet': true, steps } : {}),
    expect: defined({ packet: expected(true), 'each-delivery': expected(false) }),
  };
}

/** Returns a case for a binding over which every unknown packet was answered alike. */
function refusalPinned(
  { name }: Operation,
  binding: string,
  observed: readonly ResultObservation[],
  day: string,
): readonly object[] {
  const valuesOf = (wanted: string) => observed.find(({ what }) => what === wanted)?.values ?? [];
  const [seen, ...more] = valuesOf(`${UNKNOWN_PACKET} over ${binding}`);
  const answer = seen?.fact;
  if (answer?.kind !== 'answer' || answer.reply === 'unreadable' || more.length > 0) return [];
  const { status } = answer;
  const code = answer.code === undefined || isInexact(answer.code) ? undefined : answer.code;
  const texts = valuesOf(`${FAULT_TEXT} over ${binding}`);
  const text = texts.length === 1 ? commonExpectation(texts) : null;
  const parts = defined({ code, text: text ?? undefined });
  const fault = Object.keys(parts).length === 0 ? {} : { fault: parts };
  const title = `A packet that was never given is answered over ${binding} as on ${day}`;
  return [
    {
      ...{ id: `pinned-unknown-packet-${binding}`, operation: name, title },
      ...{ requirements: ['gaps.pinned-values', 'gaps.unknown-packet'], bindings: [binding] },
      with: { PacketId: { 'unique-id': 'unknown' } },
      expect: noted({ status, ...fault }, `as in ${seen?.example}`),
    },
  ];
}

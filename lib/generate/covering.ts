import { fill } from '../cases/plan/generate.ts';
import type { Contract, DeclaredValue, Parameter, SendOperation } from '../model/contract.ts';
import type { DeclaredCase, DeclaredStep, ValueClass } from '../model/exchange.ts';
import { groupedBy } from '../text/add-to.ts';

export interface ClassValue {
  /** Id of the class, or of the group of the classes that share it. */
  readonly slug: string;
  readonly value: DeclaredValue;
  readonly classes: readonly string[];
  readonly source: ValueClass['source'];
}

/** The facts that decide which values a parameter may have. */
export interface Coverable {
  readonly contract: Contract;
  /** Parameters that have a value of their own in every request. */
  readonly fixed: readonly string[];
  /** Whether recipients may be any text, because no message reaches a person. */
  readonly anyRecipient: boolean;
}

/** Names in the cases: of the variant, of the number of recipients, and of the packet that a send made. */
const [VARIANT, NUMBER] = ['value', 'number'];
export const PACKET = 'packet';

/** Texts that one list of recipients holds. */
const TEXTS_IN_LIST = 6;

/**
 * Returns the cases of a covering array: over their four bindings, each class is in each parameter of each send once,
 * except the ticket, and in the report of every operation that can read the packet. A case is named by what its message
 * holds, so that its id outlives changes of the catalogue. Pure.
 */
export function coveringCases(classes: readonly ValueClass[], coverable: Coverable): readonly DeclaredCase[] {
  const texts = textValues(classes).toSorted((a, b) => String(a.value).length - String(b.value).length);
  const lists = listValues(classes, texts);
  const sends = coverable.contract.operations.filter((operation) => operation.kind === 'send');
  return sends.flatMap((operation) => {
    const parameters = covered(operation, coverable);
    // Values of the parameters of one request are as far apart as possible.
    const stride = Math.max(1, Math.floor(texts.length / parameters.length));
    const hasList = parameters.some(({ type }) => type === 'list');
    const rows = Math.max(texts.length, hasList ? lists.length : 0);
    return Array.from({ length: rows }, (_, row) => {
      const filled = parameters.flatMap((parameter, place) => {
        // Long lists come with short messages: each of their delivery results repeats the message.
        const value = parameter.type === 'list' ? lists[row] : texts[(row + place * stride) % texts.length];
        return value ? [{ parameter, value }] : [];
      });
      return valuesCase(operation, filled, coverable.contract, 'values', filled[0]?.value.slug ?? '');
    });
  });
}

/** Returns every text of the catalogue: the whole texts, and a text for each group of parts. */
export function textValues(classes: readonly ValueClass[]): readonly ClassValue[] {
  const whole = classes.flatMap(({ id, text, source }) => {
    if (text === undefined) return [];
    return [{ slug: id, value: literal(wholeText(text)), classes: [id], source }];
  });
  const shared = [...groupedBy(classes, ({ group }) => group)].map(([slug, members]) => ({
    slug,
    value: literal(joined(members.map(({ inside = '' }) => inside))),
    classes: members.map(({ id }) => id),
    source: members[0].source,
  }));
  return [...shared, ...whole];
}

/** Returns the text of a class of whole texts. */
export function wholeText(text: NonNullable<ValueClass['text']>): string {
  return typeof text === 'string' ? text : fill(text.fill, text.length);
}

/** Joins parts to a text with letters around each, so that no part is at an end or touches the next. */
export function joined(parts: readonly string[]): string {
  const letterAt = (place: number) => String.fromCharCode(97 + (place % 26));
  return parts.map((part, place) => `${letterAt(place)}${part}`).join('') + letterAt(parts.length);
}

/** Writes a text for a case, without references. */
export function literal(text: string): string {
  return text.replaceAll('${', () => '$${');
}

/** Returns the lists of recipients: numbers, the last class first, then ways to write a number, then other texts. */
export function listValues(classes: readonly ValueClass[], texts: readonly ClassValue[]) {
  const valuesOf = (key: 'numbers' | 'number') =>
    classes.flatMap(({ id, source, [key]: value }) =>
      value === undefined ? [] : [{ slug: id, value, classes: [id], source }],
    );
  return [...valuesOf('numbers').toReversed(), ...inLists(valuesOf('number')), ...inLists(texts)];
}

/** Splits texts into lists of `TEXTS_IN_LIST`. */
function inLists(texts: readonly ClassValue[]): readonly ClassValue[] {
  const [first] = texts;
  if (!first) return [];
  const items = texts.slice(0, TEXTS_IN_LIST);
  const value = items.map((item) => String(item.value));
  const list = { ...first, value, classes: items.flatMap((item) => item.classes) };
  return [list, ...inLists(texts.slice(TEXTS_IN_LIST))];
}

/** Returns the parameters of a send that carry classes, the message first. */
export function covered({ parameters }: SendOperation, { fixed, anyRecipient }: Coverable) {
  const left: readonly Parameter['role'][] = anyRecipient ? ['ticket'] : ['ticket', 'recipients'];
  const open = parameters.filter(({ name, role }) => !left.includes(role) && !fixed.includes(name));
  return open.toSorted((a, b) => Number(b.role === 'text') - Number(a.role === 'text'));
}

type Filled = readonly { readonly parameter: Parameter; readonly value: ClassValue }[];

/** Returns a case that puts values into the parameters of a send, and reports on the packet. */
export function valuesCase(
  operation: SendOperation,
  filled: Filled,
  contract: Contract,
  id: string,
  variant: string,
): DeclaredCase {
  return {
    ...{ id, aliases: [], operation: operation.name, level: 'gap', levels: {}, tags: [id] },
    title: 'Values that break software come back as they were sent, in the reply and in every report',
    because:
      'which texts and lists a service takes is not shown (§4.6, §7, §8); what it takes comes back (§2.2)',
    requirements: ['gaps.accepted-texts'],
    bindings: contract.bindings.map((binding) => binding.id),
    matrix: { [VARIANT]: { [variant]: '' } },
    generate: { [NUMBER]: { number: 'country' } },
    steps: stepsWith(operation, filled, contract),
    expect: { sameContent: false, packet: {}, eachDelivery: {} },
    carries: filled.map(({ parameter, value }) => ({ parameter: parameter.name, classes: value.classes })),
    source: filled[0]?.value.source ?? { file: 'cases/values.yaml', line: 1, column: 1 },
  };
}

/** Returns a send, and a report by every operation that can read its packet: on the path base of the send or of no send. */
export function stepsWith(send: SendOperation, filled: Filled, contract: Contract): readonly DeclaredStep[] {
  const { operations, packetResult } = contract;
  const reports = operations.filter((operation) => operation.kind === 'report');
  const paths = operations.flatMap(({ kind, path }) => (kind === 'send' ? [path] : []));
  const samePath = reports.filter(({ path }) => path === send.path);
  const readers = [...samePath, ...reports.filter(({ path }) => !paths.includes(path))];
  return [
    {
      operation: send.name,
      over: 'same',
      with: Object.fromEntries(filled.map(({ parameter, value }) => [parameter.name, value.value])),
      capture: { [PACKET]: { field: packetResult.identifier } },
    },
    ...readers.map((report) => ({
      operation: report.name,
      over: 'same',
      with: { [report.packet.name]: `\${${PACKET}}` },
      // The contract does not say that other operations know the packet of a single-shot send.
      ...((samePath.length === 0 || samePath.includes(report)) && { level: 'must' as const }),
      capture: {},
    })),
  ];
}

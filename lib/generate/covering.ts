import { fill } from '../cases/plan/generate.ts';
import type { Contract, DeclaredValue, Parameter, SendOperation } from '../model/contract.ts';
import type { DeclaredCase, DeclaredStep, ValueClass } from '../model/exchange.ts';
import { groupedBy } from '../text/add-to.ts';

/** A value with the classes that it is of. */
export interface ClassValue {
  /** Id of the class, or of the group of the classes that share it. */
  readonly slug: string;
  readonly value: DeclaredValue;
  readonly classes: readonly string[];
  readonly source: ValueClass['source'];
}

/** What decides which values may be put into which parameters. */
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
  const sends = coverable.contract.operations.filter((one) => one.kind === 'send');
  return sends.flatMap((operation) => {
    const parameters = covered(operation, coverable);
    // Parameters of one request differ in their values by as much as there is room for.
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

/** Every text of the catalogue: the whole ones, and one for each group of parts. */
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

/** The text of a class that is a whole one. */
export function wholeText(text: NonNullable<ValueClass['text']>): string {
  return typeof text === 'string' ? text : fill(text.fill, text.length);
}

/** Puts parts into one text, with letters around each of them, so that none is at an end or touches the next. */
export function joined(parts: readonly string[]): string {
  const letterAt = (place: number) => String.fromCharCode(97 + (place % 26));
  return parts.map((part, place) => `${letterAt(place)}${part}`).join('') + letterAt(parts.length);
}

/** A text as a case writes it: it refers to nothing. */
export function literal(text: string): string {
  return text.replaceAll('${', () => '$${');
}

/** The lists of recipients: those of numbers, the last first, then ways to write a number, then texts that are none. */
export function listValues(classes: readonly ValueClass[], texts: readonly ClassValue[]) {
  const valuesOf = (key: 'numbers' | 'number') =>
    classes.flatMap(({ id, source, [key]: value }) =>
      value === undefined ? [] : [{ slug: id, value, classes: [id], source }],
    );
  return [...valuesOf('numbers').toReversed(), ...inLists(valuesOf('number')), ...inLists(texts)];
}

/** Lists of so many texts each. */
function inLists(texts: readonly ClassValue[]): readonly ClassValue[] {
  const [first] = texts;
  if (!first) return [];
  const some = texts.slice(0, TEXTS_IN_LIST);
  const value = some.map((one) => String(one.value));
  const list = { ...first, value, classes: some.flatMap((one) => one.classes) };
  return [list, ...inLists(texts.slice(TEXTS_IN_LIST))];
}

/** The parameters of a send that carry classes, the message first. */
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

/** Returns a send, and a report by every operation that can read its packet: that of its path base, and that of no send's. */
export function stepsWith(send: SendOperation, filled: Filled, contract: Contract): readonly DeclaredStep[] {
  const { operations, packetResult } = contract;
  const reports = operations.filter((one) => one.kind === 'report');
  const paths = operations.flatMap(({ kind, path }) => (kind === 'send' ? [path] : []));
  const own = reports.filter(({ path }) => path === send.path);
  const readers = [...own, ...reports.filter(({ path }) => !paths.includes(path))];
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
      // That another operation knows the packet of a single-shot send is not said.
      ...((own.length === 0 || own.includes(report)) && { level: 'must' as const }),
      capture: {},
    })),
  ];
}

import type { XmlElement } from '../../../model/judging/document.ts';
import type { RequestEvidence } from '../../../model/judging/evidence.ts';
import type { Breach, Value } from '../../../model/judging/finding.ts';
import { groupedBy } from '../../../text/add-to.ts';
import { nearest } from '../../../text/nearest.ts';
import { elementsOf, expandedName, firstInBody, textOf, XSI } from '../../../wire/xml/tree.ts';
import { rule, ruleWhen } from '../rule.ts';
import { listed, nameOf, quoted, words } from '../values.ts';

type Carried = ReturnType<typeof carriedParameters>[number];

/**
 * The parameters that the request's bytes carry, in wire order, each with its name and namespace also as one text, its texts,
 * the list's children over SOAP, and whether it is xsi:nil, which carries no value. The fields of a name are one list.
 */
export function carriedParameters({ readBack, binding }: Pick<RequestEvidence, 'readBack' | 'binding'>) {
  if (binding.envelope !== undefined) {
    const element = firstInBody(readBack.root);
    return (element ? elementsOf(element) : []).map((child) => {
      const items = elementsOf(child);
      const texts = items.length > 0 ? items.map(textOf) : [textOf(child)];
      const nil = child.attributes.some(
        ({ uri, local, value }) => uri === XSI && local === 'nil' && /^(?:true|1)$/.test(value),
      );
      return { name: expandedName(child), uri: child.uri, local: child.local, texts, items, nil };
    });
  }
  const items: readonly XmlElement[] = [];
  return [...groupedBy(readBack.fields, ([name]) => name)].map(([name, fields]) => {
    const texts = fields.map(([, value]) => value);
    return { name, uri: '', local: name, texts, items, nil: false };
  });
}

/** Names the parameter that is missing, and the one that was likely sent in its place. */
function slipIn([missing]: readonly { readonly name: string }[], strange: readonly string[]) {
  const field = missing?.name ?? '';
  const slip = nearest(field, strange);
  return { field, ...(slip !== undefined && { slip }) };
}

/** Two numbers in one text, which a list would have apart. */
const JOINED = /\d[ \t]*[,;\r\n]\s*\+?\d/;

/** What the contract leaves open (§2, "type string"): a text may hold several numbers, and is rarely meant to. */
function joinedNumbers(
  { operation, values, binding }: Pick<RequestEvidence, 'operation' | 'values' | 'binding'>,
  carried: readonly Carried[],
): readonly Breach[] {
  return operation.parameters.flatMap(({ name, role, type }) => {
    if (role !== 'recipients') return [];
    const found = carried.find(({ local }) => local === name);
    // What differs from what was meant is a breach, and so is a list without elements.
    const isMeant = JSON.stringify(found?.texts) === JSON.stringify([values[name]].flat());
    const isItems = type === 'string' || binding.envelope === undefined || found?.items.length;
    const joined = isMeant && isItems ? found?.texts.find((text) => JOINED.test(text)) : undefined;
    if (joined === undefined) return [];
    const expected = 'one number in each text';
    return [{ path: name, expected, actual: quoted(joined), names: { field: name }, level: 'gap' as const }];
  });
}

function leftOpen(some: readonly { readonly name: string }[], how: string): readonly Breach[] {
  if (some.length === 0) return [];
  const expected = some.map(({ name }) => name).join(', ');
  return [{ path: 'parameters', expected, actual: how, level: 'gap' }];
}

/** A text of several numbers is what the request made of the list, and never what was meant. */
function listText(each: Value, wanted: readonly string[]): Value {
  const isJoined = wanted.some((text) => /[,;\s]/.test(text));
  return isJoined ? words`one ${each} for each number` : words`one ${each} each for ${textsOf(wanted)}`;
}

function textsOf(texts: readonly string[]): Value {
  return listed(texts.map(quoted));
}

/** Over SOAP, a list without children may be a text. */
function textShown(all: readonly string[], items: readonly string[]): Value {
  return items.length === 0 && all.join('') !== '' ? words`the text ${textsOf(all)}` : textsOf(items);
}

export const requestParametersRules = [
  /**
   * One child element or field per parameter, named as in the tables, with the value of the case (contract §4.1
   * table, §4.2 to §4.5, §5 sentence 1). The contract leaves open which parameters but the ticket may be absent or nil
   * (§4.6), and their order. A parameter that `values` has is not to be absent.
   */
  rule('request/parameters', 'must', 'request', (evidence): readonly Breach[] => {
    const { operation, binding, target, values } = evidence;
    const soap = binding.envelope !== undefined;
    const carried = carriedParameters(evidence);
    const all = operation.parameters.map(({ name, type, role }) => {
      const inWire = { uri: soap ? target.namespace : '', local: name };
      const found = carried.find(
        (one) => one.name === expandedName(inWire) && !(role === 'ticket' && one.nil),
      );
      return { name, type, role, inWire, found, value: values[name] };
    });
    const strange = carried
      .map(({ local }) => local)
      .filter((local) => !all.some(({ name }) => name === local));
    const open = all.filter(({ name, found, value, role }) => {
      // One that is written otherwise is not left out.
      return !found && value === undefined && role !== 'ticket' && nearest(name, strange) === undefined;
    });
    const due = all.filter((one) => {
      // An empty list is an empty element over SOAP and no field at all elsewhere.
      const isEmptyList = !soap && one.type === 'list' && one.value?.length === 0;
      return !open.includes(one) && !isEmptyList;
    });
    const expected = due.map(({ inWire }) => expandedName(inWire));
    const actual = carried.map(({ name }) => name);
    const inTable = () => ({
      path: 'parameters',
      expected: listed(due.map(({ inWire }) => nameOf(inWire))),
      actual: listed(carried.map(nameOf)),
    });
    const missing = due.filter(({ found }) => !found);
    if (missing.length === 1) return [{ ...inTable(), names: slipIn(missing, strange) }];
    const isOrdered = expected.join('\n') === actual.join('\n');
    if (missing.length > 0) return [inTable()];
    if (!isOrdered && expected.toSorted().join('\n') !== actual.toSorted().join('\n')) return [inTable()];
    // A schema of SOAP has a sequence; fields are known by their names alone.
    const isDisordered = soap && !isOrdered;
    return [
      ...(isDisordered ? [{ ...inTable(), level: 'gap' } as const] : []),
      ...leftOpen(open, 'absent'),
      ...leftOpen(
        carried.filter(({ nil }) => nil),
        'xsi:nil',
      ),
      ...joinedNumbers(evidence, carried),
      // Stryker disable next-line ArrayDeclaration: for the types only: what is carried has a value
      ...all.flatMap(({ name, type, found, value = [] }) => {
        if (!found || type !== 'string') return [];
        const { texts, items } = found;
        if (texts.length === 1 && texts[0] === value && items.length === 0) return [];
        const shown = items.length > 0 ? words`elements ${listed(items.map(nameOf))}` : textsOf(texts);
        return [{ path: name, expected: textsOf([value].flat()), actual: shown, names: { field: name } }];
      }),
    ];
  }),
  /** A list is one element with repeated `string` children over SOAP, one field per item elsewhere (contract §4.1 rule 4). */
  ruleWhen(
    // Stryker disable next-line ConditionalExpression,EqualityOperator,ArrowFunction: an operation without a list has nothing to find
    ({ operation }) => operation.parameters.some(({ type }) => type === 'list'),
  )('request/list', 'must', 'request', (evidence) => {
    const { operation, binding, target, values } = evidence;
    const soap = binding.envelope !== undefined;
    const inWire = (local: string) => ({ uri: soap ? target.namespace : '', local });
    const item = inWire('string');
    const carried = carriedParameters(evidence);
    return operation.parameters.flatMap(({ name, type }) => {
      const found = carried.find((one) => one.name === expandedName(inWire(name)));
      if (type !== 'list' || (!found && values[name] === undefined)) return [];
      const { texts: all, items } = found ?? { texts: [], items: [] };
      const texts = soap && items.length === 0 ? [] : all;
      const isRight = !soap || items.every((one) => expandedName(one) === expandedName(item));
      // Stryker disable next-line ArrayDeclaration: for the types only: what is carried has a value
      const wanted = [values[name] ?? []].flat();
      if (isRight && JSON.stringify(texts) === JSON.stringify(wanted)) return [];
      const expected = listText(soap ? words`${nameOf(item)} child` : `field ${name}`, wanted);
      const shown = textShown(all, texts);
      const actual = isRight ? shown : listed(items.map(nameOf));
      return [{ path: name, expected, actual, names: { field: name } }];
    });
  }),
] as const;

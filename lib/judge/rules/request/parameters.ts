import type { XmlElement } from '../../../model/judging/document.ts';
import type { RequestEvidence } from '../../../model/judging/evidence.ts';
import type { About, Breach, Value } from '../../../model/judging/finding.ts';
import { groupedBy } from '../../../text/add-to.ts';
import { defined } from '../../../text/defined.ts';
import { listed, nameOf, numberOf, quoted, words } from '../../../text/finding-value.ts';
import { nearest } from '../../../text/nearest.ts';
import { elementsOf, expandedName, firstInBody, isNamed, textOf, XSI } from '../../../wire/xml/tree.ts';
import { rule, ruleWhen } from '../rule.ts';

/** Returns the parameters that a request carries, in wire order; over SOAP with the children of lists, and whether they are nil. */
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

/** Pairs each parameter of the operation with its name and its texts in the request. */
export function parametersOf(evidence: RequestEvidence) {
  const { operation, binding, target, values } = evidence;
  const soap = binding.envelope !== undefined;
  const uri = soap ? target.namespace : '';
  const every = carriedParameters(evidence);
  const isIndexed = ({ local }: (typeof every)[0]) =>
    !soap &&
    INDEXED.test(local) &&
    operation.parameters.some(({ name, type }) => type === 'list' && name === local.replace(INDEXED, ''));
  const indexed = every.filter(isIndexed);
  const carried = every.filter((parameter) => !isIndexed(parameter));
  const all = operation.parameters.map((parameter) => {
    const inWire = { uri, local: parameter.name };
    const found = carried.find((sent) => sent.name === expandedName(inWire));
    // The contract lets any parameter but the ticket be nil.
    const isThere = parameter.role !== 'ticket' || !found?.nil;
    return { inWire, found: isThere ? found : undefined, value: values[parameter.name], ...parameter };
  });
  return { soap, uri, carried, all, indexed };
}

/** Two numbers in one text, which a list would have apart, or a list as JSON and Python write it. */
const JOINED = /\d["']?[ \t]*[,;\r\n]\s*["']?\+?\d|^\s*["'[{].*\d/s;

/** `GsmNumbers[]`, `GsmNumbers[0]` and `GsmNumbers.0`, as libraries of axios, PHP and jQuery write a list. */
const INDEXED = /(?:\[\w*\]|\.\d+)+$/;

/** Names the change of a value, such as lost zeros: each change has its own advice. */
function changeNames(
  wanted: string | readonly string[],
  actual: string | undefined,
  soap: boolean,
): Pick<About, 'written'> {
  const text = typeof wanted === 'string' ? wanted : '';
  if (actual === undefined || text === actual) return {};
  if (!soap && text.replaceAll('+', ' ') === actual) return { written: { as: 'plus', text: actual } };
  if (/^\+?0/.test(text) && text.replace(/^\+?0+/, '') === actual)
    return { written: { as: 'zeros', text: actual } };
  return text.trim() === actual.trim() ? { written: { as: 'trimmed', text: actual } } : {};
}

/** Finds recipients that the contract leaves open (§2, "type string"): a text may hold several numbers, but rarely on purpose. */
function joinedNumbers({ all, soap }: ReturnType<typeof parametersOf>): readonly Breach[] {
  return all.flatMap(({ name, role, type, found, value }) => {
    if (role !== 'recipients' || !found) return [];
    // What differs from what was meant is a breach, and so is a list without elements.
    const isMeant = JSON.stringify(found.texts) === JSON.stringify([value].flat());
    const isItems = type === 'string' || !soap || found.items.length > 0;
    if (!isMeant || !isItems) return [];
    const text = found.texts.find((each) => JOINED.test(each));
    if (text === undefined) return [];
    const expected = 'one number in each text';
    return [{ path: name, expected, actual: quoted(text), about: { field: name }, level: 'gap' }];
  });
}

function leftOpen(open: readonly { readonly name: string }[], how: string): readonly Breach[] {
  if (open.length === 0) return [];
  const expected = open.map(({ name }) => name).join(', ');
  return [{ path: 'parameters', expected, actual: how, level: 'gap' }];
}

/** Says how a list is expected. A text of several numbers is what the request made of the list, never what was meant. */
function listText(each: Value, wanted: readonly string[]): Value {
  const isJoined = wanted.some((text) => /[,;\s]/.test(text));
  return isJoined ? words`one ${each} for each number` : words`one ${each} each for ${quotedList(wanted)}`;
}

function quotedList(texts: readonly string[]): Value {
  return listed(texts.map(quoted));
}

/** Shows the texts of a list; over SOAP, a list without children may be a text. */
function textShown(all: readonly string[], items: readonly string[]): Value {
  return items.length === 0 && all.join('') !== '' ? words`the text ${quotedList(all)}` : quotedList(items);
}

export const requestParametersRules = [
  /**
   * One child element or field per parameter, with the value of the case (contract §4.1 table, §4.2 to §4.5, §5 sentence 1).
   * The contract leaves open which but the ticket may be absent or nil (§4.6), unless the case has a value, and their order.
   */
  rule('request/parameters', 'must', 'request', ['content'], (evidence): readonly Breach[] | null => {
    const sent = parametersOf(evidence);
    // The envelope has a rule of its own.
    if (sent.soap && !firstInBody(evidence.readBack.root)) return null;
    const { soap, carried, indexed } = sent;
    // So has a list.
    const all = sent.all.filter(({ type, found }) => found || type !== 'list' || indexed.length === 0);
    const strange = carried
      .map(({ local }) => local)
      .filter((local) => !all.some(({ name }) => name === local));
    const open = all.filter(({ name, found, value, role }) => {
      // One that is written otherwise is not left out.
      return !found && value === undefined && role !== 'ticket' && nearest(name, strange) === undefined;
    });
    const due = all.filter((parameter) => {
      // An empty list is an empty element over SOAP and no field at all elsewhere; a list with another name is not empty.
      const isEmptyList =
        !soap && parameter.type === 'list' && parameter.value?.length === 0 && strange.length === 0;
      return !open.includes(parameter) && !isEmptyList;
    });
    const inTable = () => ({
      path: 'parameters',
      expected: listed(due.map(({ inWire }) => nameOf(inWire))),
      actual: listed(carried.map(nameOf)),
    });
    const [missing, ...others] = due.filter(({ found }) => !found);
    if (missing && others.length === 0) {
      // The one that was likely sent in its place.
      const slip = nearest(missing.name, strange);
      if (slip === undefined && carried.length === due.length - 1) {
        const about = { field: missing.name, written: { as: 'missing', text: missing.name } } as const;
        return [{ path: missing.name, expected: nameOf(missing.inWire), actual: 'none', about }];
      }
      const written = slip === undefined ? undefined : ({ as: 'slip', text: slip } as const);
      return [{ ...inTable(), about: defined({ field: missing.name, written }) }];
    }
    if (missing || carried.length !== due.length) return [inTable()];
    // A schema of SOAP has a sequence; fields are known by their names alone.
    const isDisordered = soap && due.some(({ found }, index) => found !== carried[index]);
    return [
      ...(isDisordered ? [{ ...inTable(), level: 'gap' } as const] : []),
      // What a send to nobody lacks has a rule of its own.
      ...leftOpen(
        open.filter(({ role }) => role !== 'recipients'),
        'absent',
      ),
      ...leftOpen(
        carried.filter(({ nil }) => nil),
        'xsi:nil',
      ),
      ...joinedNumbers(sent),
      // Stryker disable next-line ArrayDeclaration: for the types only: what is carried has a value
      ...all.flatMap(({ name, type, found, value = [] }) => {
        if (!found || type !== 'string') return [];
        const { texts, items } = found;
        if (texts.length === 1 && texts[0] === value && items.length === 0) return [];
        const shown = items.length > 0 ? words`elements ${listed(items.map(nameOf))}` : quotedList(texts);
        const about = {
          field: name,
          ...changeNames(value, items.length > 0 ? undefined : texts[0], sent.soap),
        };
        return [{ path: name, expected: quotedList([value].flat()), actual: shown, about }];
      }),
    ];
  }),
  /** A list is one element with repeated `string` children over SOAP, one field per item elsewhere (contract §4.1 rule 4). */
  ruleWhen(
    // Stryker disable next-line ConditionalExpression,EqualityOperator,ArrowFunction: an operation without a list has nothing to find
    ({ operation }) => operation.parameters.some(({ type }) => type === 'list'),
  )('request/list', 'must', 'request', ['content'], (evidence) => {
    const { soap, uri, all, indexed } = parametersOf(evidence);
    if (soap && !firstInBody(evidence.readBack.root)) return null;
    const [first] = indexed;
    if (first) {
      const field = first.local.replace(INDEXED, '');
      const actual = words`${numberOf(indexed.length, 'field')} such as ${first.name}`;
      return [
        {
          path: field,
          expected: words`field ${field}`,
          actual,
          about: { field, written: { as: 'indexed', text: first.name } },
        },
      ];
    }
    return all.flatMap(({ name, type, found, value }) => {
      if (type !== 'list' || (!found && value === undefined)) return [];
      const { texts: all, items } = found ?? { texts: [], items: [] };
      const texts = soap && items.length === 0 ? [] : all;
      const isRight = !soap || items.every((item) => isNamed(item, uri, 'string'));
      // Stryker disable next-line ArrayDeclaration: for the types only: what is carried has a value
      const wanted = [value ?? []].flat();
      if (isRight && JSON.stringify(texts) === JSON.stringify(wanted)) return [];
      const each = soap ? words`${nameOf({ uri, local: 'string' })} child` : `field ${name}`;
      const actual = isRight ? textShown(all, texts) : listed(items.map(nameOf));
      const changed =
        texts.length === wanted.length
          ? wanted.map((text, index) => changeNames(text, texts[index], soap))
          : [];
      const about = { field: name, ...changed.find((change) => Object.keys(change).length > 0) };
      return [{ path: name, expected: listText(each, wanted), actual, about }];
    });
  }),
] as const;

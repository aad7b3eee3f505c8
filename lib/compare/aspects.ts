import { bindings } from '../bindings/index.ts';
import { faultElements, withoutPrefix } from '../bindings/soap/fault.ts';
import type { Contract } from '../model/contract.ts';
import type { Located, XmlElement } from '../model/judging/document.ts';
import type { Call, HeaderList, WireResponse } from '../model/judging/wire.ts';
import { shortHash } from '../plan/generate.ts';
import type { RecordedCall } from '../recording/read-har.ts';
import { bodyText } from '../rules/http/body-text.ts';
import { readContentType } from '../rules/http/content-type.ts';
import { allText } from '../rules/shown.ts';
import { addTo } from '../text/add-to.ts';
import { counted } from '../text/counted.ts';
import { shapeOf } from '../text/shapes.ts';
import { decodeBytes } from '../xml/decode-bytes.ts';
import { parseXml } from '../xml/parse.ts';
import { elementsOf, expandedName, textOf } from '../xml/tree.ts';
import type { AspectKind } from './comparison.ts';
import { AS_SENT, type Meanings, withoutNoise } from './noise.ts';

/** One thing that can be said of a reply, comparable with the same of another reply. */
export interface Aspect {
  readonly kind: AspectKind;
  /** Such as `PacketStatus` or `header Server`. */
  readonly field: string;
  /**
   * Place of the delivery result by its recipient, from 0. What is said of a place is compared only where both replies have
   * it: how many there are is an aspect of its own.
   */
  readonly at?: number;
  readonly value: string;
}

/** A reply in short and in full. */
export interface ReplyAspects {
  /** How far it is a reply of the contract: replies of different kinds are compared by their summaries alone. */
  readonly kind: 'packet' | 'fault' | 'error' | 'none';
  /** One line, such as `200 NotFound, no delivery results`. */
  readonly summary: string;
  readonly aspects: readonly Aspect[];
}

/**
 * Says everything about a reply that a comparison looks at: status, media type, fault and fields by meaning; prefixes,
 * white space, headers by surface (contract §2, §4.1 rule 3, §7).
 *
 * @param meanings what values of this exchange stand for, so that a generated key is no difference
 */
export function aspectsOf(
  recorded: RecordedCall,
  call: Call,
  contract: Contract,
  meanings: Meanings,
): ReplyAspects {
  if (recorded.outcome.kind === 'failure') {
    const { code } = recorded.outcome.failure;
    return { kind: 'none', summary: `no response: ${code}`, aspects: [meaning('answer', code)] };
  }
  const { response } = recorded.outcome;
  const type = readContentType(response);
  const { text, encoding, encodingFrom } = decodeBytes(response.body, type.ok ? type.value.charset : null);
  const xml = text === null ? undefined : parseXml(text);
  const root = xml?.kind === 'document' ? xml.root : undefined;
  const carried = [
    surface('encoding', encodingFrom === 'bom' ? `${encoding} with a byte order mark` : encoding),
    ...carriedBy(response, type),
    ...surfaceOf(text ?? '', root),
    ...headersOf(response.headers),
  ];
  const { status } = response;
  const namespace = call.target.namespace || (root?.uri ?? '');
  const anatomy =
    root && bindings[call.binding.id].decode(root, { operation: call.operation, contract, namespace });
  const fault = anatomy?.soap?.fault;
  if (fault) {
    const { code, reason } = faultOf(fault, meanings);
    return {
      kind: 'fault',
      summary: `${status} fault ${code} ${JSON.stringify(reason)}`,
      aspects: [...carried, meaning('fault code', code), meaning('fault text', reason)],
    };
  }
  if (!anatomy?.payload) {
    const shown = textShown(text ?? '', recorded.request, contract, meanings);
    const summary = `${status}${errorSummary({ text: text ?? '', shown, root }, type, call)}`;
    return { kind: 'error', summary, aspects: [...carried, meaning('text', shown)] };
  }
  const { uri } = anatomy.payload.element;
  if (call.binding.envelope !== undefined)
    carried.push(meaning('namespace of the envelope', root?.uri || 'none'));
  carried.push(meaning('elements around the result', anatomy.payload.path.replace(/\[\d+\]/g, '')));
  carried.push(meaning('namespace', uri === call.target.namespace ? 'as called' : uri || 'none'));
  carried.push(...structureOf(anatomy.root.element, call, contract));
  const packet = packetOf(anatomy.payload, contract, meanings);
  return {
    kind: 'packet',
    summary: `${status} ${packet.summary}`,
    aspects: [...carried, ...packet.aspects],
  };
}

/** A page of HTML is told by its headings, as findings tell it; other XML by its root, the same for every operation. */
function errorSummary(
  {
    text,
    shown,
    root,
  }: { readonly text: string; readonly shown: string; readonly root: XmlElement | undefined },
  type: ReturnType<typeof readContentType>,
  { operation }: Call,
): string {
  const said = bodyText(text);
  if (said.startsWith('HTML page: ')) return ` ${said}`;
  if (root) return ` document ${expandedName(root).replace(operation.name, '<operation>')}`;
  return shown === ''
    ? ', empty'
    : ` ${type.ok ? type.value.essence : 'no media type'} ${JSON.stringify(shown)}`;
}

/** Characters of a text that is no packet result. */
const MOST_SHOWN = 300;

/**
 * A text that is no packet result, its own address left out. Of a description of the service, such as its WSDL, all of it
 * is compared, and of any other text the beginning.
 */
function textShown(
  text: string,
  { method, url }: RecordedCall['request'],
  { operations }: Contract,
  meanings: Meanings,
): string {
  const { origin, pathname, host } = url;
  const own = text.replaceAll(`${origin}${pathname}`, '<address>').replaceAll(host, '<host>');
  const said = withoutNoise(own.replace(/\s+/g, ' ').trim(), meanings);
  const isDescription = method === 'GET' && operations.some(({ path }) => pathname.endsWith(path));
  if (said.length <= MOST_SHOWN || !isDescription) return said.slice(0, MOST_SHOWN);
  return `${said.slice(0, MOST_SHOWN)}… (${said.length} characters, ${shortHash(said)})`;
}

function meaning(field: string, value: string, at?: number): Aspect {
  return { kind: 'meaning', field, value, ...(at === undefined ? {} : { at }) };
}

function surface(field: string, value: string): Aspect {
  return { kind: 'surface', field, value };
}

function carriedBy(response: WireResponse, type: ReturnType<typeof readContentType>): readonly Aspect[] {
  return [
    meaning('status', String(response.status)),
    meaning('media type', type.ok ? type.value.essence : type.error),
    meaning('charset', (type.ok && type.value.charset?.toLowerCase()) || 'none'),
    surface('reason phrase', response.reason || 'none'),
    surface('status line', response.oddStatusLine === undefined ? 'of HTTP/1.1' : response.oddStatusLine),
    surface('bytes behind the response', response.behind?.length ? 'some' : 'none'),
  ];
}

function faultOf(
  { element }: Located,
  meanings: Meanings,
): { readonly code: string; readonly reason: string } {
  const { code, reason } = faultElements(element);
  return {
    code: withoutPrefix(code ? allText(code) : 'none'),
    reason: withoutNoise(reason ? allText(reason) : '', meanings),
  };
}

function packetOf(
  { element }: Located,
  contract: Contract,
  meanings: Meanings,
): { readonly summary: string; readonly aspects: readonly Aspect[] } {
  const aspects: Aspect[] = [];
  let items: readonly XmlElement[] = [];
  const words: string[] = [];
  for (const field of contract.packetResult.fields) {
    const found = elementsOf(element).filter(({ local }) => local === field.name);
    if (field.type === 'string') {
      const value = fieldValue(found, field.name, meanings);
      aspects.push(meaning(field.name, value));
      if (field.role === undefined) words.push(value);
      continue;
    }
    items = found.flatMap(elementsOf);
    aspects.push(meaning(field.name, listValue(found.length, items.length, meanings)));
    words.push(
      items.length === 0 ? `no ${field.name}` : `${field.name} ${countText(items.length, meanings)}`,
    );
  }
  const places = placesOf(items, meanings);
  if (items.length > 1) {
    const inOrder = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
    aspects.push(meaning('order of delivery results', inOrder ? 'as sent' : 'another', 0));
  }
  for (const [index, item] of items.entries()) {
    const at = places[index] ?? index;
    for (const { name } of contract.deliveryResult.fields) {
      const found = elementsOf(item).filter(({ local }) => local === name);
      const value = fieldValue(found, name, meanings);
      const isAnother =
        name === meanings.recipients.field &&
        value === AS_SENT &&
        textOfFirst(found) !== meanings.recipients.numbers[at];
      aspects.push(meaning(name, isAnother ? 'another recipient' : value, at));
    }
  }
  return { summary: words.join(', '), aspects };
}

function textOfFirst([first]: readonly XmlElement[]): string {
  return first ? textOf(first) : '';
}

/**
 * What is in a reply besides what the contract describes: other elements, other namespaces, text beside elements. What
 * stands outside the Body is surface: SOAP lets anybody add it.
 */
function structureOf(root: XmlElement, call: Call, contract: Contract): readonly Aspect[] {
  const { operation, binding, target } = call;
  const { packetResult, deliveryResult } = contract;
  const fields = [...packetResult.fields, ...deliveryResult.fields].map(({ name }) => name);
  const items = packetResult.fields.flatMap((field) => (field.type === 'list' ? [field.item] : []));
  const own = [
    `${operation.name}Response`,
    `${operation.name}Result`,
    packetResult.element,
    ...items,
    ...fields,
  ];
  const namespace = target.namespace || root.uri;
  const told = (elements: readonly XmlElement[]) => ({
    'other elements': elements.filter(({ local }) => !own.includes(local)).map(expandedName),
    'elements in another namespace': elements
      .filter(({ local, uri }) => own.includes(local) && uri !== namespace)
      .map(expandedName),
    'text beside elements': elements
      .filter((element) => elementsOf(element).length > 0 && textOf(element).trim() !== '')
      .map(({ local }) => local),
  });
  const listed = (names: readonly string[]) => [...new Set(names)].join(', ') || 'none';
  const isBody = ({ local }: XmlElement) => local === 'Body';
  const body = binding.envelope === undefined ? root : elementsOf(root).find(isBody);
  const inside = body ? [...(body === root ? [] : [body]), ...elementsOf(body).flatMap(allElements)] : [];
  const outside =
    body === root
      ? []
      : [
          root,
          ...elementsOf(root)
            .filter((one) => one !== body)
            .flatMap(allElements),
        ];
  return [
    ...Object.entries(told(inside)).map(([field, names]) => meaning(field, listed(names))),
    meaning('repeated elements', listed(repeated(inside, items))),
    ...Object.entries(told(outside)).map(([field, names]) =>
      surface(`${field} outside the Body`, listed(names)),
    ),
  ];
}

/** Names of elements that occur again in their parent; what a list may repeat, and fields, are told elsewhere. */
function repeated(elements: readonly XmlElement[], items: readonly string[]): readonly string[] {
  return elements.flatMap((element) => {
    const names = elementsOf(element).map(({ local }) => local);
    return names.filter((name, index) => names.indexOf(name) < index && !items.includes(name));
  });
}

function listValue(lists: number, items: number, meanings: Meanings): string {
  if (lists === 0) return 'absent';
  return lists === 1 ? countText(items, meanings) : `${lists} lists, ${countText(items, meanings)}`;
}

/** How many delivery results there are, beside the recipients where those are known. */
function countText(count: number, { recipients: { numbers } }: Meanings): string {
  if (count === 0) return 'none';
  if (numbers.length === 0) return String(count);
  return count === numbers.length
    ? 'one for each recipient'
    : `${count} for ${counted(numbers.length, 'recipient')}`;
}

/**
 * Places of delivery results by their recipient, so that another order is one difference; those that name no recipient, or
 * one that came before, take the places that are left.
 */
function placesOf(items: readonly XmlElement[], { recipients }: Meanings): readonly number[] {
  const taken = new Set<number>();
  const take = (place: number) => {
    taken.add(place);
    return place;
  };
  const known = items.map((item) => {
    const number = elementsOf(item).find(({ local }) => local === recipients.field);
    const place = recipients.numbers.indexOf(number ? textOf(number) : '');
    return place < 0 || taken.has(place) ? undefined : take(place);
  });
  let free = 0;
  return known.map((place) => {
    if (place !== undefined) return place;
    while (taken.has(free)) free += 1;
    return take(free);
  });
}

function fieldValue(found: readonly XmlElement[], field: string, meanings: Meanings): string {
  const [only, ...more] = found;
  if (!only) return 'absent';
  if (more.length > 0) return `${found.length} times`;
  if (only.attributes.some(({ local, value }) => local === 'nil' && /^(true|1)$/.test(value))) return 'nil';
  const text = textOf(only);
  if (text === '') return 'empty';
  return (
    meanings.values.get(text)?.find((one) => one.field === field)?.meaning ??
    shapeOf(text) ??
    shownBreaks(withoutNoise(text, meanings))
  );
}

/** A text whose line breaks and tabs can be seen. */
function shownBreaks(text: string): string {
  return /[\r\n\t]/.test(text) ? JSON.stringify(text) : text;
}

/** How the XML is written: what a reader of strings would see, and a reader of XML would not. */
function surfaceOf(text: string, root: XmlElement | undefined): readonly Aspect[] {
  const declaration = /^\s*(<\?xml[^>]*\?>)/.exec(text)?.[1] ?? 'none';
  if (!root) return [surface('XML declaration', declaration)];
  const elements = allElements(root);
  const prefixes = new Set(elements.map(({ prefix }) => prefix || 'none'));
  const attributes = elements.flatMap((element) =>
    element.attributes.map(({ local }) => `${local} of ${element.local}`),
  );
  const declared = [...text.slice(0, MOST_LOOKED_AT).matchAll(/\sxmlns(?::([\w.-]+))?\s*=/g)];
  return [
    surface('XML declaration', declaration),
    surface('prefix of the root', root.prefix || 'none'),
    surface('prefixes', [...prefixes].join(', ')),
    surface('namespace declarations', declared.map(([, prefix = 'default']) => prefix).join(', ') || 'none'),
    surface('white space between elements', indentation(text)),
    surface('processing instructions', instructions(text)),
    surface('order of fields', orderOfFields(elements)),
    surface('attributes', [...new Set(attributes)].join(', ') || 'none'),
    surface('empty elements', emptyElements(text)),
  ];
}

/** Characters in which namespace declarations are looked for. */
const MOST_LOOKED_AT = 20_000;

/** Targets of the processing instructions; the XML declaration is none. */
function instructions(text: string): string {
  const targets = [...text.matchAll(/<\?([^\s?]+)/g)].flatMap(([, target = '']) =>
    target === 'xml' ? [] : [target],
  );
  return [...new Set(targets)].join(', ') || 'none';
}

/** Names of children in their order, once for each kind of parent that has several. */
function orderOfFields(elements: readonly XmlElement[]): string {
  const orders = elements.flatMap((element) => {
    const names = new Set(elementsOf(element).map(({ local }) => local));
    return names.size > 1 ? [[...names].join(' ')] : [];
  });
  return [...new Set(orders)].join('; ') || 'none';
}

function allElements(root: XmlElement): readonly XmlElement[] {
  return [root, ...elementsOf(root).flatMap(allElements)];
}

function indentation(text: string): string {
  const [, between = ''] = />(\s+)</.exec(text.replace(/^\s*<\?xml[^>]*\?>\s*/, '')) ?? [];
  if (between === '') return 'none';
  return JSON.stringify(between);
}

function emptyElements(text: string): string {
  const seen = [
    [/[^\s/]\/>/, '<a/>'],
    [/\s\/>/, '<a />'],
    [/<([\w.:-]+)[^<>/]*><\/\1>/, '<a></a>'],
  ] as const;
  return seen.flatMap(([pattern, shown]) => (pattern.test(text) ? [shown] : [])).join(' and ') || 'none';
}

/** Headers whose value is another in every reply. */
const CHANGING: readonly string[] = [
  'date',
  'content-length',
  'age',
  'etag',
  'last-modified',
  'expires',
  'set-cookie',
];

function headersOf(headers: HeaderList): readonly Aspect[] {
  const values = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const shown = CHANGING.includes(name.toLowerCase()) ? 'any value' : value;
    addTo(values, name, shown);
  }
  return [...values].map(([name, all]) => surface(`header ${name}`, all.join(' and ')));
}

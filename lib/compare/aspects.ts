import { bindings } from '../bindings/index.ts';
import type { Call } from '../model/call.ts';
import type { Contract } from '../model/contract.ts';
import type { Located } from '../model/judging/anatomy.ts';
import type { HeaderList, WireResponse } from '../model/judging/wire.ts';
import type { XmlElement } from '../model/judging/xml.ts';
import type { RecordedCall } from '../recording/read-har.ts';
import { readContentType } from '../rules/http/content-type.ts';
import { allText } from '../rules/shown.ts';
import { decodeBytes } from '../xml/decode-bytes.ts';
import { parseXml } from '../xml/parse.ts';
import { elementsOf, textOf } from '../xml/tree.ts';
import { type Meanings, shapeOf, withoutNoise } from './noise.ts';

/** `meaning` is what a reader of the reply would notice; `surface` is how the same is written and carried. */
export type AspectKind = 'meaning' | 'surface';

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
  const { text } = decodeBytes(response.body, type.ok ? type.value.charset : null);
  const xml = text === null ? undefined : parseXml(text);
  const root = xml?.kind === 'document' ? xml.root : undefined;
  const carried = [
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
    const shown = withoutNoise((text ?? '').replace(/\s+/g, ' ').trim(), meanings).slice(0, MOST_SHOWN);
    const essence = type.ok ? type.value.essence : 'no media type';
    return {
      kind: 'error',
      summary: shown === '' ? `${status}, empty` : `${status} ${essence} ${JSON.stringify(shown)}`,
      aspects: [...carried, meaning('text', shown)],
    };
  }
  const { uri } = anatomy.payload.element;
  carried.push(meaning('elements around the result', anatomy.payload.path));
  carried.push(meaning('namespace', uri === call.target.namespace ? 'as called' : uri || 'none'));
  const packet = packetOf(anatomy.payload, contract, meanings);
  return {
    kind: 'packet',
    summary: `${status} ${packet.summary}`,
    aspects: [...carried, ...packet.aspects],
  };
}

/** Characters of a text that is no packet result. */
const MOST_SHOWN = 300;

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
  ];
}

/** SOAP 1.1 has `faultcode` and `faultstring`, SOAP 1.2 Code/Value and Reason/Text. */
function faultOf(
  { element }: Located,
  meanings: Meanings,
): { readonly code: string; readonly reason: string } {
  const child = (name: string) => elementsOf(element).find(({ local }) => local === name);
  const code = child('faultcode') ?? child('Code');
  const reason = child('faultstring') ?? child('Reason');
  return {
    // A prefix is surface; what it stands for is the same in both versions.
    code: (code ? allText(code) : 'none').replace(/^[^:\s]+:/, ''),
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
    aspects.push(meaning(field.name, found.length === 0 ? 'absent' : countText(items.length, meanings)));
    words.push(`${items.length === 0 ? 'no' : items.length} ${field.name}`);
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
      aspects.push(meaning(name, fieldValue(found, name, meanings), at));
    }
  }
  const known = [...contract.packetResult.fields, ...contract.deliveryResult.fields].map(({ name }) => name);
  const others = [element, ...items]
    .flatMap(elementsOf)
    .filter(({ local }) => !known.includes(local))
    .map(({ local }) => local);
  if (others.length > 0) aspects.push(meaning('other elements', [...new Set(others)].join(', ')));
  return { summary: words.join(', '), aspects };
}

/** How many delivery results there are, beside the recipients where those are known. */
function countText(count: number, { recipients: { numbers } }: Meanings): string {
  if (count === 0) return 'none';
  if (numbers.length === 0) return String(count);
  return count === numbers.length ? 'one for each recipient' : `${count} for ${numbers.length} recipients`;
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
    withoutNoise(text, meanings)
  );
}

/** How the XML is written: what a reader of strings would see, and a reader of XML would not. */
function surfaceOf(text: string, root: XmlElement | undefined): readonly Aspect[] {
  const declaration = /^\s*(<\?xml[^>]*\?>)/.exec(text)?.[1] ?? 'none';
  if (!root) return [surface('XML declaration', declaration)];
  const elements = allElements(root);
  const prefixes = elements.map(({ prefix, local }) => (prefix === '' ? 'none' : `${prefix} (${local})`));
  const attributes = elements.flatMap((element) =>
    element.attributes.map(({ local }) => `${local} of ${element.local}`),
  );
  const declared = [...text.slice(0, MOST_LOOKED_AT).matchAll(/\sxmlns(?::([\w.-]+))?\s*=/g)];
  return [
    surface('XML declaration', declaration),
    surface('prefix of the root', root.prefix || 'none'),
    surface('prefixes', [...new Set(prefixes.map((one) => one.replace(/ .*/, '')))].join(', ')),
    surface('namespace declarations', declared.map(([, prefix = 'default']) => prefix).join(', ') || 'none'),
    surface('white space between elements', indentation(text)),
    surface('attributes', [...new Set(attributes)].join(', ') || 'none'),
    surface('empty elements', emptyElements(text)),
  ];
}

/** Characters in which namespace declarations are looked for. */
const MOST_LOOKED_AT = 20_000;

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
  return headers.map(([name, value]) =>
    surface(`header ${name}`, CHANGING.includes(name.toLowerCase()) ? 'any value' : value),
  );
}

import { shortHash } from '../cases/plan/generate.ts';
import { WSDL } from '../clients/wsdl/wsdl-document.ts';
import { valueText } from '../findings/value-text.ts';
import { isTooEarly } from '../judge/rules/delivery/times.ts';
import type { Call, Contract, DeliveryField } from '../model/contract.ts';
import type { Located, Structured, XmlElement } from '../model/judging/document.ts';
import type { HeaderList } from '../model/judging/wire.ts';
import { allText, bodyMessage } from '../reading/body-text.ts';
import { timeFact } from '../reading/call-time.ts';
import { type Fact, fieldFact, isNil, isOfKind, textOfFact } from '../reading/facts.ts';
import { resultParts, structured } from '../reading/packet.ts';
import type { ReadReply } from '../reading/read-reply.ts';
import { deliveryOrder, deliveryPlaces } from '../reading/recipients.ts';
import { textSource } from '../reading/text-source.ts';
import { allElements, bodyOrRoot, hasTextBeside, namesText, writingOf } from '../reading/writing.ts';
import type { HarEntry } from '../recording/read-har.ts';
import { addTo } from '../text/add-to.ts';
import { childrenLocated } from '../wire/bindings/locate.ts';
import { faultElements, withoutPrefix } from '../wire/bindings/soap.ts';
import { elementsOf, expandedName, isNamed } from '../wire/xml/tree.ts';
import { factText, type Values } from './facts.ts';
import { limits } from './limits.ts';
import { type ReplyMeanings, withoutNoise } from './noise.ts';

export interface ReplyAspects {
  /** Replies of different kinds are compared by their summaries alone. */
  readonly kind: 'packet' | 'fault' | 'error' | 'none';
  /** A value on one line, such as `200 NotFound, no delivery results`. */
  readonly summary: string;
  readonly meaning: Values;
  /** Values of delivery results by their place among the recipients, from 0; compared where both replies have the place. */
  readonly deliveries: ReadonlyMap<number, Values>;
  readonly surface: Values;
}

/** Stands for a body whose bytes are not in the coding or the encoding that they should be in. */
const UNREAD = 'bytes that cannot be read';

/** The aspects of a body. */
type Said = Omit<ReplyAspects, 'surface'>;

/** The call that a reply answers, and the meanings of values in its exchange, so that a generated key is no difference. */
export interface Asked extends ReplyMeanings {
  readonly call: Call;
  readonly contract: Contract;
}

/**
 * Returns the aspects of a reply that a comparison looks at, by meaning and by surface (contract §2, §4.1 rule 3, §7).
 * @param read the reply as it was read; undefined where none came
 */
export function aspectsOf(recorded: HarEntry, read: ReadReply | undefined, asked: Asked): ReplyAspects {
  const { outcome } = recorded;
  const { call } = asked;
  const deliveries = new Map<number, Values>();
  if (outcome.kind === 'failure' || !read) {
    const code = outcome.kind === 'failure' ? outcome.failure.code : '';
    return {
      kind: 'none',
      summary: `no response: ${code}`,
      meaning: { answer: code },
      deliveries,
      surface: {},
    };
  }
  const { response } = outcome;
  const { status, reason, behind, oddStatusLine, headFaults, cut } = response;
  const { mediaType, body, anatomy } = read;
  const { coding, encoding, hasMark } = body;
  const text = body.text ?? '';
  const root = body.xml.kind === 'document' ? body.xml.root : undefined;
  const saidBy = (): Said => {
    if (anatomy?.soap?.fault) return saidByFault(anatomy.soap.fault.element, asked);
    if (root && anatomy?.payload) return saidByPacket(root, anatomy.payload, read.parts, asked);
    // WSDLs are compared by what they say, not as texts.
    const isWsdl = root && isNamed(root, WSDL, 'definitions');
    const shown = isWsdl ? 'a WSDL' : body.text === null ? UNREAD : shownBody(text, recorded, asked);
    const page = valueText(bodyMessage(text));
    const plain = `${mediaType.ok ? mediaType.value.essence : 'no media type'} ${JSON.stringify(shown)}`;
    // The same for every operation.
    const document = root && `document ${expandedName(root).replace(call.operation.name, '<operation>')}`;
    // A page of HTML is shown by its headings, as in findings, and other XML by its root.
    const summary = page.startsWith('HTML page: ') ? page : (document ?? (shown === '' ? 'empty' : plain));
    return { kind: 'error', summary, meaning: { text: shown }, deliveries };
  };
  const said = saidBy();
  return {
    ...said,
    summary: `${status} ${said.summary}`,
    meaning: {
      status: String(status),
      'media type': mediaType.ok ? mediaType.value.essence : mediaType.error,
      charset: (mediaType.ok && mediaType.value.charset?.toLowerCase()) || 'none',
      'content coding': coding?.toLowerCase().replace(/^identity$/, 'absent') ?? 'absent',
      ...said.meaning,
    },
    surface: {
      encoding: hasMark ? `${encoding} with a byte order mark` : encoding,
      'reason phrase': reason || 'none',
      'status line': oddStatusLine ?? 'of HTTP/1.1',
      'faults of the head': headFaults?.map(({ kind }) => kind).join(', ') || 'none',
      'bytes behind the response': behind?.length ? 'some' : 'none',
      'kept connection': cut ? 'ended under a request' : 'as agreed',
      ...writingOf(text, root),
      ...headerAspects(response.headers),
    },
  };
}

function saidByFault(fault: XmlElement, meanings: ReplyMeanings): Said {
  const { code: written, reason } = faultElements(fault);
  const code = withoutPrefix(written ? allText(written) : 'none');
  const why = withoutNoise(reason ? allText(reason) : '', meanings);
  const meaning = { 'fault code': code, 'fault text': why };
  return { kind: 'fault', summary: `fault ${code} ${JSON.stringify(why)}`, meaning, deliveries: new Map() };
}

/** Characters of a text that is no packet result. */
const MOST_SHOWN = 300;

/** Shows a text that is no packet result without its address: all of a description such as a WSDL, else the beginning. */
function shownBody(text: string, { request, origin }: HarEntry, asked: Asked): string {
  const { operations } = asked.contract;
  const [path = ''] = request.path.split('?');
  const bare = text.replaceAll(`${origin}${path}`, '<address>').replaceAll(new URL(origin).host, '<host>');
  const said = withoutNoise(bare.replace(/\s+/g, ' ').trim(), asked);
  if (said.length <= MOST_SHOWN) return said;
  // Half a number is another text each time.
  const begun = `${said.slice(0, MOST_SHOWN).replace(/\d+$/, '')}…`;
  const isDescription = request.method === 'GET' && operations.some(({ path: base }) => path.endsWith(base));
  return isDescription ? `${begun} (${said.length} characters, ${shortHash(said)})` : begun;
}

/** Says what a packet result has: its fields, those of its delivery results, and what is around them. */
function saidByPacket(root: XmlElement, result: Located, read: ReadReply['parts'], asked: Asked): Said {
  const { recipients, call, contract } = asked;
  // A refusal with a packet result is compared as well.
  const parts = read ?? resultParts(result, contract, call.target.namespace || root.uri);
  const { payload } = parts;
  const { element, path } = payload;
  // Both sides may name them otherwise than the contract.
  const items = parts.lists
    .flatMap(childrenLocated)
    .map((item) => structured(item, contract.deliveryResult, payload.namespace));
  const lists = parts.lists.map((list) => list.element);
  const numbers = items.map((item) => textOfFact(fieldFact(item, recipients.field)) ?? '');
  const places = deliveryPlaces(numbers, recipients.numbers);
  const values: Record<string, Fact> = {};
  const words = payload.structure.fields.flatMap((field) => {
    const { name } = field;
    const isList = field.type === 'list';
    const value = isList
      ? listFact(lists, items.length, recipients.numbers.length)
      : explained(fieldFact(payload, name), name, asked);
    values[name] = value;
    if (isList) return items.length === 0 ? `no ${name}` : `${name} ${factText(value)}`;
    return field.role === undefined ? factText(value) : [];
  });
  const body = bodyOrRoot(root);
  const ofEnvelope = { 'namespace of the envelope': namesText([root, body].map(({ uri }) => uri || 'none')) };
  return {
    kind: 'packet',
    summary: words.join(', '),
    meaning: {
      ...(body === root ? {} : ofEnvelope),
      ...strangersIn(body, asked),
      'elements around the result': path.replace(/\[\d+\]/g, ''),
      namespace: element.uri === call.target.namespace ? 'as called' : element.uri || 'none',
      'order of delivery results': deliveryOrder(places),
      ...values,
    },
    deliveries: new Map(
      items.map((item, index) => {
        const place = places[index] ?? index;
        return [place, deliveryOf(item, recipients.numbers[place], asked)];
      }),
    ),
  };
}

/** Reads a delivery result; the number is that of the recipient in whose place it is. */
function deliveryOf(item: Structured, number: string | undefined, asked: Asked): Values {
  const texts: Record<string, string> = {};
  const values: Record<string, Fact> = {};
  for (const { name } of item.structure.fields) {
    const fact = fieldFact(item, name);
    const text = textOfFact(fact) ?? '';
    const value = explained(fact, name, asked);
    const isOther = name === asked.recipients.field && isOfKind(value, 'sent') && text !== number;
    texts[name] = text;
    values[name] = isOther ? { kind: 'other-recipient' } : value;
  }
  const isEarly = isTooEarly(texts as Record<DeliveryField, string>);
  values['order of times'] = isEarly ? 'delivery before sending' : 'no delivery before sending';
  return values;
}

/** Returns how many delivery results there are, compared with the recipients where those are known. */
function listFact(lists: readonly XmlElement[], length: number, recipients: number): Fact {
  if (lists.length === 0) return { kind: 'absent' };
  if (lists.length > 1) return { kind: 'lists', count: lists.length };
  if (length === 0) return { kind: lists.some(isNil) ? 'nil' : 'no-items' };
  if (recipients === 0) return { kind: 'items', count: length };
  if (length < recipients) return { kind: 'items-fewer', count: length };
  if (length % recipients === 0) return { kind: 'items-each', count: length / recipients };
  return { kind: 'items-more', count: length - recipients };
}

/** Returns where the text of a field comes from, as far as its exchange and its clock show that. */
function explained(fact: Fact, field: string, meanings: ReplyMeanings): Fact {
  if (typeof fact !== 'string') return fact;
  const known = textSource(field, fact, meanings) ?? timeFact(fact, meanings);
  if (known && known.kind !== 'sent-until') return known;
  const shown = withoutNoise(fact, meanings);
  // Line breaks and tabs must be seen.
  const text = /[\r\n\t]/.test(shown) ? JSON.stringify(shown) : shown;
  return known ? { ...known, text } : text;
}

/** Finds what the Body, or the reply of a binding without one, has besides what the contract describes. */
function strangersIn(body: XmlElement, { call: { operation, target }, contract }: Asked): Values {
  const { packetResult, deliveryResult } = contract;
  const { item } = packetResult.list;
  const known = [
    ...[`${operation.name}Response`, `${operation.name}Result`, packetResult.element, item],
    ...[...packetResult.fields, ...deliveryResult.fields].map(({ name }) => name),
  ];
  const inside = elementsOf(body).flatMap(allElements);
  const namespace = target.namespace || inside[0]?.uri;
  const isOther = ({ local, uri }: XmlElement) => !known.includes(local) || uri !== namespace;
  const all = [body, ...inside];
  return {
    'other elements': namesText(inside.filter(isOther).map(expandedName)),
    'text beside elements': namesText(all.filter(hasTextBeside).map(({ local }) => local)),
    // What a list may repeat is compared elsewhere.
    'repeated elements': namesText(
      all.flatMap((element) => {
        const names = elementsOf(element).map(({ local }) => local);
        return names.filter((name, index) => names.indexOf(name) < index && name !== item);
      }),
    ),
  };
}

/** Headers whose value is another in every reply. */
const CHANGING = /^(?:date|content-length|age|etag|last-modified|expires|set-cookie)$/i;

function headerAspects(headers: HeaderList): Values {
  const values = new Map<string, string[]>();
  // Another content coding is a difference of meaning; `identity` is none.
  const isCoding = ([name, value]: HeaderList[number]) =>
    /^content-encoding$/i.test(name) && !/^identity$/i.test(value);
  for (const [name, value] of headers.filter((field) => !isCoding(field)))
    addTo(values, `header ${name.toLowerCase()}`, CHANGING.test(name) ? 'any value' : value);
  const all = [...values].map(([name, each]) => [name.slice(0, limits.value), each.join(' and ')] as const);
  const beyond = all.splice(limits.headers).map((header) => header.join(' '));
  if (beyond.length > 0) all.push(['more headers', namesText(beyond)]);
  return Object.fromEntries(all);
}

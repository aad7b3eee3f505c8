import { valueText } from '../findings/value-text.ts';
import { carriedParameters } from '../judge/rules/request/parameters.ts';
import type { Call, Contract } from '../model/contract.ts';
import type { XmlElement } from '../model/judging/document.ts';
import type { RequestReading } from '../model/judging/evidence.ts';
import { NOT_FORWARDED, type WireRequest } from '../model/judging/wire.ts';
import { headerValue, withoutCodings } from '../reading/headers.ts';
import { readRequest } from '../reading/read-request.ts';
import { actionName, type ReadCall } from '../reading/recognise.ts';
import { errorReply } from '../reference/write/replies.ts';
import { reasonOf } from '../text/reason-of.ts';
import { bindings } from '../wire/bindings/index.ts';
import type { Sender } from '../wire/transport/sender.ts';
import { decodeBytes } from '../wire/xml/decode-bytes.ts';
import {
  elementsOf,
  expandedName,
  isElement,
  SOAP_11,
  SOAP_12,
  withoutSpaceAround,
  XSI,
} from '../wire/xml/tree.ts';
import type { Answered } from './answers.ts';

export interface Gateway {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly sender: Sender;
  /** Whether its messages may reach people, so that only what keeps the contract is handed on. */
  readonly live: boolean;
}

/** Fields of one connection (RFC 9110 §7.6.1), of the framing, and those that the sender writes itself. */
const OF_CONNECTION =
  /^(?:host|connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|content-length|expect|accept-encoding)$/i;

/** Hands a request on as it came, its path behind that of the gateway; a live one gets only the header fields about the reply. */
export async function forward(request: WireRequest, gateway: Gateway): Promise<Answered> {
  return handOn(gateway, () => {
    const { method, body } = request;
    const isPassed = (name: string) => (gateway.live ? OF_REPLY.test(name) : !OF_CONNECTION.test(name));
    const headers = request.headers.filter(([name]) => isPassed(name));
    const path = `${new URL(gateway.baseUrl).pathname.replace(/\/$/, '')}${request.path}`;
    return { method, path, headers, body };
  });
}

/** Hands a call on to a live gateway, in a request of ours. */
export async function forwardAnew(request: WireRequest, read: ReadCall, gateway: Gateway): Promise<Answered> {
  return handOn(gateway, () => writtenAnew(request, read, gateway.baseUrl));
}

async function handOn({ sender }: Gateway, written: () => WireRequest): Promise<Answered> {
  try {
    const outcome = await sender.send(written());
    if (outcome.kind === 'failure') {
      return { outcome, reply: errorReply(502, `The gateway did not answer: ${outcome.failure.message}`) };
    }
    const { status, reason, headers: all, body } = outcome.response;
    const kept = all.filter(([name]) => !OF_CONNECTION.test(name));
    // Each of its characters is a byte (RFC 9112 §4).
    const isWhole = /^[\t\x20-\x7E\x80-\xFF]*$/.test(reason);
    const passed = isWhole ? reason : errorReply(status).reason;
    const reply = { status, reason: passed, headers: kept, body, date: false };
    const changed = `the reason phrase ${JSON.stringify(reason)} cannot be passed on, and is ${JSON.stringify(passed)}`;
    return { outcome, reply, ...(!isWhole && { changed }) };
  } catch (error) {
    return notForwarded(reasonOf(error));
  }
}

/** Answers a call that is kept from the gateway. */
export function notForwarded(why: string): Answered {
  const failure = { code: NOT_FORWARDED, message: why, durationMs: 0 };
  return { outcome: { kind: 'failure', failure }, reply: errorReply(403, `Not forwarded: ${why}`) };
}

/** Query of a description: the help page, of a whole service or of an operation, the WSDL, the discovery document. */
const DESCRIPTION = /^(?:(?:single)?wsdl|disco|(?:xsd|schema|op)(?:=[\w.]*)?)?$/i;

/** True if a request is for a description of the service at a path base, and may reach a gateway. */
export function isDescription({ method, path, body }: WireRequest, { operations }: Contract): boolean {
  const [place = '', ...query] = path.split('?');
  const isBase = operations.some((operation) => operation.path.toLowerCase() === place.toLowerCase());
  return method === 'GET' && !body?.length && isBase && DESCRIPTION.test(query.join('?'));
}

/** True if a request has a method of the contract, and a path base, perhaps with an operation. */
export function isAddressed({ method, path }: WireRequest, { operations }: Contract): boolean {
  const [place = ''] = path.toLowerCase().split('?', 1);
  const places = [place, place.replace(/\/\w+$/, '')];
  const isPlace = operations.some((operation) => places.includes(operation.path.toLowerCase()));
  return (method === 'GET' || method === 'POST') && isPlace;
}

/** Fields of a client that a live gateway gets: what reply is wanted. */
const OF_REPLY = /^(?:accept|accept-language)$/i;

/**
 * Writes the request that a live gateway gets in the place of a client's: the call as it was read, in the bytes in which a
 * run would send it, its parameters in the order of the client and absent where they were. The client's breaks no rule.
 * @throws Error where it says more than its call, so that a gateway could read it otherwise
 */
function writtenAnew(request: WireRequest, { call, readBack }: ReadCall, baseUrl: string): WireRequest {
  const { binding, operation, target } = call;
  const parameters = carriedParameters({ readBack, binding }).flatMap(({ local }) =>
    operation.parameters.filter(({ name }) => name === local),
  );
  const to = { operation: { ...operation, parameters }, target: { ...target, baseUrl } };
  const written = bindings[binding.id].encode({ ...call, ...to });
  const why =
    whyOpen(request, call) ?? whatElse(readBack, readRequest(written, binding.envelope !== undefined));
  if (why !== undefined) throw new Error(`it could be read otherwise: ${why}`);
  const kept = request.headers.filter(([name]) => OF_REPLY.test(name));
  return { ...written, headers: [...written.headers, ...kept] };
}

/** A Content-Type without parameters but an action and UTF-8, which has no second charset for a reader that is less exact. */
const PLAIN_TYPE =
  /^[^;,]*(?:;[\t ]*(?:charset=("?)utf-8\1|action=(?:"(?:(?!charset)[^";])*"|(?:(?!charset)[^";])*))[\t ]*)*$/i;

/** Names what lets readers of a request differ before they come to its parameters; undefined where there is nothing. */
function whyOpen(request: WireRequest, { operation, binding }: Call): string | undefined {
  const { headers, path } = request;
  const { body, coding } = withoutCodings(request);
  if (coding !== undefined) return 'its body has a content coding';
  const type = headerValue(headers, 'content-type');
  if (!PLAIN_TYPE.test(type)) return `its Content-Type is ${JSON.stringify(type)}`;
  const text = Buffer.from(body).toString('latin1');
  if (binding.envelope === undefined) {
    const fields = text || path.replace(/^[^?]*\??/, '');
    if (fields.includes(';')) return 'a field has a semicolon that is not percent-encoded';
    return /(?:^|&)[^=&]+(?:&|$)/.test(fields) ? 'a field has no equals sign' : undefined;
  }
  const [conflict] = decodeBytes(body, 'utf-8').encodingConflicts;
  if (conflict) return `its ${conflict.path} names ${valueText(conflict.actual)}`;
  const markup = text.replace(/<!\[CDATA\[.*?\]\]>/gs, '');
  if (/<!--|<\?(?!xml[\s?])/i.test(markup)) return 'its envelope has a comment or an instruction';
  const action = actionName(headers, type);
  return action && action !== operation.name ? `its action names ${action}` : undefined;
}

/** Names what a request says and ours does not; undefined where there is nothing. */
function whatElse(read: RequestReading, again: RequestReading): string | undefined {
  const [theirs, ours] = [contentOf(read), contentOf(again)];
  if (JSON.stringify(theirs) === JSON.stringify(ours)) return undefined;
  const odd = theirs.find((line, index) => JSON.stringify(line) !== JSON.stringify(ours[index]));
  return `${odd?.[0].replace(/\{[^}]*\}/g, '') ?? 'what it lacks'} is no part of the call`;
}

/** A place in a request, and the text there; an element has none. */
type Line = readonly [place: string, text?: string];

/** Returns everything that a request says: its fields by name, or the elements, attributes and texts of its envelope. */
function contentOf({ root, fields }: RequestReading): readonly Line[] {
  if (root) return linesIn(root, '', 0);
  return fields.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
}

/** Elements around a parameter: Envelope, Body and operation. */
const AROUND = 3;

/** Lists an element without what says nothing about a call: white space between elements, an empty Header, xsi:type, encodingStyle. */
function linesIn(element: XmlElement, parent: string, depth: number): readonly Line[] {
  const place = `${parent}/${expandedName(element)}`;
  const isValue = depth >= AROUND && elementsOf(element).length === 0;
  const telling = element.attributes.filter((attribute) => !SILENT.includes(expandedName(attribute)));
  const attributes = telling.map(
    (attribute): Line => [`${place}/@${expandedName(attribute)}`, attribute.value],
  );
  const children = element.children.flatMap((child): readonly Line[] => {
    if (isElement(child)) return linesIn(child, place, depth + 1);
    return isValue || withoutSpaceAround(child) !== '' ? [[`${place}/text()`, child]] : [];
  });
  const inside = [...attributes, ...children];
  return inside.length === 0 && SILENT.includes(expandedName(element)) ? [] : [[place], ...inside];
}

/** Names of attributes and of empty elements that say nothing about a call. */
const SILENT = [
  `{${XSI}}type`,
  ...[SOAP_11, SOAP_12].flatMap((uri) => [`{${uri}}encodingStyle`, `{${uri}}Header`]),
];

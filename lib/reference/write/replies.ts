import { STATUS_CODES } from 'node:http';
import type { Binding, Structure } from '../../model/contract.ts';
import type { PacketResult } from '../../model/judging/reply.ts';
import type { CallFailure, Children, HttpReply, ReplyElement, Served } from '../seams.ts';
import { writeXml } from './write-xml.ts';

/** Makes a response with the registered reason phrase and a text in UTF-8; without a text it has no content type. */
export function httpReply(status: number, contentType: string, text: string): HttpReply {
  return {
    status,
    reason: STATUS_CODES[status] ?? '',
    headers: contentType === '' ? [] : [['Content-Type', contentType]],
    body: Buffer.from(text, 'utf8'),
  };
}

/** Gives a reply another status and its registered reason phrase, or an empty one. */
export function withStatus(reply: HttpReply, status: number): HttpReply {
  return { ...reply, status, reason: STATUS_CODES[status] ?? '' };
}

/** Makes a refusal below the level of bindings: 400, 404, 405, 413, 415. */
export function errorReply(status: number, text = ''): HttpReply {
  return httpReply(status, text === '' ? '' : 'text/plain; charset=utf-8', text);
}

/** Writes a failure with status 500: a fault of the SOAP version of the binding, or over GET and POST a line of text. */
export function writeFailure(failure: CallFailure, binding: Binding): HttpReply {
  const { id, envelope: uri } = binding;
  if (uri === undefined) return errorReply(500, `${failure.text}\r\n`);
  const fault = id === 'soap12' ? fault12(failure, uri) : fault11(failure, uri);
  return withStatus(writeDocument(envelope(uri, fault), binding), 500);
}

/**
 * Makes the document of a reply: over SOAP an envelope with `<OperationName>Response` and in it `<OperationName>Result`
 * (contract §4.1 rule 3), over GET and POST the packet result itself (contract §2.1).
 */
export function documentOf(packet: PacketResult, call: Served): ReplyElement {
  const { operation, namespace, binding } = call;
  const result = replyElement(resultName(call), namespace, ...fieldElements(packet, call));
  return binding.envelope === undefined
    ? { ...result, attributes: [xsd, xsi] }
    : envelope(binding.envelope, replyElement(`${operation.name}Response`, namespace, result));
}

/** Returns the name of the element that holds the packet result: EmPostSmsResult, or `<OperationName>Result` (contract §2.1). */
export function resultName({ contract, operation, binding }: Served): string {
  return binding.envelope === undefined ? contract.packetResult.element : `${operation.name}Result`;
}

export function replyElement(name: string, uri: string, ...children: Children): ReplyElement {
  return { name, uri, children };
}

/** Writes a document as bytes, with status and content type of the binding. */
export function writeDocument(root: ReplyElement, { response, envelope: uri }: Binding): HttpReply {
  const { status, mediaType, charset } = response;
  const layout = uri === undefined ? 'indented' : 'one-line';
  return httpReply(status, `${mediaType}; charset=${charset}`, writeXml(root, layout));
}

/** The names of a failure in SOAP 1.1 and SOAP 1.2. */
const CODES = {
  sender: ['Client', 'Sender'],
  receiver: ['Server', 'Receiver'],
  'version-mismatch': ['VersionMismatch', 'VersionMismatch'],
} as const;

function fault11({ code, text }: CallFailure, uri: string): ReplyElement {
  const named = replyElement('faultcode', '', `soap:${CODES[code][0]}`);
  return ofSoap(uri, 'Fault', named, replyElement('faultstring', '', text), replyElement('detail', ''));
}

function fault12({ code, text }: CallFailure, uri: string): ReplyElement {
  const reason: ReplyElement = { ...ofSoap(uri, 'Text', text), attributes: [['xml:lang', 'en']] };
  const named = ofSoap(uri, 'Code', ofSoap(uri, 'Value', `soap:${CODES[code][1]}`));
  return ofSoap(uri, 'Fault', named, ofSoap(uri, 'Reason', reason), ofSoap(uri, 'Detail'));
}

/** Makes an element of SOAP, with the literal prefix `soap`, which a public client of the service relies on. */
function ofSoap(uri: string, name: string, ...children: Children): ReplyElement {
  return { ...replyElement(name, uri, ...children), prefix: 'soap' };
}

export const XSI_URI = 'http://www.w3.org/2001/XMLSchema-instance';
const xsi = ['xmlns:xsi', XSI_URI] as const;
const xsd = ['xmlns:xsd', 'http://www.w3.org/2001/XMLSchema'] as const;

function fieldElements({ texts, deliveries }: PacketResult, { contract, namespace }: Served) {
  const { packetResult, deliveryResult } = contract;
  const written = ({ fields }: Structure, of: Readonly<Record<string, string>>, list: Children = []) =>
    fields.map(({ name, type }) => {
      const content = type === 'list' ? list : [of[name] ?? ''].filter((text) => text !== '');
      return replyElement(name, namespace, ...content);
    });
  const items = deliveries.map((delivery) =>
    replyElement(deliveryResult.element, namespace, ...written(deliveryResult, delivery)),
  );
  return written(packetResult, texts, items);
}

export function envelope(uri: string, content: ReplyElement): ReplyElement {
  return { ...ofSoap(uri, 'Envelope', ofSoap(uri, 'Body', content)), attributes: [xsi, xsd] };
}

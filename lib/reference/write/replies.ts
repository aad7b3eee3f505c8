import { STATUS_CODES } from 'node:http';
import type { Binding, Contract, Structure } from '../../model/contract.ts';
import type { PacketResult } from '../../model/judging/reply.ts';
import type { CallFailure } from '../failure.ts';
import type { Call, HttpReply, ReplyElement } from '../seams.ts';
import { writeXml } from './write-xml.ts';

/** The registered reason phrase of a status, or an empty one. */
export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? '';
}

/** A response with the registered reason phrase and the text in UTF-8; no content type where there is no text. */
export function httpReply(status: number, contentType: string, text: string): HttpReply {
  return {
    status,
    reason: reasonPhrase(status),
    headers: contentType === '' ? [] : [['Content-Type', contentType]],
    body: Buffer.from(text, 'utf8'),
  };
}

/** A refusal below the level of bindings: 400, 404, 405, 413, 415. */
export function refusal(status: number, text = ''): HttpReply {
  return httpReply(status, text === '' ? '' : 'text/plain; charset=utf-8', text);
}

/** An error over HTTP GET or HTTP POST, as ASMX words it: status 500 and a line of text. */
export function writePlainError(text: string): HttpReply {
  return httpReply(500, 'text/plain; charset=utf-8', `${text}\r\n`);
}

/** A failure with status 500: a fault of the SOAP version of the binding, or over GET and POST a line of text. */
export function writeFailure(failure: CallFailure, binding: Binding): HttpReply {
  const { id, envelope: uri } = binding;
  if (uri === undefined) return writePlainError(failure.text);
  const fault = id === 'soap12' ? fault12(failure, uri) : fault11(failure, uri);
  return { ...writeDocument(envelope(uri, fault), binding), status: 500, reason: reasonPhrase(500) };
}

/**
 * The document of a reply: over SOAP an envelope with `<OperationName>Response` and in it one `<OperationName>Result`
 * (contract §4.1 rule 3), over GET and POST the packet result itself (contract §2.1).
 */
export function documentOf(packet: PacketResult, call: Call): ReplyElement {
  const { operation, contract, namespace: uri, binding } = call;
  if (binding.envelope === undefined) {
    return { ...resultElement(contract.packetResult.element, packet, contract, uri), attributes: [xsd, xsi] };
  }
  const result = resultElement(`${operation.name}Result`, packet, contract, uri);
  return envelope(binding.envelope, { name: `${operation.name}Response`, uri, children: [result] });
}

/** A document as bytes, with status and content type of the binding. */
export function writeDocument(root: ReplyElement, { response, envelope: uri }: Binding): HttpReply {
  const { status, mediaType, charset } = response;
  const layout = uri === undefined ? 'indented' : 'one-line';
  return httpReply(status, `${mediaType}; charset=${charset}`, writeXml(root, layout));
}

const codes11 = {
  sender: 'Client',
  receiver: 'Server',
  'version-mismatch': 'VersionMismatch',
};
const codes12 = { ...codes11, sender: 'Sender', receiver: 'Receiver' };

function fault11(failure: CallFailure, uri: string): ReplyElement {
  const children = [
    { name: 'faultcode', uri: '', children: [`soap:${codes11[failure.code]}`] },
    { name: 'faultstring', uri: '', children: [failure.text] },
    { name: 'detail', uri: '', children: [] },
  ];
  return { name: 'Fault', uri, prefix: 'soap', children };
}

function fault12(failure: CallFailure, uri: string): ReplyElement {
  const soap = (
    name: string,
    children: ReplyElement['children'],
    attributes: NonNullable<ReplyElement['attributes']> = [],
  ): ReplyElement => ({ name, uri, prefix: 'soap', attributes, children });
  return soap('Fault', [
    soap('Code', [soap('Value', [`soap:${codes12[failure.code]}`])]),
    soap('Reason', [soap('Text', [failure.text], [['xml:lang', 'en']])]),
    soap('Detail', []),
  ]);
}

const xsi = ['xmlns:xsi', 'http://www.w3.org/2001/XMLSchema-instance'] as const;
const xsd = ['xmlns:xsd', 'http://www.w3.org/2001/XMLSchema'] as const;

/** The packet result as an element of the given name. */
function resultElement(name: string, packet: PacketResult, contract: Contract, uri: string): ReplyElement {
  const items = packet.deliveries.map((delivery) =>
    structureElement(contract.deliveryResult.element, contract.deliveryResult, delivery, [], uri),
  );
  return structureElement(name, contract.packetResult, packet.texts, items, uri);
}

function structureElement(
  name: string,
  structure: Structure,
  texts: Readonly<Record<string, string>>,
  items: readonly ReplyElement[],
  uri: string,
): ReplyElement {
  const children = structure.fields.map((field): ReplyElement => {
    if (field.type === 'list') return { name: field.name, uri, children: items };
    const text = texts[field.name] ?? '';
    return { name: field.name, uri, children: text === '' ? [] : [text] };
  });
  return { name, uri, children };
}

/** A SOAP envelope with the literal prefix `soap`, which a public client of the service relies on. */
function envelope(uri: string, content: ReplyElement): ReplyElement {
  const body: ReplyElement = { name: 'Body', uri, prefix: 'soap', children: [content] };
  return { name: 'Envelope', uri, prefix: 'soap', attributes: [xsi, xsd], children: [body] };
}

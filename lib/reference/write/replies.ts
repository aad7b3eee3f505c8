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

/** The document of HTTP GET or HTTP POST as bytes, with the content type of the binding. */
export function writePlain(root: ReplyElement, binding: Binding): HttpReply {
  const { status, mediaType, charset } = binding.response;
  return httpReply(status, `${mediaType}; charset=${charset}`, writeXml(root, 'indented'));
}

/** An error over HTTP GET or HTTP POST, as ASMX words it: status 500 and a line of text. */
export function writePlainError(text: string): HttpReply {
  return httpReply(500, 'text/plain; charset=utf-8', `${text}\r\n`);
}

/** `<OperationName>Response` with one `<OperationName>Result` in the body (contract §4.1 rule 3). */
export function soapResult(packet: PacketResult, call: Call, envelopeUri: string): ReplyElement {
  const { operation, contract, namespace } = call;
  const result = resultElement(`${operation.name}Result`, packet, contract, namespace);
  return envelope(envelopeUri, { name: `${operation.name}Response`, uri: namespace, children: [result] });
}

/** An envelope as bytes, with the content type of the binding. */
export function writeSoap(root: ReplyElement, binding: Binding, status = binding.response.status): HttpReply {
  const { mediaType, charset } = binding.response;
  return httpReply(status, `${mediaType}; charset=${charset}`, writeXml(root, 'one-line'));
}

/** A SOAP fault in the version of the binding, with status 500. */
export function writeFault(failure: CallFailure, binding: Binding, envelopeUri: string): HttpReply {
  const fault = binding.id === 'soap12' ? fault12(failure, envelopeUri) : fault11(failure, envelopeUri);
  return writeSoap(envelope(envelopeUri, fault), binding, 500);
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

/** The packet result as an element of the given name: EmPostSmsResult, or `<OperationName>Result` (contract §2.1). */
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

/** The document of HTTP GET and HTTP POST: the packet result itself is the root (contract §4.1). */
export function plainDocument(packet: PacketResult, contract: Contract, uri: string): ReplyElement {
  const root = resultElement(contract.packetResult.element, packet, contract, uri);
  return { ...root, attributes: [xsd, xsi] };
}

/** A SOAP envelope with the literal prefix `soap`, which a public client of the service relies on. */
function envelope(uri: string, content: ReplyElement): ReplyElement {
  const body: ReplyElement = { name: 'Body', uri, prefix: 'soap', children: [content] };
  return { name: 'Envelope', uri, prefix: 'soap', attributes: [xsi, xsd], children: [body] };
}

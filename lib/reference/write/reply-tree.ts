import type { Contract, Structure } from '../../model/contract.ts';
import type { PacketResult } from '../../model/judging/reply.ts';
import type { ReplyElement } from '../seams.ts';

const xsi = ['xmlns:xsi', 'http://www.w3.org/2001/XMLSchema-instance'] as const;
const xsd = ['xmlns:xsd', 'http://www.w3.org/2001/XMLSchema'] as const;

/** The packet result as an element of the given name: EmPostSmsResult, or `<OperationName>Result` (contract §2.1). */
export function resultElement(
  name: string,
  packet: PacketResult,
  contract: Contract,
  uri: string,
): ReplyElement {
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
export function envelope(uri: string, content: ReplyElement): ReplyElement {
  const body: ReplyElement = { name: 'Body', uri, prefix: 'soap', children: [content] };
  return { name: 'Envelope', uri, prefix: 'soap', attributes: [xsi, xsd], children: [body] };
}

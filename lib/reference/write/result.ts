import type { Contract } from '../../model/contract.ts';
import type { DeliveryResult, PacketResult } from '../../model/judging/reply.ts';
import type { Packet } from '../packets.ts';

/**
 * The packet result of contract §2.1: one delivery result per recipient, in the order of the request. Fields that a
 * parameter echoes hold its text; the values of the others are this service's choice (contract §2.3).
 */
export function packetResult(contract: Contract, packet: Packet): PacketResult {
  const date = packet.sentAt.toISOString().slice(0, 19);
  const own: Readonly<Record<string, string>> = {
    PacketID: packet.id,
    PacketStatus: '1',
    DeliveryResult: '1',
    DeliveryDetail: 'Delivered',
    DeliveryTime: date,
    SendDate: date,
  };
  const shared = { ...own, ...echoes(packet) };
  const perRecipient = packet.operation.parameters.find(({ role }) => role === 'recipients')?.echo;
  return {
    texts: texts(contract.packetResult, own),
    deliveries: packet.recipients.map((recipient): DeliveryResult => {
      const values = perRecipient === undefined ? shared : { ...shared, [perRecipient]: recipient };
      return texts(contract.deliveryResult, values);
    }),
  };
}

function echoes(packet: Packet): Record<string, string> {
  const echoed: Record<string, string> = {};
  for (const { name, echo } of packet.operation.parameters) {
    const value = packet.values[name];
    if (echo !== undefined && typeof value === 'string') echoed[echo] = value;
  }
  return echoed;
}

/** The text fields of a structure in the order of the contract; empty where there is nothing to say. */
function texts(
  structure: Contract['packetResult'],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    structure.fields.filter((field) => field.type === 'string').map(({ name }) => [name, values[name] ?? '']),
  );
}

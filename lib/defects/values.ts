import type { ParameterValues } from '../model/contract.ts';
import type { DeliveryResult, PacketResult } from '../model/judging/reply.ts';
import type { Call } from '../reference/index.ts';

/** The request values with the text changed that comes back in this field of the delivery results. */
export function editEchoed(
  values: ParameterValues,
  call: Call,
  field: string,
  change: (text: string) => string,
): ParameterValues {
  const name = call.operation.parameters.find(({ echo }) => echo === field)?.name ?? '';
  const value = values[name];
  return typeof value === 'string' ? { ...values, [name]: change(value) } : values;
}

/** The packet result with each of its delivery results changed. */
export function editDeliveries(
  packet: PacketResult,
  change: (delivery: DeliveryResult) => DeliveryResult,
): PacketResult {
  return { ...packet, deliveries: packet.deliveries.map(change) };
}

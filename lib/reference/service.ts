import type { Contract, Operation, ParameterValues, SendOperation, Structure } from '../model/contract.ts';
import type { PacketResult } from '../model/judging/reply.ts';
import { type CallFailure, fail } from './seams.ts';

export interface ServiceOptions {
  readonly contract: Contract;
  readonly clock?: () => Date;
  /** Makes packet identifiers; P000001, P000002, … by default. */
  readonly ids?: () => string;
  /** Packets kept for reports, the newest ones. */
  readonly maxPackets?: number;
}

/** Text that one reply may hold. */
const maxReplyCharacters = 32_000_000;

/**
 * The service without a wire: a send makes a packet, a report returns the packet result of one (contract §1).
 * It knows operations only by kind, and parameters only by role and echo. A packet belongs to the ServiceTicket that
 * sent it: the contract does not say what a ticket is scoped to (contract §5 rule 3), so the narrowest is taken.
 */
export function createService(options: ServiceOptions) {
  const { contract, clock = () => new Date(), ids, maxPackets = 20_000 } = options;
  let count = 0;
  const packets = new Map<string, { readonly ticket: string; readonly result: PacketResult }>();

  function send(operation: SendOperation, values: ParameterValues, ticket: string) {
    const list = [values[operation.recipients.name] ?? []].flat();
    if (list.length === 0) return fail('There is no recipient.', 'receiver');
    // A list is echoed one item at a time.
    const echoed = Object.values(values).filter((value) => typeof value === 'string');
    if ((100 + echoed.join('').length) * list.length > maxReplyCharacters)
      return fail('The message and its recipients are too long.', 'receiver');
    count += 1;
    const id = ids?.() ?? `P${String(count).padStart(6, '0')}`;
    const result = packetResult(contract, operation, values, list, id, clock());
    // Anew at the end, where its identifier comes again; the oldest packet is the first.
    packets.delete(id);
    packets.set(id, { ticket, result });
    const [oldest = ''] = packets.keys();
    if (packets.size > maxPackets) packets.delete(oldest);
    return result;
  }

  return (operation: Operation, values: ParameterValues): PacketResult | CallFailure => {
    const ticket = values[operation.ticket.name];
    if (typeof ticket !== 'string' || ticket === '') return fail('ServiceTicket is empty.', 'receiver');
    if (operation.kind === 'send') return send(operation, values, ticket);
    const packet = packets.get(String(values[operation.packet.name]));
    return packet?.ticket === ticket ? packet.result : fail('There is no such packet.', 'receiver');
  };
}

/**
 * The packet result of contract §2.1: one delivery result per recipient, in the order of the request. Fields that a
 * parameter echoes hold its text; the values of the others are this service's choice (contract §2.3).
 */
function packetResult(
  contract: Contract,
  { parameters, recipients }: SendOperation,
  values: ParameterValues,
  numbers: readonly string[],
  id: string,
  sentAt: Date,
): PacketResult {
  const date = sentAt.toISOString().slice(0, 19);
  const own = {
    PacketID: id,
    PacketStatus: '1',
    DeliveryResult: '1',
    DeliveryDetail: 'Delivered',
    DeliveryTime: date,
    SendDate: date,
  };
  const echoes = parameters.flatMap(({ name, echo }) => {
    const value = values[name];
    return echo !== undefined && typeof value === 'string' ? [[echo, value] as const] : [];
  });
  const shared = { ...own, ...Object.fromEntries(echoes) };
  return {
    texts: texts(contract.packetResult, own),
    deliveries: numbers.map((number) =>
      texts(contract.deliveryResult, { ...shared, [recipients.echo]: number }),
    ),
  };
}

/** The text fields of a structure in the order of the contract; empty where there is nothing to say. */
function texts<Name extends string>({ fields }: Structure<Name>, values: Readonly<Record<string, string>>) {
  const named = fields.filter(({ type }) => type === 'string');
  return Object.fromEntries(named.map(({ name }) => [name, values[name] ?? ''])) as Record<Name, string>;
}

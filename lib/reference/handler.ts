import type { Contract, Operation, ParameterValues, SendOperation, Structure } from '../model/contract.ts';
import type { PacketResult } from '../model/judging/reply.ts';
import { route } from './read-call.ts';
import { type Deviation, fail, type HttpReply, type HttpRequest, type Served } from './seams.ts';
import { documentOf, writeDocument, writeFailure } from './write/replies.ts';

export interface HandlerOptions {
  readonly contract: Contract;
  readonly namespace: string;
  readonly deviations?: readonly Deviation[];
  readonly clock?: () => Date;
  /** Makes packet identifiers; P000001, P000002, … by default. */
  readonly ids?: () => string;
  /** Packets kept for reports, the newest ones. */
  readonly maxPackets?: number;
}

export type Handler = (request: HttpRequest) => HttpReply;

/** Creates the handler of every request: route, read, call the service, write. */
export function createHandler(options: HandlerOptions): Handler {
  const { contract, namespace, deviations = [] } = options;
  const service = createService(options);

  /** Takes a call past the six seams in their order, the deviations of a seam one after the other. */
  function answer(request: HttpRequest, call: Served): HttpReply {
    const { operation, binding } = call;
    const met = deviations.filter(
      ({ bindings, operations }) =>
        (bindings?.includes(binding.id) ?? true) && (operations?.includes(operation.name) ?? true),
    );
    for (const { arrival } of met) {
      const refused = arrival?.(request, call);
      if (refused) return refused;
    }
    const bytes = met.reduce((old, deviation) => deviation.read?.(old) ?? old, request);
    const reread = bytes === request ? call : route(bytes, contract, namespace);
    if ('status' in reread) return reread;
    const values = met.reduce(
      (old, deviation) => deviation.request?.(old, call, request) ?? old,
      reread.values,
    );
    const answered = service(operation, values);
    if ('code' in answered) return writeFailure(answered, binding);
    const packet = met.reduce((old, deviation) => deviation.result?.(old, call) ?? old, answered);
    const document = documentOf(packet, call);
    const root = met.reduce((old, deviation) => deviation.reply?.(old, call) ?? old, document);
    const reply = writeDocument(root, binding);
    return met.reduce((old, deviation) => deviation.wire?.(old, call, request) ?? old, reply);
  }

  return (request) => {
    const call = route(request, contract, namespace);
    return 'status' in call ? call : answer(request, call);
  };
}

/** Text that one reply may hold. */
const maxReplyCharacters = 32_000_000;

/**
 * Creates the service without a wire: a send makes a packet, a report returns its packet result (contract §1).
 * It knows operations only by kind, and parameters only by role and echo. A packet belongs to the ServiceTicket that
 * sent it: the contract does not say what a ticket is scoped to (contract §5 rule 3), so the narrowest scope is used.
 */
function createService({ contract, clock = () => new Date(), ids, maxPackets = 20_000 }: HandlerOptions) {
  let count = 0;
  const packets = new Map<string, { readonly ticket: string; readonly result: PacketResult }>();

  /**
   * Makes a delivery result per recipient, in the order of the request (contract §2.1). Fields that a parameter echoes hold
   * its text; the values of the others are this service's choice (contract §2.3).
   */
  function send({ parameters, recipients }: SendOperation, values: ParameterValues, ticket: string) {
    const numbers = [values[recipients.name] ?? []].flat();
    if (numbers.length === 0) return fail('There is no recipient.', 'receiver');
    // A list is echoed one item at a time.
    const echoed = Object.values(values).filter((value) => typeof value === 'string');
    if ((100 + echoed.join('').length) * numbers.length > maxReplyCharacters)
      return fail('The message and its recipients are too long.', 'receiver');
    count += 1;
    const PacketID = ids?.() ?? `P${String(count).padStart(6, '0')}`;
    const date = clock().toISOString().slice(0, 19);
    const times = { DeliveryTime: date, SendDate: date };
    const base = { PacketID, PacketStatus: '1', DeliveryResult: '1', DeliveryDetail: 'Delivered', ...times };
    const echoes = parameters.flatMap(({ name, echo }) => {
      const value = values[name];
      return echo !== undefined && typeof value === 'string' ? [[echo, value] as const] : [];
    });
    const shared = { ...base, ...Object.fromEntries(echoes) };
    const deliveries = numbers.map((number) =>
      textsIn(contract.deliveryResult, { ...shared, [recipients.echo]: number }),
    );
    const result: PacketResult = { texts: textsIn(contract.packetResult, base), deliveries };
    packets.set(PacketID, { ticket, result });
    const [oldest = ''] = packets.keys();
    if (packets.size > maxPackets) packets.delete(oldest);
    return result;
  }

  return (operation: Operation, values: ParameterValues) => {
    const ticket = values[operation.ticket.name];
    if (typeof ticket !== 'string' || ticket === '') return fail('ServiceTicket is empty.', 'receiver');
    if (operation.kind === 'send') return send(operation, values, ticket);
    const packet = packets.get(String(values[operation.packet.name]));
    return packet?.ticket === ticket ? packet.result : fail('There is no such packet.', 'receiver');
  };
}

/** Returns the text fields of a structure in the order of the contract; fields without a value are empty. */
function textsIn<Name extends string>({ fields }: Structure<Name>, values: Readonly<Record<string, string>>) {
  const named = fields.filter(({ type }) => type === 'string');
  return Object.fromEntries(named.map(({ name }) => [name, values[name] ?? ''])) as Record<Name, string>;
}

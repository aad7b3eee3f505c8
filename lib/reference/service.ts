import type { Contract, Operation, Parameter, ParameterValue, ParameterValues } from '../model/contract.ts';
import type { PacketResult } from '../model/judging/reply.ts';
import { fail, type Outcome, succeed } from './failure.ts';
import { createPacketStore } from './packets.ts';
import { packetResult } from './write/result.ts';

export interface ServiceOptions {
  readonly contract: Contract;
  readonly clock: () => Date;
  /** Makes the identifier of the next packet. */
  readonly ids: () => string;
  readonly maxPackets: number;
}

export type Service = (operation: Operation, values: ParameterValues) => Outcome<PacketResult>;

/** Parameter text kept in memory, and text that one reply may hold. */
const maxStoredCharacters = 64_000_000;
const maxReplyCharacters = 32_000_000;

/**
 * The service without a wire: a send makes a packet, a report returns the packet result of one (contract §1).
 * It knows operations only by kind, and parameters only by role and echo. A packet belongs to the ServiceTicket that
 * sent it: the contract does not say what a ticket is scoped to (contract §5 rule 3), so the narrowest is taken.
 */
export function createService(options: ServiceOptions): Service {
  const packets = createPacketStore(options.maxPackets, maxStoredCharacters);

  function send(operation: Operation, values: ParameterValues, ticket: string): Outcome<PacketResult> {
    const recipients = roleValue(operation, 'recipients', values) ?? [];
    const list = typeof recipients === 'string' ? [recipients] : recipients;
    if (list.length === 0) return fail('There is no recipient.', 'receiver');
    const echoed = operation.parameters.filter((parameter) => parameter.echo !== undefined);
    const size = echoed.reduce((sum, { name }) => sum + textLength(values[name]), 100) * list.length;
    if (size > maxReplyCharacters) return fail('The message and its recipients are too long.', 'receiver');
    const packet = {
      id: options.ids(),
      ticket,
      operation,
      values,
      recipients: list,
      sentAt: options.clock(),
    };
    packets.add(packet);
    return succeed(packetResult(options.contract, packet));
  }

  function report(operation: Operation, values: ParameterValues, ticket: string): Outcome<PacketResult> {
    const id = roleValue(operation, 'packet', values);
    const packet = packets.find(typeof id === 'string' ? id : '', ticket);
    return packet === undefined
      ? fail('There is no such packet.', 'receiver')
      : succeed(packetResult(options.contract, packet));
  }

  return (operation, values) => {
    const ticket = roleValue(operation, 'ticket', values);
    if (typeof ticket !== 'string' || ticket === '') return fail('ServiceTicket is empty.', 'receiver');
    return operation.kind === 'send' ? send(operation, values, ticket) : report(operation, values, ticket);
  };
}

function roleValue(
  operation: Operation,
  role: NonNullable<Parameter['role']>,
  values: ParameterValues,
): ParameterValue | undefined {
  const parameter = operation.parameters.find((candidate) => candidate.role === role);
  return parameter === undefined ? undefined : values[parameter.name];
}

/** Length of a text; a list is echoed one item at a time, so its longest item counts. */
function textLength(value: ParameterValue | undefined): number {
  if (value === undefined || typeof value === 'string') return value?.length ?? 0;
  return value.reduce((longest, item) => Math.max(longest, item.length), 0);
}

import type { Operation, ParameterValues } from '../model/contract.ts';

/** What is kept of a send; the packet result is made from it anew at every report, so it never changes. */
export interface Packet {
  readonly id: string;
  readonly ticket: string;
  readonly operation: Operation;
  readonly values: ParameterValues;
  readonly recipients: readonly string[];
  readonly sentAt: Date;
}

export interface PacketStore {
  add(packet: Packet): void;
  /** The packet, when it exists and was sent with this ServiceTicket. */
  find(id: string, ticket: string): Packet | undefined;
}

/** Keeps the newest packets: at most `maxPackets`, and at most `maxCharacters` of parameter text in them. */
export function createPacketStore(maxPackets: number, maxCharacters: number): PacketStore {
  const packets = new Map<string, { readonly packet: Packet; readonly weight: number }>();
  let total = 0;

  function drop(id: string): void {
    total -= packets.get(id)?.weight ?? 0;
    packets.delete(id);
  }

  return {
    add(packet) {
      drop(packet.id);
      const weight = weigh(packet);
      packets.set(packet.id, { packet, weight });
      total += weight;
      for (const id of packets.keys()) {
        if (packets.size <= maxPackets && total <= maxCharacters) break;
        drop(id);
      }
    },
    find(id, ticket) {
      const packet = packets.get(id)?.packet;
      return packet?.ticket === ticket ? packet : undefined;
    },
  };
}

/** Characters of text, with some for what surrounds each value. */
function weigh(packet: Packet): number {
  const texts = [packet.ticket, ...Object.values(packet.values).flat()];
  return texts.reduce((sum, text) => sum + text.length + 32, 0);
}

import type { PacketResult } from '../../model/judging/reply.ts';
import type { Defect } from '../defect.ts';

const sends = ['SingleShotSmsWithTypeAndKeyID', 'SendBulkSms'];

/** The packet result with another PacketID. */
export function withPacketId(packet: PacketResult, change: (id: string) => string): PacketResult {
  return { ...packet, texts: { ...packet.texts, PacketID: change(packet.texts.PacketID ?? '') } };
}

/** Deviations in the identifier that a send gives. */
export const packetIdDefects: readonly Defect[] = [
  {
    id: 'packet-id-blank',
    title: 'A send gives a space as PacketID',
    requirement: 'sends.packet-id',
    // Nothing then asks for a report: white space identifies no packet.
    rules: ['send/packet-id'],
    operations: sends,
    seam: 'result',
    change: (packet) => withPacketId(packet, () => ' '),
  },
  {
    id: 'packet-id-empty-over-post',
    title: 'A send over HTTP POST leaves PacketID empty',
    requirement: 'sends.packet-id',
    rules: ['send/packet-id'],
    operations: sends,
    bindings: ['http-post'],
    seam: 'result',
    change: (packet) => withPacketId(packet, () => ''),
  },
  {
    id: 'packet-id-per-operation',
    title: 'Every packet of an operation has the same identifier',
    requirement: 'sends.packet-id-distinct',
    rules: ['send/distinct-packets', 'send/new-packet', 'http/status'],
    operations: sends,
    seam: 'result',
    change: (packet, { operation }) => withPacketId(packet, () => operation.name),
  },
  {
    id: 'packet-id-date',
    title: 'The identifier of a packet is the time of its sending',
    requirement: 'sends.packet-id-distinct',
    rules: ['send/distinct-packets', 'send/new-packet', 'http/status'],
    operations: sends,
    seam: 'result',
    change: (packet) => withPacketId(packet, () => packet.deliveries[0]?.SendDate ?? ''),
  },
  {
    id: 'packet-id-of-message-length',
    title:
      'The identifier of a packet over HTTP GET is as many letters as its text has, as a poor cache key would be',
    requirement: 'sends.packet-id-new',
    // Nothing is known by it, and two texts of one exchange have lengths of their own; an empty text has none.
    rules: ['send/new-packet', 'send/packet-id', 'http/status'],
    cases: ['*/message-blank'],
    operations: sends,
    bindings: ['http-get'],
    seam: 'result',
    change: (packet) =>
      withPacketId(packet, () => 'x'.repeat((packet.deliveries[0]?.DeliveredMessage ?? '').length)),
  },
  {
    id: 'packet-id-unknown-to-reports',
    title: 'The identifier that a send gives is in lower case, and no report knows it',
    requirement: 'bindings.soap11.response-status',
    rules: ['http/status'],
    operations: sends,
    seam: 'result',
    change: (packet) => withPacketId(packet, (id) => id.toLowerCase()),
  },
];

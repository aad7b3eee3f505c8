import type { Defect } from '../defect.ts';
import { editEchoed } from '../values.ts';
import { sendNumberDefects } from './send-numbers.ts';
import { packetIdDefects } from './send-packet-id.ts';

/** Deviations in what a send makes of its recipients and its message. */
export const sendDefects: readonly Defect[] = [
  {
    id: 'send-without-packet-id',
    title: 'A send leaves PacketID empty',
    requirement: 'sends.packet-id',
    rules: ['send/packet-id'],
    operations: ['SingleShotSmsWithTypeAndKeyID', 'SendBulkSms'],
    seam: 'result',
    change: (packet) => ({ ...packet, texts: { ...packet.texts, PacketID: '' } }),
  },
  {
    id: 'packet-id-constant',
    title: 'Every send gives the identifier of the first packet',
    requirement: 'sends.packet-id-distinct',
    // A report then shows the first packet, whatever was sent in this one; and none at all to another ServiceTicket.
    rules: [
      'send/distinct-packets',
      'send/new-packet',
      'delivery/recipients',
      'delivery/texts',
      'delivery/echo',
      'http/status',
    ],
    cases: ['*/ticket-escaping'],
    operations: ['SingleShotSmsWithTypeAndKeyID', 'SendBulkSms'],
    seam: 'result',
    change: (packet) => ({ ...packet, texts: { ...packet.texts, PacketID: 'P000001' } }),
  },
  {
    id: 'packet-id-cut',
    title: 'PacketID of a send loses its last three digits',
    requirement: 'sends.packet-id-distinct',
    // A report then asks for a packet that does not exist.
    rules: ['send/distinct-packets', 'send/new-packet', 'http/status'],
    operations: ['SingleShotSmsWithTypeAndKeyID', 'SendBulkSms'],
    seam: 'result',
    change: (packet) => ({
      ...packet,
      texts: { ...packet.texts, PacketID: (packet.texts.PacketID ?? '').slice(0, -3) },
    }),
  },
  {
    id: 'bulk-drops-last',
    title: 'A bulk send says nothing about its last number',
    requirement: 'sends.delivery-result-per-recipient',
    rules: ['delivery/recipients', 'delivery/once-each'],
    cases: ['*/duplicates'],
    operations: ['SendBulkSms'],
    seam: 'result',
    change: (packet) => ({ ...packet, deliveries: packet.deliveries.slice(0, -1) }),
  },
  {
    id: 'message-trimmed',
    title: 'The message loses the spaces around it',
    requirement: 'delivery-result.delivered-message.meaning',
    rules: ['delivery/texts'],
    cases: ['*/message-spaces'],
    seam: 'request',
    change: (values, call) => editEchoed(values, call, 'DeliveredMessage', (text) => text.trim()),
  },
  {
    id: 'plus-to-space',
    title: 'An encoded plus in the message becomes a space over GET and POST',
    requirement: 'delivery-result.delivered-message.meaning',
    rules: ['delivery/texts'],
    cases: ['*/message-form'],
    bindings: ['http-get', 'http-post'],
    seam: 'request',
    change: (values, call) =>
      editEchoed(values, call, 'DeliveredMessage', (text) => text.replaceAll('+', ' ')),
  },
  ...packetIdDefects,
  ...sendNumberDefects,
];

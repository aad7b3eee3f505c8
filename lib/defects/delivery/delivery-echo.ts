import type { Defect } from '../defect.ts';
import { editDeliveries, editEchoed } from '../values.ts';

const single = 'SingleShotSmsWithTypeAndKeyID';
const reports = ['ReportSingleShotSms', 'ReportSmsWithPacketId'];

/** Deviations of PostType and KeyID, which carry the names of parameters of the single-shot send (contract §2.2). */
export const deliveryEchoDefects: readonly Defect[] = [
  {
    id: 'key-id-only-in-sends',
    title: 'A report leaves KeyID empty',
    requirement: 'delivery-result.key-id.meaning',
    rules: ['delivery/echo'],
    operations: reports,
    seam: 'result',
    change: (packet) => editDeliveries(packet, (delivery) => ({ ...delivery, KeyID: '' })),
  },
  {
    id: 'post-type-only-in-sends',
    title: 'A report says the same PostType of every packet',
    requirement: 'delivery-result.post-type.meaning',
    rules: ['delivery/echo'],
    operations: reports,
    seam: 'result',
    change: (packet) => editDeliveries(packet, (delivery) => ({ ...delivery, PostType: '0' })),
  },
  {
    id: 'key-id-lower-cased',
    title: 'KeyID comes back in lower case',
    requirement: 'delivery-result.key-id.meaning',
    rules: ['delivery/echo'],
    seam: 'request',
    change: (values, call) => editEchoed(values, call, 'KeyID', (text) => text.toLowerCase()),
  },
  {
    id: 'key-id-as-number',
    title: 'KeyID loses its leading zeros',
    requirement: 'delivery-result.key-id.meaning',
    onlyAffects: true,
    rules: ['delivery/echo'],
    cases: ['*/key-id'],
    seam: 'request',
    change: (values, call) => editEchoed(values, call, 'KeyID', (text) => text.replace(/^0+(?=.)/, '')),
  },
  {
    id: 'post-type-empty',
    title: 'PostType comes back empty',
    requirement: 'delivery-result.post-type.meaning',
    rules: ['delivery/echo'],
    seam: 'request',
    change: (values, call) => editEchoed(values, call, 'PostType', () => ''),
  },
  {
    id: 'key-id-new-per-packet',
    title: 'KeyID holds the identifier of the packet instead of the key that was sent',
    requirement: 'delivery-result.key-id.meaning',
    rules: ['delivery/echo'],
    operations: [single, 'ReportSingleShotSms'],
    seam: 'result',
    change: (packet) =>
      editDeliveries(packet, (delivery) => ({ ...delivery, KeyID: packet.texts.PacketID ?? '' })),
  },
  {
    id: 'bulk-post-type-zero',
    title: 'A bulk send, which has no PostType, answers with PostType 0',
    requirement: 'gaps.pinned-values',
    rules: ['case/expectation'],
    cases: ['SendBulkSms/no-identifiers'],
    operations: ['SendBulkSms'],
    seam: 'result',
    change: (packet) => editDeliveries(packet, (delivery) => ({ ...delivery, PostType: '0' })),
  },
  {
    id: 'bulk-key-id-packet',
    title: 'A bulk send, which has no KeyID, answers with the identifier of the packet as KeyID',
    requirement: 'gaps.pinned-values',
    rules: ['case/expectation'],
    cases: ['SendBulkSms/no-identifiers'],
    operations: ['SendBulkSms'],
    seam: 'result',
    change: (packet) =>
      editDeliveries(packet, (delivery) => ({ ...delivery, KeyID: packet.texts.PacketID ?? '' })),
  },
];

import type { BindingId } from '../../model/contract.ts';
import type { Defect } from '../defect.ts';
import { withPacketId } from '../send/send-packet-id.ts';
import { editDeliveries } from '../values.ts';

const reports = ['ReportSingleShotSms', 'ReportSmsWithPacketId'];
const otherThanGet: readonly BindingId[] = ['soap11', 'soap12', 'http-post'];

type Change = Extract<Defect, { seam: 'result' }>['change'];

function report(
  named: Pick<Defect, 'id' | 'title' | 'requirement' | 'rules' | 'bindings'>,
  change: Change,
): Defect {
  return { ...named, operations: reports, seam: 'result', change };
}

function reportId(id: string, title: string, change: (id: string) => string): Defect {
  return report({ id, title, requirement: 'reports.for-packet', rules: ['report/packet'] }, (packet) =>
    withPacketId(packet, change),
  );
}

/** Reports that name another packet, or say something else of the right one. */
export const reportContentDefects: readonly Defect[] = [
  reportId('report-packet-id-empty', 'A report leaves PacketID empty', () => ''),
  reportId('report-packet-id-lower-case', 'A report writes PacketID in lower case', (id) => id.toLowerCase()),
  reportId('report-packet-id-without-prefix', 'A report writes PacketID without its letter', (id) =>
    id.replace(/^P/, ''),
  ),
  reportId('report-packet-id-as-number', 'A report writes PacketID without its zeros', (id) =>
    id.replace(/^(\D*)0+/, '$1'),
  ),
  reportId('report-packet-id-padded', 'A report writes a space after PacketID', (id) => `${id} `),
  ...otherThanGet.map((binding) =>
    report(
      {
        id: `report-differs-over-${binding}`,
        title: `A report over ${binding} has another PacketStatus than over the other bindings`,
        requirement: 'packet-result.same-values',
        rules: ['report/same-content'],
        bindings: [binding],
      },
      (packet) => ({ ...packet, texts: { ...packet.texts, PacketStatus: 'Sent' } }),
    ),
  ),
  report(
    {
      id: 'report-time-zone-over-soap',
      title: 'A report over SOAP writes its times with a zone, over GET and POST without one',
      requirement: 'packet-result.same-values',
      rules: ['report/same-content'],
      bindings: ['soap11', 'soap12'],
    },
    (packet) =>
      editDeliveries(packet, (delivery) => ({
        ...delivery,
        DeliveryTime: `${delivery.DeliveryTime ?? ''}Z`,
      })),
  ),
  report(
    {
      id: 'report-without-deliveries-over-get',
      title: 'A report over HTTP GET has an empty list, over the other bindings a full one',
      requirement: 'packet-result.same-values',
      rules: ['report/same-content'],
      bindings: ['http-get'],
    },
    (packet) => ({ ...packet, deliveries: [] }),
  ),
  report(
    {
      id: 'report-message-over-post',
      title: 'A report over HTTP POST leaves the message out',
      requirement: 'packet-result.same-values',
      // The message of the other bindings is also the one that was sent.
      rules: ['report/same-content', 'delivery/texts'],
      bindings: ['http-post'],
    },
    (packet) => editDeliveries(packet, (delivery) => ({ ...delivery, DeliveredMessage: '' })),
  ),
  report(
    {
      id: 'report-of-earlier-state',
      title: 'A report does not know the last number yet',
      requirement: 'sends.delivery-result-per-recipient',
      rules: ['delivery/recipients'],
    },
    (packet) => ({ ...packet, deliveries: packet.deliveries.slice(0, -1) }),
  ),
  report(
    {
      id: 'report-without-message',
      title: 'A report leaves DeliveredMessage empty',
      requirement: 'delivery-result.delivered-message.meaning',
      rules: ['delivery/texts'],
    },
    (packet) => editDeliveries(packet, (delivery) => ({ ...delivery, DeliveredMessage: '' })),
  ),
  report(
    {
      id: 'report-message-in-parts',
      title: 'A report shows the first 20 characters of the message',
      requirement: 'delivery-result.delivered-message.meaning',
      rules: ['delivery/texts'],
    },
    (packet) =>
      editDeliveries(packet, (delivery) => ({
        ...delivery,
        DeliveredMessage: (delivery.DeliveredMessage ?? '').slice(0, 20),
      })),
  ),
  report(
    {
      id: 'report-deliveries-of-another',
      title: 'A report has the right PacketID above the deliveries of another packet',
      requirement: 'delivery-result.delivered-message.meaning',
      rules: ['delivery/recipients', 'delivery/texts', 'delivery/echo'],
    },
    (packet) =>
      editDeliveries(packet, (delivery) => ({
        ...delivery,
        GsmNumber: '905320000000',
        DeliveredMessage: 'Another message',
        PostType: '0',
        KeyID: 'K0',
      })),
  ),
];

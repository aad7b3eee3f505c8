import type { Defect } from '../defect.ts';
import { editDeliveries } from '../values.ts';
import { reportContentDefects } from './report-content.ts';

const reports = ['ReportSingleShotSms', 'ReportSmsWithPacketId'];

/** Deviations of the two report operations. */
export const reportDefects: readonly Defect[] = [
  {
    id: 'report-other-packet',
    title: 'A report names another packet than the one asked for',
    requirement: 'reports.for-packet',
    rules: ['report/packet'],
    operations: reports,
    seam: 'result',
    change: (packet) => ({
      ...packet,
      texts: { ...packet.texts, PacketID: `${packet.texts.PacketID ?? ''}0` },
    }),
  },
  {
    id: 'get-differs-content',
    title: 'A report over HTTP GET says something else than over the other bindings',
    requirement: 'packet-result.same-values',
    rules: ['report/same-content'],
    bindings: ['http-get'],
    operations: reports,
    seam: 'result',
    change: (packet) => editDeliveries(packet, (delivery) => ({ ...delivery, DeliveryDetail: 'Waiting' })),
  },
  ...reportContentDefects,
];

import type { PacketResult } from '../../model/judging/reply.ts';
import { editDeliveries } from '../values.ts';
import type { Twin } from './twin.ts';

const open = 'Contract §2.3: the allowed values are not shown';
const dates = 'Contract §2.3: the formats of dates and times are not shown';

const order = 'Contract §2.1: no order of the delivery results is stated';

type Texts = Readonly<Record<string, string>>;

/** A twin's other texts in fields that the contract leaves open. */
const holding = (packet: Texts, delivery: Texts) => ({
  seam: 'result' as const,
  change: (result: PacketResult): PacketResult =>
    editDeliveries({ ...result, texts: { ...result.texts, ...packet } }, (each) => ({
      ...each,
      ...delivery,
    })),
});

const at = (text: string): Texts => ({ DeliveryTime: text, SendDate: text });

const formats = [
  ['turkish', '21.11.2026 14:30:05'],
  ['offset', '2026-11-21T14:30:05.1234567+03:00'],
  ['epoch', '1795271405'],
  ['dotnet', '/Date(1795271405000+0300)/'],
  ['words', 'dün akşam'],
  ['empty', ''],
] as const;

const statuses = [
  ['empty', ''],
  ['word', 'OK'],
  ['sentence', 'İşlem başarıyla tamamlandı.'],
] as const;

const outcomes = [
  ['empty', '', ''],
  ['word', 'DELIVERED', 'Delivered to handset'],
  ['turkish', 'İletildi', 'Şu anda ulaşılamıyor: ğüşıöç ĞÜŞİÖÇ'],
  ['markup', '<ok/>', '<b>1 & 2</b> "x" \'y\' ]]> &amp;'],
  ['long', 'x', 'uzun ayrıntı '.repeat(500)],
] as const;

/** Other values where the contract leaves them open. */
export const valueTwins: readonly Twin[] = [
  ...formats.map(
    ([name, text]): Twin => ({
      id: `dates-${name}`,
      title: text === '' ? 'Dates and times are empty' : `Dates and times read ${text}`,
      because: dates,
      ...holding({}, at(text)),
    }),
  ),
  ...statuses.map(
    ([name, text]): Twin => ({
      id: `packet-status-${name}`,
      title: text === '' ? 'PacketStatus is empty' : `PacketStatus reads ${JSON.stringify(text)}`,
      because: open,
      ...holding({ PacketStatus: text }, {}),
    }),
  ),
  ...outcomes.map(
    ([name, result, detail]): Twin => ({
      id: `outcome-${name}`,
      title: `DeliveryResult and DeliveryDetail hold other values: ${name}`,
      because: open,
      ...holding({}, { DeliveryResult: result, DeliveryDetail: detail }),
    }),
  ),
  {
    id: 'deliveries-differ',
    title: 'Delivery results of one packet have outcomes and times of their own',
    because: open,
    operations: ['SendBulkSms', 'ReportSmsWithPacketId'],
    seam: 'result',
    change: (result) => ({
      ...result,
      deliveries: result.deliveries.map((each, place) => ({
        ...each,
        ...at(`2026-11-21 14:30:${String(place).padStart(2, '0')}`),
        DeliveryResult: place === 0 ? '1' : 'waiting',
      })),
    }),
  },
  {
    id: 'bulk-reorders',
    title: 'Delivery results come in the reverse order of the request',
    because: order,
    seam: 'result',
    change: (result) => ({ ...result, deliveries: result.deliveries.toReversed() }),
  },
  {
    id: 'bulk-first-to-end',
    title: 'The delivery result of the first number comes last',
    because: order,
    operations: ['SendBulkSms'],
    seam: 'result',
    change: (result) => ({
      ...result,
      deliveries: [...result.deliveries.slice(1), ...result.deliveries.slice(0, 1)],
    }),
  },
  {
    id: 'bulk-sorts-numbers',
    title: 'Delivery results come in the order of their numbers',
    because: order,
    cases: ['*/duplicates'],
    seam: 'request',
    change: (values) =>
      typeof values.GsmNumbers === 'object'
        ? { ...values, GsmNumbers: values.GsmNumbers.toSorted() }
        : values,
  },
  {
    id: 'numbers-with-plus',
    title: 'A number comes back with a plus sign and spaces',
    because: 'Contract §2.2: the notation of a number is not shown',
    seam: 'result',
    change: (result) =>
      editDeliveries(result, (each) => ({
        ...each,
        GsmNumber: (each.GsmNumber ?? '').replace(/^\+?(\d{2})?/, '+$1 '),
      })),
  },
  {
    id: 'deliveries-none',
    title: 'There are no delivery results yet',
    because: 'Contract §2.1: zero or more',
    seam: 'result',
    change: (result) => ({ ...result, deliveries: [] }),
  },
];

import {
  deliveries,
  delivery,
  deliveryField,
  field,
  numbers,
} from '../../../lib/reference/defects/changes.ts';
import { sends } from '../../../lib/reference/defects/defect.ts';
import type { Deviation } from '../../../lib/reference/seams.ts';
import { equal, type Twin } from './equal.ts';

const open = equal('Contract §2.3: the allowed values are not shown');
const formats = 'Contract §2.3: the formats of dates and times are not shown';
const dates = equal(formats);
const order = 'Contract §2.1: no order of the delivery results is stated';

const at = (text: string) => ({ DeliveryTime: text, SendDate: text });

/** Other ways to write the date and time of the reference. */
const times = [
  ['turkish', '21.11.2026 14:30:05', (iso: string) => iso.replace(/(\d+)-(\d+)-(\d+)T/, '$3.$2.$1 ')],
  ['american', '11/21/2026 14:30:05', (iso: string) => iso.replace(/(\d+)-(\d+)-(\d+)T/, '$2/$3/$1 ')],
  ['offset', '2026-11-21T14:30:05.1234567+00:00', (iso: string) => `${iso}.1234567+00:00`],
  ['dotnet', '/Date(1795271405000+0300)/', (iso: string) => `/Date(${Date.parse(`${iso}Z`)}+0300)/`],
  ['day', '2026-11-21', (iso: string) => iso.slice(0, 10)],
  ['word', 'Today 14:30', (iso: string) => `Today ${iso.slice(11, 16)}`],
  ['zeros', '0000-00-00 00:00:00', () => '0000-00-00 00:00:00'],
  ['arabic', '٢٠٢٦-١١-٢١', (iso: string) => iso.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')],
  [
    'far-zone',
    '14 h ahead',
    (iso: string) => new Date(Date.parse(`${iso}Z`) + 50_400_000).toISOString().slice(0, 19),
  ],
] as const;

/** The next month before this one, or December before November: either may be the day. */
const ambiguous = (iso: string) => {
  const month = Math.min(Number(iso.slice(5, 7)) + 1, 12);
  return `${month}/${month - 1}/${iso.slice(0, 4)} 10:00`;
};

const outcomes = [
  ['empty', '', ''],
  ['turkish', 'İletildi', 'Şu anda ulaşılamıyor: ğüşıöç ĞÜŞİÖÇ'],
  ['markup', '<ok/>', '<b>1 & 2</b> "x" \'y\' ]]> &amp;'],
] as const;

/** Other values where the contract leaves them open. */
export const valueTwins: readonly Twin[] = [
  ...times.flatMap(([name, text, write]) =>
    dates.in(delivery, {
      [`dates-${name}: Dates and times read ${text}`]: ({ SendDate }) => at(write(SendDate)),
    }),
  ),
  // Times that are in the order of a send and its delivery, or of which that is not known.
  ...dates.in(deliveryField('DeliveryTime'), {
    'delivery-time-unset: A delivery that has not happened yet has the empty date of .NET': () =>
      '0001-01-01T00:00:00',
    'delivery-time-date: DeliveryTime is a date without a time': (time) => time.slice(0, 10),
    'delivery-time-zone: DeliveryTime has a zone, and SendDate none': (time) => `${time}-03:00`,
  }),
  ...dates.in(delivery, {
    'dates-ambiguous: A DeliveryTime whose month could be its day, before the SendDate only if it is': (
      texts,
    ) => ({
      DeliveryTime: ambiguous(texts.SendDate),
    }),
    'dates-instant: DeliveryTime and SendDate write one instant in two zones': ({ SendDate }) => ({
      SendDate: `${SendDate}+00:00`,
      DeliveryTime: `${new Date(Date.parse(`${SendDate}Z`) - 10_800_000).toISOString().slice(0, 19)}-03:00`,
    }),
  }),
  ...equal('Contract §5: what a ServiceTicket is scoped to is not shown', {
    cases: ['*/ticket-of-connection'],
  }).in((request: Deviation['request']) => ({ request }) as Deviation, {
    'tickets-unchecked: Any ticket is taken': (values, { operation }) => ({
      ...values,
      [operation.ticket.name]: 'any',
    }),
  }),
  ...equal('Contract §2.1: zero or more delivery results', { operations: sends }).in(deliveries, {
    'deliveries-none: There are no delivery results yet, and reports list them': () => [],
  }),
  ...equal(formats, { operations: sends }).in(deliveryField('SendDate'), {
    'send-date-minutes: SendDate ends with the minutes in a send, and not in a report': (time) =>
      time.slice(0, 16),
    'send-date-unset: A send has the empty date of .NET as SendDate, because nothing was sent yet': () =>
      '0001-01-01T00:00:00',
  }),
  ...dates.in(delivery, { 'dates-empty: Dates and times are empty': () => at('') }),
  ...open.in(field('PacketStatus'), {
    'packet-status-empty: PacketStatus is empty': () => '',
    'packet-status-sentence: PacketStatus reads "İşlem başarıyla tamamlandı."': () =>
      'İşlem başarıyla tamamlandı.',
  }),
  ...outcomes.flatMap(([name, DeliveryResult, DeliveryDetail]) =>
    open.in(delivery, {
      [`outcome-${name}: DeliveryResult and DeliveryDetail hold other values: ${name}`]: () => ({
        DeliveryResult,
        DeliveryDetail,
      }),
    }),
  ),
  ...equal('Contract §2.3: the allowed values are not shown').in(deliveries, {
    'deliveries-differ: Delivery results of one packet have outcomes and times of their own': (deliveries) =>
      deliveries.map((each, place) => ({
        ...each,
        ...at(
          `${each.SendDate.slice(0, 10)} ${each.SendDate.slice(11, 17)}${String(place % 60).padStart(2, '0')}`,
        ),
        DeliveryResult: place === 0 ? '1' : 'waiting',
      })),
  }),
  ...equal(order).in(deliveries, {
    'bulk-reorders: Delivery results come in the reverse order of the request': (deliveries) =>
      deliveries.toReversed(),
  }),
  ...equal(order, { bindings: ['http-get'] }).in(deliveries, {
    'get-reorders: Over HTTP GET, delivery results come in the reverse order of the request': (deliveries) =>
      deliveries.toReversed(),
  }),
  ...equal(order, { cases: ['*/duplicates'] }).in(numbers, {
    'bulk-sorts-numbers: Delivery results come in the order of their numbers': (numbers) =>
      numbers.toSorted(),
  }),
  ...equal('Contract §2.1: zero or more').in(deliveries, {}),
];

import { type Defect, plain, reports, sends, soap } from '../defect.ts';
import { trips } from '../table.ts';

const lost = 'bindings.soap11.response-status';

/** Deviations in the identifier that a send gives. */
const packetIds: readonly Defect[] = [
  // Nothing then asks for a report: white space identifies no packet.
  ...trips('send/packet-id', 'sends.packet-id', { operations: sends }).onTexts({
    'send-without-packet-id: A send leaves PacketID empty': () => ({ PacketID: '' }),
    'packet-id-blank: A send gives a space as PacketID': () => ({ PacketID: ' ' }),
  }),
  ...trips('send/packet-id', 'sends.packet-id', { operations: sends, bindings: ['http-post'] }).onTexts({
    'packet-id-empty-over-post: A send over HTTP POST leaves PacketID empty': () => ({ PacketID: '' }),
  }),
  // A report then shows the first packet, whatever was sent in this one; and none at all to another ServiceTicket.
  ...trips(
    [
      'send/distinct-packets',
      'send/new-packet',
      'delivery/recipients',
      'delivery/texts',
      'delivery/echo',
      'http/status',
    ],
    'sends.packet-id-distinct',
    {
      cases: ['*/ticket-escaping'],
      operations: sends,
    },
  ).onTexts({
    'packet-id-constant: Every send gives the identifier of the first packet': () => ({
      PacketID: 'P000001',
    }),
  }),
  // A report then asks for a packet that does not exist.
  ...trips(['send/distinct-packets', 'send/new-packet', 'http/status'], 'sends.packet-id-distinct', {
    operations: sends,
  }).onTexts({
    'packet-id-cut: PacketID of a send loses its last three digits': ({ PacketID = '' }) => ({
      PacketID: PacketID.slice(0, -3),
    }),
    'packet-id-per-operation: Every packet of an operation has the same identifier': (
      _,
      __,
      { operation },
    ) => ({ PacketID: operation.name }),
    'packet-id-date: The identifier of a packet is the time of its sending': (_, { deliveries }) => ({
      PacketID: deliveries[0]?.SendDate ?? '',
    }),
  }),
  // Nothing is known by it, and two texts of one exchange have lengths of their own; an empty text has none.
  ...trips(['send/new-packet', 'send/packet-id', 'http/status'], 'sends.packet-id-new', {
    cases: ['*/message-blank'],
    operations: sends,
    bindings: ['http-get'],
  }).onTexts({
    'packet-id-of-message-length: The identifier of a packet over HTTP GET is as many letters as its text has, as a poor cache key would be':
      (_, { deliveries }) => ({ PacketID: 'x'.repeat((deliveries[0]?.DeliveredMessage ?? '').length) }),
  }),
  ...trips('http/status', lost, { operations: sends }).onTexts({
    'packet-id-unknown-to-reports: The identifier that a send gives is in lower case, and no report knows it':
      ({ PacketID = '' }) => ({ PacketID: PacketID.toLowerCase() }),
  }),
];

const perRecipient = 'sends.delivery-result-per-recipient';
const onceEach = 'sends.delivery-result-once-each';
/** What is left of a list may still hold every recipient, where a number is given twice. */
const fewer = ['delivery/recipients', 'delivery/once-each'];
const duplicates = { cases: ['*/duplicates'] };
const bulk = { operations: ['SendBulkSms'] };

/** A bulk send whose answer lists other delivery results, while its report is right. */
const answers: readonly Defect[] = [
  ...trips(fewer, perRecipient, { ...bulk, ...duplicates }).onDeliveries({
    'bulk-drops-first: A bulk send says nothing about its first number': (list) => list.slice(1),
    'bulk-drops-last: A bulk send says nothing about its last number': (list) => list.slice(0, -1),
  }),
  ...trips('delivery/once-each', onceEach, bulk).onDeliveries({
    'bulk-repeats-first: A bulk send answers its first number twice': (list) => [
      ...list.slice(0, 1),
      ...list,
    ],
  }),
  ...trips(fewer, perRecipient, bulk).onDeliveries({
    'bulk-first-everywhere: Every answer of a bulk send is for its first number': (list) =>
      list.flatMap(() => list.slice(0, 1)),
  }),
  ...trips('delivery/recipients', perRecipient, bulk).onDeliveries({
    'bulk-one-more: A bulk send answers a number that nobody gave': (list) => [
      ...list,
      ...list.slice(-1).map((last) => ({ ...last, GsmNumber: '905320000000' })),
    ],
  }),
];

/** Two numbers that are read as one are missing, and their text is no number. */
const asOne = ['delivery/recipients', 'delivery/number'];

/** A bulk send that understands another list of numbers, and reports on that one. */
const understood: readonly Defect[] = [
  ...trips(fewer, perRecipient, duplicates).onList('GsmNumbers', {
    'bulk-only-last: A bulk send goes to the last of its numbers only': (numbers) => numbers.slice(-1),
    'bulk-only-first: A bulk send goes to the first of its numbers only': (numbers) => numbers.slice(0, 1),
  }),
  ...trips(asOne, perRecipient, { bindings: plain }).onList('GsmNumbers', {
    'bulk-form-merges-numbers: The repeated fields of a form become one number, with commas, as ASP.NET reads a collection':
      (numbers) => [numbers.join(',')],
  }),
  ...trips(asOne, perRecipient, { bindings: ['soap11'] }).onList('GsmNumbers', {
    'bulk-soap11-list-as-one: The list of a SOAP 1.1 request is read as one text': (numbers) => [
      numbers.join(''),
    ],
  }),
  ...trips('delivery/once-each', onceEach, { cases: ['*/duplicates', '*/adjacent-duplicates'] }).onList(
    'GsmNumbers',
    {
      'bulk-removes-duplicates: A number that is given twice gets one message': (numbers) => [
        ...new Set(numbers),
      ],
    },
  ),
  ...trips('delivery/recipients', perRecipient, { onlyAffects: true, cases: ['*/hundred-numbers'] }).onList(
    'GsmNumbers',
    {
      'bulk-at-most-fifty: A bulk send goes to its first 50 numbers': (numbers) => numbers.slice(0, 50),
    },
  ),
];

const number = 'delivery-result.gsm-number.meaning';

/** A service that writes the numbers in another way, or other numbers. */
const written: readonly Defect[] = [
  ...trips('delivery/number', number).onDelivery({
    'numbers-masked: The last digits of a number are masked': ({ GsmNumber = '' }) => ({
      GsmNumber: GsmNumber.replace(/.{1,4}$/, '****'),
    }),
    'numbers-empty: GsmNumber is empty': () => ({ GsmNumber: '' }),
    'numbers-as-double: A number is written as a floating-point one': ({ GsmNumber = '' }) => ({
      GsmNumber: Number(GsmNumber.replace(/\D/g, '')).toExponential(),
    }),
  }),
  ...trips(fewer, perRecipient, { cases: ['*/mixed-formats'] }).onDelivery({
    'numbers-other-country: A number comes back with another country code': ({ GsmNumber = '' }) => ({
      GsmNumber: GsmNumber.replace(/^\+?90/, '49'),
    }),
  }),
  ...trips([...fewer, 'delivery/number'], perRecipient, {
    cases: ['*/number-format', '*/mixed-formats'],
  }).onDelivery({
    'numbers-longer: A number comes back with digits in front': ({ GsmNumber = '' }) => ({
      GsmNumber: `9${GsmNumber}`,
    }),
  }),
  ...trips('delivery/recipients', perRecipient).onDelivery({
    'numbers-last-digit-lost: A number loses its last digit': ({ GsmNumber = '' }) => ({
      GsmNumber: GsmNumber.slice(0, -1),
    }),
  }),
  ...trips('delivery/number-notation', 'gaps.gsm-number-notation').onDelivery({
    'numbers-as-uri: A number is written as a tel URI': ({ GsmNumber = '' }) => ({
      GsmNumber: `tel:${GsmNumber}`,
    }),
    'numbers-dotted: A number is written with dots': ({ GsmNumber = '' }) => ({
      GsmNumber: GsmNumber.replace(/\d{3}(?=\d)/g, '$&.'),
    }),
  }),
];

/** Deviations in what a send makes of its recipients. */
export const sendDefects: readonly Defect[] = [...packetIds, ...answers, ...understood, ...written];

const sameValues = 'packet-result.same-values';
const message = 'delivery-result.delivered-message.meaning';

/** Reports that name another packet, or say something else of the right one. */
export const reportDefects: readonly Defect[] = [
  ...trips('report/packet', 'reports.for-packet', { operations: reports }).onTexts({
    'report-other-packet: A report names another packet than the one asked for': ({ PacketID = '' }) => ({
      PacketID: `${PacketID}0`,
    }),
    'report-packet-id-empty: A report leaves PacketID empty': () => ({ PacketID: '' }),
    'report-packet-id-lower-case: A report writes PacketID in lower case': ({ PacketID = '' }) => ({
      PacketID: PacketID.toLowerCase(),
    }),
    'report-packet-id-without-prefix: A report writes PacketID without its letter': ({ PacketID = '' }) => ({
      PacketID: PacketID.replace(/^P/, ''),
    }),
    'report-packet-id-as-number: A report writes PacketID without its zeros': ({ PacketID = '' }) => ({
      PacketID: PacketID.replace(/^(\D*)0+/, '$1'),
    }),
    'report-packet-id-padded: A report writes a space after PacketID': ({ PacketID = '' }) => ({
      PacketID: `${PacketID} `,
    }),
  }),
  ...trips('report/same-content', sameValues, { operations: reports, bindings: ['http-get'] }).onDelivery({
    'get-differs-content: A report over HTTP GET says something else than over the other bindings': () => ({
      DeliveryDetail: 'Waiting',
    }),
  }),
  ...(['soap11', 'soap12', 'http-post'] as const).flatMap((binding) =>
    trips('report/same-content', sameValues, { operations: reports, bindings: [binding] }).onTexts({
      [`report-differs-over-${binding}: A report over ${binding} has another PacketStatus than over the other bindings`]:
        () => ({ PacketStatus: 'Sent' }),
    }),
  ),
  ...trips('report/same-content', sameValues, { operations: reports, bindings: soap }).onDelivery({
    'report-time-zone-over-soap: A report over SOAP writes its times with a zone, over GET and POST without one':
      ({ DeliveryTime = '' }) => ({ DeliveryTime: `${DeliveryTime}Z` }),
  }),
  ...trips('report/same-content', sameValues, { operations: reports, bindings: ['http-get'] }).onDeliveries({
    'report-without-deliveries-over-get: A report over HTTP GET has an empty list, over the other bindings a full one':
      () => [],
  }),
  // The message of the other bindings is also the one that was sent.
  ...trips(['report/same-content', 'delivery/texts'], sameValues, {
    operations: reports,
    bindings: ['http-post'],
  }).onDelivery({
    'report-message-over-post: A report over HTTP POST leaves the message out': () => ({
      DeliveredMessage: '',
    }),
  }),
  ...trips('delivery/recipients', perRecipient, { operations: reports }).onDeliveries({
    'report-of-earlier-state: A report does not know the last number yet': (list) => list.slice(0, -1),
  }),
  ...trips('delivery/texts', message, { operations: reports }).onDelivery({
    'report-without-message: A report leaves DeliveredMessage empty': () => ({ DeliveredMessage: '' }),
    'report-message-in-parts: A report shows the first 20 characters of the message': ({
      DeliveredMessage = '',
    }) => ({ DeliveredMessage: DeliveredMessage.slice(0, 20) }),
  }),
  ...trips(['delivery/recipients', 'delivery/texts', 'delivery/echo'], message, {
    operations: reports,
  }).onDelivery({
    'report-deliveries-of-another: A report has the right PacketID above the deliveries of another packet':
      () => ({
        GsmNumber: '905320000000',
        DeliveredMessage: 'Another message',
        PostType: '0',
        KeyID: 'K0',
      }),
  }),
];

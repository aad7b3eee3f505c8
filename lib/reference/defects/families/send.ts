import type { PacketResult } from '../../../model/judging/reply.ts';
import { deliveries, delivery, deliveryField, element, field, numbers, packet, reply } from '../changes.ts';
import { found, overGet, overPost, plain, type Reach, reports, sends, soap } from '../defect.ts';
import { bodyOf } from '../wire.ts';

const inSends = { operations: sends };
const blank = { ...inSends, cases: ['*/message-blank'] };
const sameSend = { ...inSends, cases: ['*/same-send-over-every-binding'] };
const inReports = { operations: reports };
const single = { operations: ['SingleShotSmsWithTypeAndKeyID'] };
const bulk = { operations: ['SendBulkSms'] };
const byPacketId = { operations: ['ReportSmsWithPacketId'] };
const ofSingleShots = { ...byPacketId, cases: ['*/single-shot-packet'] };
const manyNumbers = ['*/many-numbers', '*/bulk-packet-many-numbers'];
const duplicates = { cases: ['*/duplicates'] };

const ok = 'bindings.*.response-status';
const distinct = 'sends.packet-id-distinct';
const listed = 'reports.delivery-results';
const perRecipient = 'sends.delivery-result-per-recipient';
const onceEach = 'sends.delivery-result-once-each';
const asSent = 'delivery-result.gsm-number.as-sent';
const meaning = 'delivery-result.gsm-number.meaning';
const ofNumbers = [asSent, meaning, perRecipient];
const message = 'delivery-result.delivered-message.meaning';

/** Nothing is known by the identifier, so that a report asks for a packet that does not exist. */
const lost = ['send/distinct-packets', 'send/new-packet', 'http/status'];
const reused = ['send/new-packet', 'send/packet-id', 'http/status'];
const another = ['delivery/recipients', 'delivery/texts', 'delivery/echo'];

/** Rules for a shortened list, which may still hold every recipient if a number is sent twice. */
const fewer = ['delivery/recipients', 'delivery/once-each'];
const anyNotation = [...fewer, 'delivery/number', 'delivery/number-notation'];

/** Two numbers that are read as one are missing, and their text is no number. */
const asOne = ['delivery/recipients', 'delivery/number'];

const packetId = field('PacketID');
const packetStatus = field('PacketStatus');
const result = deliveryField('DeliveryResult');
const number = deliveryField('GsmNumber');

/** Returns the scope of exchanges with numbers in every notation, and with texts of these classes, which are no numbers. */
const odd = (classes: string) => ({
  cases: [`*/values/soap11/${classes}`, '*/number-format', '*/mixed-formats'],
});

/** Reports whose content is another over these bindings. */
const differing = (scope: Reach, ...more: readonly string[]) =>
  found(['report/same-content', ...more], 'packet-result.same-values', { ...inReports, ...scope });

const isBlank = ({ deliveries }: PacketResult) => deliveries[0]?.DeliveredMessage?.trim() === '';

export const sendDefects = [
  // Nothing then asks for a report: white space identifies no packet.
  ...found('send/packet-id', 'sends.packet-id', inSends).in(packetId, {
    'send-without-packet-id: A send leaves PacketID empty': () => '',
  }),
  ...found('send/packet-id', 'sends.packet-id', { ...inSends, ...overPost }).in(packetId, {
    'packet-id-empty-over-post: A send over HTTP POST leaves PacketID empty': () => '',
  }),
  // Such a reply refuses a text that need not be taken (§4.6), so it breaks nothing.
  ...found('send/packet-id', 'sends.packet-id', { ...blank, onlyAffects: true }).in(packet, {
    'blank-refused-without-packet: A blank message is answered with a packet result that has no PacketID and lists nothing':
      (whole) => (isBlank(whole) ? { texts: { PacketID: '', PacketStatus: '-5' }, deliveries: [] } : whole),
  }),
  // A report then shows the first packet, whatever was sent in this one; and none at all to another ServiceTicket.
  ...found([...lost, ...another], distinct, { ...inSends, cases: ['*/ticket-escaping'] }).in(packetId, {
    'packet-id-constant: Every send gives the identifier of the first packet': () => 'P000001',
  }),
  ...found(lost, distinct, inSends).in(packetId, {
    'packet-id-cut: PacketID of a send loses its last three digits': (id) => id.slice(0, -3),
  }),
  // Two texts of one exchange have lengths of their own; an empty text has none.
  ...found(reused, 'sends.packet-id-new', { ...blank, ...overGet }).in(packetId, {
    'packet-id-of-message-length: The identifier of a packet over HTTP GET is as many letters as its text has, as a poor cache key would be':
      (_, { deliveries }) => 'x'.repeat((deliveries[0]?.DeliveredMessage ?? '').length),
  }),
  ...found('http/status', ok, inSends).in(packetId, {
    'packet-id-unknown-to-reports: The identifier that a send gives is in lower case, and no report knows it':
      (id) => id.toLowerCase(),
  }),
  // The same send means something else over another binding.
  ...found('send/same-meaning', 'sends.same-meaning', { ...sameSend, ...overGet }).in(packetStatus, {
    'status-of-send-differs-over-get: PacketStatus of a send is another over HTTP GET': () => 'Queued',
  }),
  ...found('send/same-meaning', 'sends.same-meaning', { ...sameSend, ...overPost }).in(result, {
    'result-of-send-differs-over-post: DeliveryResult of a send is another over HTTP POST': () => 'Waiting',
  }),
  ...found(fewer, perRecipient, { ...bulk, ...duplicates }).in(deliveries, {
    'bulk-drops-last: A bulk send says nothing about its last number': (list) => list.slice(0, -1),
  }),
  ...found('delivery/once-each', onceEach, bulk).in(deliveries, {
    'bulk-repeats-first: A bulk send answers its first number twice': (all) => all.slice(0, 1).concat(all),
  }),
  ...found('delivery/recipients', perRecipient, bulk).in(deliveries, {
    'bulk-one-more: A bulk send answers a number that was not sent': (list) =>
      list.concat(list.slice(-1).map((last) => ({ ...last, GsmNumber: '905320000000' }))),
  }),
  ...found(fewer, perRecipient, duplicates).in(numbers, {
    'bulk-only-last: A bulk send goes to the last of its numbers only': (all) => all.slice(-1),
  }),
  ...found(asOne, perRecipient, { bindings: plain }).in(numbers, {
    'bulk-form-merges-numbers: The repeated fields of a form become one number, with commas, as ASP.NET reads a collection':
      (all) => [all.join(',')],
  }),
  ...found(asOne, perRecipient, { bindings: ['soap11'] }).in(numbers, {
    'bulk-soap11-list-as-one: The list of a SOAP 1.1 request is read as one text': (all) => [all.join('')],
  }),
  ...found('delivery/once-each', onceEach, { cases: ['*/duplicates', '*/adjacent-duplicates'] }).in(numbers, {
    'bulk-removes-duplicates: A number that is sent twice gets one message': (all) => [...new Set(all)],
  }),
  ...found('delivery/recipients', perRecipient, { cases: ['*/hundred-numbers'] }).in(numbers, {
    'bulk-at-most-fifty: A bulk send goes to its first 50 numbers': (all) => all.slice(0, 50),
  }),
  // Texts that are no numbers are compared as texts, and so with their signs, spaces and zeros.
  ...found(anyNotation, ofNumbers, odd('{empty,space,signed}')).in(number, {
    'numbers-masked: The last digits of a number are masked': [/.{1,4}$/, '****'],
    'numbers-longer: A number comes back with digits in front': (text) => `9${text}`,
    'numbers-with-plus: A number comes back with a plus sign and spaces': [/^\+?(\d{2})?/, '+$1 '],
    'numbers-as-uri: A number is written as a tel URI': (text) => `tel:${text}`,
  }),
  ...found(anyNotation, ofNumbers, odd('{exponent,syntax,signed}')).in(number, {
    'numbers-without-zeros: A number comes back without its leading zeros': [/^0+/, ''],
  }),
  ...found([...fewer, 'delivery/number'], meaning, odd('signed')).in(number, {
    'numbers-empty: GsmNumber is empty': () => '',
  }),
  ...found(fewer, perRecipient, odd('signed')).in(number, {
    'numbers-other-country: A number comes back with another country code': [/^\+?90/, '49'],
  }),
  ...found(['delivery/recipients', 'delivery/number-notation'], asSent, odd('zero')).in(number, {
    'numbers-without-plus: A number comes back without its plus sign': [/^\+/, ''],
  }),
  ...found([...asOne, 'delivery/number-notation'], asSent, odd('{exponent,word-null}')).in(number, {
    'numbers-dotted: A number is written with dots': [/\d{3}(?=\d)/g, '$&.'],
  }),
  // Behind a zero, the digit makes it the number with its country code.
  ...found('delivery/recipients', perRecipient, single).in(number, {
    'number-constant: A single-shot send answers with the same number every time': () => '905000000000',
  }),
];

/** Reports that name another packet, or say something else of the right one. */
export const reportDefects = [
  ...found('report/packet', 'reports.for-packet', inReports).in(packetId, {
    'report-other-packet: A report names another packet than the requested one': (id) => `${id}0`,
    'report-packet-id-lower-case: A report writes PacketID in lower case': (id) => id.toLowerCase(),
  }),
  ...differing(overGet).in(deliveryField('DeliveryDetail'), {
    'get-differs-content: A report over HTTP GET differs from those over other bindings': () => 'Waiting',
  }),
  ...(['soap11', 'soap12', 'http-post'] as const).flatMap((binding) =>
    differing({ bindings: [binding] }).in(packetStatus, {
      [`report-differs-over-${binding}: A report over ${binding} has another PacketStatus than over the other bindings`]:
        () => 'Sent',
    }),
  ),
  ...differing({ bindings: soap }).in(deliveryField('DeliveryTime'), {
    'report-time-zone-over-soap: A report over SOAP writes its times with a zone, over GET and POST without one':
      (time) => `${time}Z`,
  }),
  // The message of the other bindings is also the one that was sent.
  ...differing(overPost, 'delivery/texts').in(deliveryField('DeliveredMessage'), {
    'report-message-over-post: A report over HTTP POST leaves the message out': () => '',
  }),
  ...found('run/delivery-results', 'service.delivery-outcome').in(deliveries, {
    'no-delivery-results: Neither sends nor reports ever list a delivery result': () => [],
  }),
  ...found('run/delivery-results', 'service.delivery-outcome').in(element('DeliveryResults'), {
    'delivery-results-unwritten: The list of delivery results is always written empty': { children: [] },
  }),
  ...found('report/delivery-results', listed, inReports).in(deliveries, {
    'report-lists-nothing: A report lists no delivery results, though the reply to the send did': () => [],
  }),
  ...found('report/delivery-results', listed, ofSingleShots).in(deliveries, {
    'report-without-single-shots: A report by packet identifier lists nothing of single-shot packets': (
      all,
    ) => (all.some(({ KeyID }) => KeyID !== '') ? [] : all),
  }),
  // Of a packet with one number nothing is left.
  ...found([...fewer, 'report/delivery-results'], perRecipient, {
    ...inReports,
    cases: ['*/values/soap11/spaces-around'],
  }).in(deliveries, {
    'report-of-earlier-state: A report does not know the last number yet': (list) => list.slice(0, -1),
  }),
  ...found('delivery/recipients', perRecipient, { ...inReports, cases: manyNumbers }).in(deliveries, {
    'report-at-most-twenty: A report knows the first 20 recipients of a packet': (list) => list.slice(0, 20),
  }),
  ...found('delivery/texts', message, inReports).in(deliveryField('DeliveredMessage'), {
    'report-without-message: A report leaves DeliveredMessage empty': () => '',
  }),
  // A packet whose text is hard to escape exists, so its report is as little open as any other.
  ...found('http/status', ok, { ...inReports, cases: ['*/message'] }).in(reply, {
    'report-of-markup-fails: A report on a packet whose message holds markup is answered with 500': (
      whole,
    ) => (bodyOf(whole).includes('&lt;b&gt;') ? { status: 500 } : {}),
  }),
  // Only the send is open: of a packet that exists, every recipient is reported.
  ...found('http/status', ok, { ...byPacketId, cases: ['*/many-numbers'] }).in(reply, {
    'report-of-twenty-fails: A report on a packet of twenty recipients or more is answered with 500': (
      whole,
    ) => (bodyOf(whole).split('<GsmNumber>').length > 20 ? { status: 500 } : {}),
  }),
  ...found(another, message, inReports).in(delivery, {
    'report-deliveries-of-another: A report has the right PacketID above the deliveries of another packet':
      () => ({ GsmNumber: '905320000000', DeliveredMessage: 'Another message', PostType: '0', KeyID: 'K0' }),
  }),
];

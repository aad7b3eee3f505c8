import { isMarkup } from '../../write/write-xml.ts';
import { delivery, deliveryField, echoed, element, text } from '../changes.ts';
import { found, reports, slugOf } from '../defect.ts';
import { child, first, last, lastFirst, nested, nothing, plus, twice } from '../tree.ts';

const item = element('EmSmsDeliveryResult');

/** The fields of contract §2.2, each with a name that differs in the case of one letter. */
const fields = [
  ['GsmNumber', 'GSmNumber'],
  ['DeliveryResult', 'Deliveryresult'],
  ['DeliveryDetail', 'deliveryDetail'],
  ['DeliveryTime', 'Deliverytime'],
  ['DeliveredMessage', 'deliveredMessage'],
  ['PostType', 'Posttype'],
  ['KeyID', 'KeyId'],
  ['SendDate', 'Senddate'],
] as const;

const timeOrder = 'delivery-result.delivery-time.not-before-sending';
const sendDate = 'delivery-result.send-date.in-reports';

/** Moves a time of the reference by hours. */
const moved = (time: string, hours: number) =>
  new Date(Date.parse(`${time}Z`) + hours * 3_600_000).toISOString().slice(0, 19);

/** Writes a time of the reference in a format, where `$1` to `$6` are year, month, day, hour, minute, second. */
const written = (format: string) => (time: string) =>
  time.replace(/(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)/, format);

const isTime = ['delivery-result.delivery-time.is-time', 'delivery-result.send-date.is-time'];
const ofSending = 'delivery-result.send-date.of-sending';

const keyId = 'delivery-result.key-id.meaning';
const bulkSend = { cases: ['SendBulkSms/no-identifiers'], operations: ['SendBulkSms'] };

/** Deviations of a single delivery result, contract §2.2. */
export const deliveryDefects = [
  // Every field of a delivery result, deviating in every way in which a field can.
  ...fields.flatMap(([field, inOtherCase]) => {
    const slug = slugOf(field);
    const requirement = `delivery-result.${slug}`;
    // The contract ties the names of these two to those of parameters.
    const named = field === 'PostType' || field === 'KeyID' ? `${requirement}.name` : requirement;
    return [
      ...found('delivery/field-once', requirement).in(element(field), {
        [`delivery-${slug}-missing: No delivery result has a ${field}`]: nothing,
        [`delivery-${slug}-twice: Every ${field} appears twice`]: twice,
      }),
      // A name that the contract does not know is also a field too many.
      ...found(['delivery/field-once', 'delivery/only-fields'], named).in(element(field), {
        [`delivery-${slug}-letter-case: ${field} is written ${inOtherCase}`]: { name: inOtherCase },
      }),
      ...found('delivery/field-namespace', requirement).in(element(field), {
        [`delivery-${slug}-no-namespace: ${field} is in no namespace`]: { uri: '' },
      }),
      ...found('delivery/field-text', `${requirement}.type`).in(element(field), {
        [`delivery-${slug}-wrapped: ${field} holds its text in an element of its own name`]: nested,
      }),
    ];
  }),
  ...found('delivery/field-once', 'delivery-result.delivery-detail').in(text, {
    'delivery-field-missing-in-last: The last delivery result has no DeliveryDetail': [
      /(.*)<DeliveryDetail.*?(?=<DeliveryTime)/s,
      '$1',
    ],
  }),
  ...found('delivery/field-once', 'delivery-result.key-id', { bindings: ['http-get'] }).in(element('KeyID'), {
    'delivery-key-id-missing-over-get: The delivery results have no KeyID over HTTP GET': nothing,
  }),
  ...found('delivery/field-once', 'delivery-result.post-type', {
    operations: ['SendBulkSms', 'ReportSmsWithPacketId'],
  }).in(item, {
    'delivery-empty-fields-missing: Fields without text are left out, as ASP.NET does with null': (item) => ({
      children: item.children.filter((field) => !isMarkup(field) || field.children.length > 0),
    }),
  }),
  ...found('delivery/only-fields', 'fields.only-delivery-result').in(item, {
    'delivery-extra-field: A delivery result has an unknown field': last(child('Operator', '1')),
  }),
  ...found('delivery/field-order', 'delivery-result.field-order').in(item, {
    'delivery-fields-reversed: The fields of a delivery result appear in reverse order': ({ children }) => ({
      children: children.toReversed(),
    }),
    'delivery-date-before-number: SendDate, the last field of a delivery result, appears first': lastFirst,
  }),
  ...found('result/schema', 'delivery-result.delivery-time.type').in(element('DeliveryTime'), {
    'delivery-time-nil: DeliveryTime is null by xsi:nil instead of empty': {
      attributes: [['xsi:nil', 'true']],
      children: [],
    },
  }),
  ...found('result/schema', 'delivery-result.delivery-result.type').in(element('DeliveryResult'), {
    'delivery-result-typed-int: DeliveryResult has the xsi:type of a number': plus(['xsi:type', 'xsd:int']),
  }),
  ...found('result/schema', 'fields.type').in(item, {
    'delivery-loose-text: A delivery result has text between its fields': first('delivered'),
  }),
  ...found('delivery/echo', 'delivery-result.post-type.meaning').in(delivery, {
    'posttype-keyid-swapped: PostType and KeyID of a delivery result are exchanged': (item) => ({
      PostType: item.KeyID,
      KeyID: item.PostType,
    }),
  }),
  ...found('delivery/echo', keyId, { operations: reports }).in(deliveryField('KeyID'), {
    'key-id-only-in-sends: A report leaves KeyID empty': () => '',
  }),
  ...found('delivery/echo', keyId, { cases: ['*/key-id'] }).in(echoed('KeyID'), {
    'key-id-lower-cased: KeyID comes back in lower case': (id) => id.toLowerCase(),
    'key-id-as-number: KeyID loses its leading zeros': [/^0+(?=.)/, ''],
  }),
  ...found('delivery/echo', 'delivery-result.post-type.meaning', {
    cases: ['*/distinct-values'],
    operations: ['SingleShotSmsWithTypeAndKeyID'],
  }).in(echoed('PostType'), {
    'post-type-from-message-type: A single-shot send takes MessageType for PostType': (_, { MessageType }) =>
      String(MessageType),
  }),
  ...found('case/expectation', 'gaps.pinned-values', bulkSend).in(delivery, {
    'bulk-post-type-zero: A bulk send, which has no PostType, answers with PostType 0': () => ({
      PostType: '0',
    }),
    'bulk-key-id-packet: A bulk send, which has no KeyID, answers with the identifier of the packet as KeyID':
      (_, { texts }) => ({ KeyID: texts.PacketID }),
  }),
  // Deviations of the two times, which say less about each other than they should (contract §2.2).
  ...found('delivery/time-order', timeOrder).in(deliveryField('DeliveryTime'), {
    'delivery-time-in-utc: DeliveryTime is in UTC, SendDate in the time of Turkey': (time) => moved(time, -3),
    'delivery-time-day-only: DeliveryTime is the date of the day before, in another format': (time) =>
      moved(time, -24).slice(0, 10).split('-').reverse().join('.'),
  }),
  ...found('delivery/times', isTime).in(delivery, {
    'dates-invalid: Dates and times read Invalid Date': () => ({
      DeliveryTime: 'Invalid Date',
      SendDate: 'Invalid Date',
    }),
    'dates-month-45: Minutes appear in the place of the month, and there is no 45th month': (item) => ({
      DeliveryTime: written('$1-45-$3T$4:45:$6')(item.DeliveryTime),
      SendDate: written('$1-45-$3T$4:45:$6')(item.SendDate),
    }),
  }),
  ...found('delivery/times', isTime[1] ?? '').in(deliveryField('SendDate'), {
    'send-date-day-for-month: SendDate has the day in the place of the month, such as 2026-27-11': (time) =>
      written('$1-27-$2T$4:$5:$6')(time),
  }),
  ...found('delivery/send-date', ofSending).in(delivery, {
    'dates-hijri: Dates and times are of another calendar': (item) => ({
      DeliveryTime: written('1448-06-07T$4:$5:$6')(item.DeliveryTime),
      SendDate: written('1448-06-07T$4:$5:$6')(item.SendDate),
    }),
    'dates-seconds-as-milliseconds: Seconds are taken for milliseconds, so that dates are of January 1970': (
      item,
    ) => {
      const wrong = new Date(Date.parse(`${item.SendDate}Z`) / 1000).toISOString().slice(0, 19);
      return { DeliveryTime: wrong, SendDate: wrong };
    },
  }),
  ...found('report/send-date', sendDate, { operations: reports }).in(delivery, {
    'report-dates-in-local-time: A report writes its times in the time of Turkey, a send in UTC': (item) => ({
      DeliveryTime: moved(item.DeliveryTime, 3),
      SendDate: moved(item.SendDate, 3),
    }),
  }),
  ...found(['report/send-date', 'delivery/send-date'], [sendDate, ofSending], { operations: reports }).in(
    delivery,
    {
      'report-send-date-unset: A report has the empty date of .NET as SendDate': () => ({
        SendDate: '0001-01-01T00:00:00',
      }),
    },
  ),
];

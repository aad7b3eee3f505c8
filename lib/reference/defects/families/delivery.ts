import { isElement } from '../../write/write-xml.ts';
import { type Defect, found, reports, slugOf } from '../defect.ts';
import { first, last, lastFirst, nested, nothing, own, plus, twice } from '../tree.ts';

const item = 'EmSmsDeliveryResult';

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

/** A time of the reference, moved by hours; what is not its format stays. */
const moved = (time: string, hours: number) =>
  new Date(Date.parse(`${time}Z`) + hours * 3_600_000).toISOString().slice(0, 19);

const keyId = 'delivery-result.key-id.meaning';
const bulkSend = { cases: ['SendBulkSms/no-identifiers'], operations: ['SendBulkSms'] };

/** Deviations of a single delivery result, contract §2.2. */
export const deliveryDefects: readonly Defect[] = [
  // Every field of a delivery result, deviating in every way in which a field can.
  ...fields.flatMap(([field, inOtherCase]) => {
    const slug = slugOf(field);
    const requirement = `delivery-result.${slug}`;
    // The contract ties the names of these two to those of parameters.
    const named = field === 'PostType' || field === 'KeyID' ? `${requirement}.name` : requirement;
    return [
      ...found('delivery/field-once', requirement).onElement(field, {
        [`delivery-${slug}-missing: No delivery result has a ${field}`]: nothing,
        [`delivery-${slug}-twice: Every ${field} appears twice`]: twice,
      }),
      // A name that the contract does not know is also a field too many.
      ...found(['delivery/field-once', 'delivery/only-fields'], named).onElement(field, {
        [`delivery-${slug}-letter-case: ${field} is written ${inOtherCase}`]: { name: inOtherCase },
      }),
      ...found('delivery/field-namespace', requirement).onElement(field, {
        [`delivery-${slug}-no-namespace: ${field} is in no namespace`]: { uri: '' },
      }),
      ...found('delivery/field-text', `${requirement}.type`).onElement(field, {
        [`delivery-${slug}-wrapped: ${field} holds its text in an element of its own name`]: nested,
      }),
    ];
  }),
  ...found('delivery/field-once', 'delivery-result.delivery-detail').onText({
    'delivery-field-missing-in-last: The last delivery result has no DeliveryDetail': [
      /(.*)<DeliveryDetail.*?(?=<DeliveryTime)/s,
      '$1',
    ],
  }),
  ...found('delivery/field-once', 'delivery-result.key-id', { bindings: ['http-get'] }).onElement('KeyID', {
    'delivery-key-id-missing-over-get: The delivery results have no KeyID over HTTP GET': nothing,
  }),
  ...found('delivery/field-once', 'delivery-result.post-type', {
    operations: ['SendBulkSms', 'ReportSmsWithPacketId'],
  }).onElement(item, {
    'delivery-empty-fields-missing: Fields without a text are left out, as ASP.NET does with null': ({
      children,
    }) => ({ children: children.filter((field) => !isElement(field) || field.children.length > 0) }),
  }),
  ...found('delivery/only-fields', 'fields.only-delivery-result').onElement(item, {
    'delivery-extra-field: A delivery result has an unknown field': last(own('Operator', '1')),
  }),
  ...found('delivery/field-order', 'delivery-result.field-order').onElement(item, {
    'delivery-fields-reversed: The fields of a delivery result appear in reverse order': ({ children }) => ({
      children: children.toReversed(),
    }),
    'delivery-date-before-number: SendDate, the last field of a delivery result, appears first': lastFirst,
  }),
  ...found('result/schema', 'delivery-result.delivery-time.type').onElement('DeliveryTime', {
    'delivery-time-nil: DeliveryTime is null by xsi:nil instead of empty': {
      attributes: [['xsi:nil', 'true']],
      children: [],
    },
  }),
  ...found('result/schema', 'delivery-result.delivery-result.type').onElement('DeliveryResult', {
    'delivery-result-typed-int: DeliveryResult says by xsi:type that it is a number': plus([
      'xsi:type',
      'xsd:int',
    ]),
  }),
  ...found('result/schema', 'fields.type').onElement(item, {
    'delivery-loose-text: A delivery result has text between its fields': first('delivered'),
  }),
  ...found('delivery/echo', 'delivery-result.post-type.meaning').onDelivery({
    'posttype-keyid-swapped: PostType and KeyID of a delivery result are exchanged': ({
      PostType,
      KeyID,
    }) => ({ PostType: KeyID, KeyID: PostType }),
  }),
  ...found('delivery/echo', keyId, { operations: reports }).onDeliveryField('KeyID', {
    'key-id-only-in-sends: A report leaves KeyID empty': () => '',
  }),
  ...found('delivery/echo', keyId).onEchoed('KeyID', {
    'key-id-lower-cased: KeyID comes back in lower case': (text) => text.toLowerCase(),
  }),
  ...found('delivery/echo', keyId, { cases: ['*/key-id'] }).onEchoed('KeyID', {
    'key-id-as-number: KeyID loses its leading zeros': [/^0+(?=.)/, ''],
  }),
  ...found('delivery/echo', 'delivery-result.post-type.meaning', {
    cases: ['*/distinct-values'],
    operations: ['SingleShotSmsWithTypeAndKeyID'],
  }).onEchoed('PostType', {
    'post-type-from-message-type: A single-shot send takes MessageType for PostType': (_, { MessageType }) =>
      String(MessageType),
  }),
  ...found('case/expectation', 'gaps.pinned-values', bulkSend).onDeliveryField('PostType', {
    'bulk-post-type-zero: A bulk send, which has no PostType, answers with PostType 0': () => '0',
  }),
  ...found('case/expectation', 'gaps.pinned-values', bulkSend).onDeliveryField('KeyID', {
    'bulk-key-id-packet: A bulk send, which has no KeyID, answers with the identifier of the packet as KeyID':
      (_, { texts }) => texts.PacketID,
  }),
  // Deviations of the two times, which say less about each other than they should (contract §2.2).
  ...found('delivery/time-order', timeOrder).onDeliveryField('DeliveryTime', {
    'delivery-time-in-utc: DeliveryTime is in UTC, and SendDate in the time of Turkey': (time) =>
      moved(time, -3),
    'delivery-time-day-only: DeliveryTime is the date of the day before, in another format': (time) =>
      moved(time, -24).slice(0, 10).split('-').reverse().join('.'),
  }),
  ...found('report/send-date', sendDate, { operations: reports }).onDelivery({
    'report-dates-in-local-time: A report writes its times in the time of Turkey, a send in UTC': (one) => ({
      DeliveryTime: moved(one.DeliveryTime, 3),
      SendDate: moved(one.SendDate, 3),
    }),
  }),
  ...found('report/send-date', sendDate, { operations: reports }).onDeliveryField('SendDate', {
    'report-send-date-unset: A report has the empty date of .NET as SendDate': () => '0001-01-01T00:00:00',
  }),
];

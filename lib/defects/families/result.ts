import type { Call, ReplyElement } from '../../reference/seams.ts';
import { type Defect, plain, sends } from '../defect.ts';
import { trips } from '../table.ts';
import {
  edit,
  elementOf,
  everywhere,
  find,
  moveTo,
  plus,
  rename,
  replace,
  resultName,
  type TreeChange,
} from '../tree.ts';
import { withText } from '../wire.ts';

const overGet = { bindings: ['http-get'] } as const;
const overPost = { bindings: ['http-post'] } as const;
const overBoth = { bindings: plain };

/** The packet result as SOAP answers it. */
const response: TreeChange = (root, { operation, namespace }) =>
  elementOf(`${operation.name}Response`, namespace, { ...root, name: `${operation.name}Result` });

const envelope: TreeChange = (root, call) => {
  const uri = call.contract.bindings.find(({ id }) => id === 'soap11')?.envelope ?? '';
  const body = { ...elementOf('Body', uri, response(root, call)), prefix: 'soap' };
  return { ...elementOf('Envelope', uri, body), prefix: 'soap' };
};

/** Deviations of the document of HTTP GET and HTTP POST, contract §2.1. */
export const plainDefects: readonly Defect[] = [
  ...trips('plain/root', 'bindings.http-get.root-name', overBoth).onTree({
    'plain-root-lower-case: The root over GET and POST is emPostSmsResult': (root) => ({
      ...root,
      name: 'emPostSmsResult',
    }),
    'plain-root-soap-name: The root over GET and POST is <OperationName>Result': (root, { operation }) => ({
      ...root,
      name: `${operation.name}Result`,
    }),
    'plain-soap-response: The root over GET and POST is <OperationName>Response': response,
    'plain-root-in-result: EmPostSmsResult stands in <OperationName>Result over GET and POST': (
      root,
      { operation, namespace },
    ) => elementOf(`${operation.name}Result`, namespace, root),
    'plain-root-in-array: EmPostSmsResult stands in ArrayOfEmPostSmsResult over GET and POST': (
      root,
      { namespace },
    ) => elementOf('ArrayOfEmPostSmsResult', namespace, root),
  }),
  ...trips('plain/root', 'bindings.http-get.root-name', overGet).onTree({
    'get-root-wrong-name: The root over HTTP GET is PacketResult': (root) => ({
      ...root,
      name: 'PacketResult',
    }),
    'get-root-array-name: The root over HTTP GET is ArrayOfEmPostSmsResult': (root) => ({
      ...root,
      name: 'ArrayOfEmPostSmsResult',
    }),
    'get-envelope: HTTP GET answers with a SOAP envelope': envelope,
  }),
  ...trips('plain/root', 'bindings.http-post.root-name', overPost).onTree({
    'post-root-upper-case: The root over HTTP POST is EMPOSTSMSRESULT': (root) => ({
      ...root,
      name: 'EMPOSTSMSRESULT',
    }),
    'post-envelope: HTTP POST answers with a SOAP envelope': envelope,
  }),
  ...trips('plain/root', 'bindings.http-get.root-namespace', overBoth).onTree({
    'plain-root-namespace-slash: The namespace of the root over GET and POST ends with a slash more': (
      root,
    ) => moveTo(root, root.name, (uri) => `${uri}/`),
  }),
  ...trips('plain/root', 'bindings.http-get.root-namespace', overGet).onTree({
    'get-root-without-namespace: The root over HTTP GET is in no namespace': (root) =>
      moveTo(root, root.name, () => ''),
  }),
  ...trips('plain/root', 'bindings.http-post.root-namespace', overPost).onTree({
    'post-root-without-namespace: The root over HTTP POST is in no namespace': (root) =>
      moveTo(root, root.name, () => ''),
  }),
  ...trips('plain/root', 'bindings.http-post.root-name', overBoth).onReply({
    'plain-string-of-xml: GET and POST answer with a string element that holds the document as text': (
      reply,
      { namespace },
    ) =>
      withText(reply, (text) => {
        const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        return `<?xml version="1.0" encoding="utf-8"?><string xmlns="${namespace}">${escaped}</string>`;
      }),
  }),
  ...trips(['result/field-once', 'result/only-fields'], 'service.result', overBoth).onTree({
    'plain-root-nested: EmPostSmsResult holds itself once more': (root) => ({ ...root, children: [root] }),
  }),
];

/** The fields of the packet result, each with the binding of what goes wrong over one only. */
const fields = [
  { name: 'PacketID', slug: 'packet-id', binding: 'soap12', isText: true },
  { name: 'PacketStatus', slug: 'packet-status', binding: 'http-get', isText: true },
  { name: 'DeliveryResults', slug: 'delivery-results', binding: 'http-post', isText: false },
] as const;

const drop = (root: ReplyElement, name: string) => replace(root, name, () => []);

/** Ways for any field of the packet result to be wrong. */
const eachField: readonly Defect[] = fields.flatMap(({ name, slug, binding, isText }) => {
  const id = name.toLowerCase();
  const requirement = `packet-result.${slug}`;
  return [
    ...trips('result/field-once', requirement).onTree({
      [`${id}-missing: ${name} is missing`]: (root) => drop(root, name),
      [`${id}-twice: ${name} stands twice`]: (root) => replace(root, name, (field) => [field, field]),
    }),
    ...trips(['result/field-once', 'result/only-fields'], requirement).onTree({
      [`${id}-lower-case: ${name} begins with a small letter`]: (root) =>
        rename(root, name, name.charAt(0).toLowerCase() + name.slice(1)),
      [`${id}-in-wrapper: ${name} stands in an element of its own`]: (root) =>
        replace(root, name, (field) => [{ ...field, name: 'Packet', children: [field] }]),
    }),
    ...trips('result/field-namespace', requirement).onTree({
      [`${id}-other-namespace: ${name} is in another namespace`]: (root) =>
        moveTo(root, name, (uri) => `${uri}/types`),
      [`${id}-without-namespace: ${name} is in no namespace`]: (root) => moveTo(root, name, () => ''),
    }),
    ...trips('result/field-once', requirement, { bindings: [binding] }).onTree({
      [`${id}-missing-over-${binding}: ${name} is missing over one binding, ${binding}`]: (root) =>
        drop(root, name),
    }),
    ...(name === 'PacketID'
      ? []
      : trips('result/field-once', `${requirement}.in-sends`, { operations: sends }).onTree({
          [`${id}-missing-in-sends: ${name} is missing in the answer to a send`]: (root) => drop(root, name),
        })),
    ...(isText ? asText(name, requirement) : []),
  ];
});

function asText(name: string, requirement: string): readonly Defect[] {
  const id = name.toLowerCase();
  return [
    ...trips('result/field-once', requirement).onTree({
      [`${id}-as-attribute: ${name} is an attribute of the packet result`]: (root, call) =>
        edit(drop(root, name), resultName(call), (result) =>
          plus(result, [name, find(root, name)?.children.join('') ?? '']),
        ),
    }),
    ...trips('result/field-text', `${requirement}.type`).onChildren(name, {
      [`${id}-with-markup: ${name} holds an element after its text`]: (children, { namespace }) => [
        ...children,
        elementOf('br', namespace),
      ],
    }),
  ];
}

const list = 'DeliveryResults';
const item = 'EmSmsDeliveryResult';

/** Deviations of the list of delivery results, contract §2.1. */
const lists: readonly Defect[] = [
  ...trips('result/list-items', 'packet-result.delivery-results.items').onChildren(list, {
    'list-with-text: DeliveryResults holds text beside its items': (items) => [...items, 'end'],
    'list-foreign-child: DeliveryResults holds an element that is no delivery result': (
      items,
      { namespace },
    ) => [elementOf('Count', namespace, '1'), ...items],
    'list-extra-level: The items of DeliveryResults stand in a list inside it': (items, { namespace }) => [
      elementOf(`ArrayOf${item}`, namespace, ...items),
    ],
  }),
  ...trips('result/list-items', 'packet-result.delivery-results.items').onTree({
    'list-item-renamed: The items of DeliveryResults are named SmsDeliveryResult': (root) =>
      rename(root, item, 'SmsDeliveryResult'),
    'list-item-lower-case: The items of DeliveryResults are named emSmsDeliveryResult': (root) =>
      rename(root, item, 'emSmsDeliveryResult'),
    'list-item-other-namespace: The items of DeliveryResults are in another namespace': (root) =>
      moveTo(root, item, (uri) => `${uri}/types`),
    'list-item-without-namespace: The items of DeliveryResults are in no namespace': (root) =>
      moveTo(root, item, () => ''),
    'list-items-as-strings: The items of DeliveryResults are string elements': (root, { namespace }) =>
      replace(root, item, () => [elementOf('string', namespace, 'Delivered')]),
    'list-items-wrapped: Each item of DeliveryResults stands in an element of its own': (
      root,
      { namespace },
    ) => replace(root, item, (one) => [elementOf('Item', namespace, one)]),
  }),
  ...trips('result/list-items', 'packet-result.delivery-results.type').onTree({
    'list-as-text: DeliveryResults holds text instead of elements': (root) =>
      edit(root, list, (one) => ({ ...one, children: ['Delivered'] })),
    'list-nested: DeliveryResults holds itself once more': (root) =>
      edit(root, list, (one) => ({ ...one, children: [one] })),
  }),
  ...trips('result/field-once', 'packet-result.delivery-results', { operations: ['SendBulkSms'] }).onTree({
    'list-per-item: Each delivery result stands in a DeliveryResults of its own': (root) =>
      replace(root, list, (one) => one.children.map((child) => ({ ...one, children: [child] }))),
  }),
  ...trips('delivery/field-once', 'delivery-result.gsm-number').onChildren(list, {
    'list-item-empty: DeliveryResults ends with an empty delivery result': (items, { namespace }) => [
      ...items,
      elementOf(item, namespace),
    ],
  }),
  // An empty list says nothing about recipients that could be wrong: zero delivery results are allowed.
  ...trips('result/only-fields', 'fields.only-packet-result').onTree({
    'list-after-result: The delivery results stand beside an empty DeliveryResults': (root) =>
      replace(root, list, (one) => [{ ...one, children: [] }, ...one.children]),
  }),
  ...trips(['result/field-once', 'result/only-fields'], 'packet-result.delivery-results').onTree({
    'list-flat: The delivery results stand in the packet result without DeliveryResults': (root) =>
      replace(root, list, (one) => one.children),
  }),
];

const schemaInstance = ['xmlns:i', 'http://www.w3.org/2001/XMLSchema-instance'] as const;

const nil = (field: ReplyElement, value = 'true'): ReplyElement => ({
  ...field,
  attributes: [schemaInstance, ['i:nil', value]],
});

const typed = (field: ReplyElement, type: string) =>
  plus(field, schemaInstance, ['xmlns:x', 'http://www.w3.org/2001/XMLSchema'], ['i:type', `x:${type}`]);

/** Deviations that only the XML Schema sees. */
const schema: readonly Defect[] = [
  ...trips('result/schema', 'packet-result.packet-id.type').onElement('PacketID', {
    'packetid-nil: PacketID is marked as nil': (field) => nil(field),
    'packetid-typed-as-integer: PacketID says of itself that it is an integer': (field) =>
      typed(field, 'int'),
  }),
  ...trips('result/schema', 'packet-result.packet-status.type').onElement('PacketStatus', {
    'packetstatus-nil: PacketStatus is marked as nil': (field) => ({ ...nil(field), children: [] }),
    'packetstatus-nil-spaced: PacketStatus is marked as nil, with white space around the value': (field) =>
      nil(field, ' 1\n'),
    'packetstatus-typed-as-boolean: PacketStatus says of itself that it is a boolean': (field) =>
      typed(field, 'boolean'),
  }),
  ...trips('result/schema', 'packet-result.delivery-results.type').onElement(list, {
    'list-nil: DeliveryResults is marked as nil': (field) => nil(field),
    'list-typed-as-string: DeliveryResults says of itself that it is a string': (field) =>
      typed(field, 'string'),
  }),
  ...trips('result/schema', 'service.result').onElement(resultName, {
    'result-text: The packet result holds text beside its fields': (result) => ({
      ...result,
      children: [...result.children, 'OK'],
    }),
    'result-nil: The packet result is marked as nil, although it holds its fields': (result) => nil(result),
  }),
];

/** Deviations of the packet result as a whole. */
const whole: readonly Defect[] = [
  ...trips('result/only-fields', 'fields.only-packet-result').onChildren(resultName, {
    'result-extra-field: The packet result has a field that the contract does not name': (
      children,
      { namespace },
    ) => [elementOf('ErrorCode', namespace, '0'), ...children],
    'result-extra-field-foreign: The packet result has a field of another namespace': (children) => [
      ...children,
      elementOf('Trace', 'http://tempuri.org/'),
    ],
    'packetid-beside-foreign: An element of another namespace that is called PacketID stands beside PacketID':
      (children) => [{ ...elementOf('PacketID', 'urn:other', '0'), prefix: 'o' }, ...children],
  }),
  ...trips('result/field-order', 'packet-result.field-order').onChildren(resultName, {
    'result-status-first: PacketStatus stands before PacketID': ([id = '', status = '', ...others]) => [
      status,
      id,
      ...others,
    ],
    'result-list-first: DeliveryResults stands before PacketID': (children) => [
      ...children.slice(-1),
      ...children.slice(0, -1),
    ],
    'result-fields-reversed: The fields of the packet result stand in reverse order': (children) =>
      children.toReversed(),
  }),
  ...trips(['result/field-once', 'result/only-fields'], 'packet-result.packet-id').onTree({
    'packetid-case: PacketID is written PacketId': (root) => rename(root, 'PacketID', 'PacketId'),
  }),
  ...trips('result/field-text', 'packet-result.packet-status.type').onElement('PacketStatus', {
    'packetstatus-nested: PacketStatus holds an element instead of text': (field) => ({
      ...field,
      children: [{ ...field, name: 'Code' }],
    }),
  }),
];

const inNamespace =
  (change: (namespace: string) => string) =>
  (root: ReplyElement, { namespace }: Call): ReplyElement =>
    everywhere(root, (one) => (one.uri === namespace ? { ...one, uri: change(namespace) } : one));

/**
 * Deviations of the service's namespace wherever it stands, contract §9.2. A namespace of its own for the whole reply is
 * told once, by the rule about its outermost element.
 */
const namespaces: readonly Defect[] = [
  ...trips(['soap/response', 'plain/root'], 'service.namespace').onTree({
    'namespace-slash: Replies are in the namespace of the service with a slash more': inNamespace(
      (uri) => `${uri}/`,
    ),
    'namespace-tempuri: Replies are in http://tempuri.org/': inNamespace(() => 'http://tempuri.org/'),
    'namespace-missing: Replies are in no namespace': inNamespace(() => ''),
  }),
  ...trips(['soap/response', 'plain/root'], 'versioning.one-namespace', {
    operations: ['ReportSmsWithPacketId'],
  }).onTree({
    'namespace-per-path: Operations under /ecomm have a namespace of their own': inNamespace(
      (uri) => `${uri}/ecomm`,
    ),
  }),
];

/** Deviations of the packet result, contract §2.1. */
export const resultDefects: readonly Defect[] = [...eachField, ...lists, ...schema, ...whole, ...namespaces];

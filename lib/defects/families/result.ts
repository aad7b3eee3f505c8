import type { Call, ReplyElement } from '../../reference/seams.ts';
import { type Defect, plain, sends } from '../defect.ts';
import { trips } from '../table.ts';
import {
  edit,
  elementOf,
  everywhere,
  find,
  first,
  last,
  lastFirst,
  own,
  plus,
  rename,
  replace,
  resultName,
  type TreeChange,
} from '../tree.ts';

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

const root = 'EmPostSmsResult';

function asString(document: string, { namespace }: Call): string {
  const escaped = document.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0" encoding="utf-8"?><string xmlns="${namespace}">${escaped}</string>`;
}

/** The fields of the packet result, each with the binding of what goes wrong over one only. */
const fields = [
  { name: 'PacketID', slug: 'packet-id', binding: 'soap12', isText: true },
  { name: 'PacketStatus', slug: 'packet-status', binding: 'http-get', isText: true },
  { name: 'DeliveryResults', slug: 'delivery-results', binding: 'http-post', isText: false },
] as const;

const drop = (root: ReplyElement, name: string) => replace(root, name, () => []);

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
      [`${id}-with-markup: ${name} holds an element after its text`]: last(own('br')),
    }),
  ];
}

const list = 'DeliveryResults';
const item = 'EmSmsDeliveryResult';

const schemaInstance = ['xmlns:i', 'http://www.w3.org/2001/XMLSchema-instance'] as const;

const nil = (field: ReplyElement, value = 'true'): ReplyElement => ({
  ...field,
  attributes: [schemaInstance, ['i:nil', value]],
});

const typed = (field: ReplyElement, type: string) =>
  plus(field, schemaInstance, ['xmlns:x', 'http://www.w3.org/2001/XMLSchema'], ['i:type', `x:${type}`]);

const inNamespace = (root: ReplyElement, { namespace }: Call, uri: string) =>
  everywhere(root, (one) => (one.uri === namespace ? { ...one, uri } : one));

/** Deviations of the document of HTTP GET and HTTP POST, contract §2.1. */
export const plainDefects: readonly Defect[] = [
  ...trips('plain/root', 'bindings.http-get.root-name', overBoth).onTree({
    'plain-root-lower-case: The root over GET and POST is emPostSmsResult': (one) =>
      rename(one, root, 'emPostSmsResult'),
    'plain-root-soap-name: The root over GET and POST is <OperationName>Result': (one, { operation }) =>
      rename(one, root, `${operation.name}Result`),
    'plain-soap-response: The root over GET and POST is <OperationName>Response': response,
    'plain-root-in-result: EmPostSmsResult stands in <OperationName>Result over GET and POST': (one, call) =>
      elementOf(`${call.operation.name}Result`, call.namespace, one),
    'plain-root-in-array: EmPostSmsResult stands in ArrayOfEmPostSmsResult over GET and POST': (one, call) =>
      elementOf('ArrayOfEmPostSmsResult', call.namespace, one),
  }),
  ...trips('plain/root', 'bindings.http-get.root-name', overGet).onTree({
    'get-root-wrong-name: The root over HTTP GET is PacketResult': (one) => rename(one, root, 'PacketResult'),
    'get-envelope: HTTP GET answers with a SOAP envelope': envelope,
  }),
  ...trips('plain/root', 'bindings.http-post.root-name', overPost).onTree({
    'post-root-upper-case: The root over HTTP POST is EMPOSTSMSRESULT': (one) =>
      rename(one, root, 'EMPOSTSMSRESULT'),
    'post-envelope: HTTP POST answers with a SOAP envelope': envelope,
  }),
  ...trips('plain/root', 'bindings.http-get.root-namespace', overBoth).onElement(root, {
    'plain-root-namespace-slash: The namespace of the root over GET and POST ends with a slash more': (
      one,
    ) => ({ uri: `${one.uri}/` }),
  }),
  ...trips('plain/root', 'bindings.http-get.root-namespace', overGet).onElement(root, {
    'get-root-without-namespace: The root over HTTP GET is in no namespace': () => ({ uri: '' }),
  }),
  ...trips('plain/root', 'bindings.http-post.root-namespace', overPost).onElement(root, {
    'post-root-without-namespace: The root over HTTP POST is in no namespace': () => ({ uri: '' }),
  }),
  ...trips('plain/root', 'bindings.http-post.root-name', overBoth).onText({
    'plain-string-of-xml: GET and POST answer with a string element that holds the document as text':
      asString,
  }),
  ...trips(['result/field-once', 'result/only-fields'], 'service.result', overBoth).onElement(root, {
    'plain-root-nested: EmPostSmsResult holds itself once more': (one) => ({ children: [one] }),
  }),
];

/** Deviations of the packet result, contract §2.1. */
export const resultDefects: readonly Defect[] = [
  // Ways for any field of the packet result to be wrong.
  ...fields.flatMap(({ name, slug, binding, isText }) => {
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
      ...trips('result/field-namespace', requirement).onElement(name, {
        [`${id}-other-namespace: ${name} is in another namespace`]: ({ uri }) => ({ uri: `${uri}/types` }),
        [`${id}-without-namespace: ${name} is in no namespace`]: () => ({ uri: '' }),
      }),
      ...trips('result/field-once', requirement, { bindings: [binding] }).onTree({
        [`${id}-missing-over-${binding}: ${name} is missing over one binding, ${binding}`]: (root) =>
          drop(root, name),
      }),
      ...(name === 'PacketID'
        ? []
        : trips('result/field-once', `${requirement}.in-sends`, { operations: sends }).onTree({
            [`${id}-missing-in-sends: ${name} is missing in the answer to a send`]: (root) =>
              drop(root, name),
          })),
      ...(isText ? asText(name, requirement) : []),
    ];
  }),
  // Deviations of the list of delivery results, contract §2.1.
  ...trips('result/list-items', 'packet-result.delivery-results.items').onChildren(list, {
    'list-with-text: DeliveryResults holds text beside its items': last('end'),
    'list-foreign-child: DeliveryResults holds an element that is no delivery result': first(
      own('Count', '1'),
    ),
    'list-extra-level: The items of DeliveryResults stand in a list inside it': (items, call) => [
      elementOf(`ArrayOf${item}`, call.namespace, ...items),
    ],
  }),
  ...trips('result/list-items', 'packet-result.delivery-results.items').onElement(item, {
    'list-item-renamed: The items of DeliveryResults are named SmsDeliveryResult': () => ({
      name: 'SmsDeliveryResult',
    }),
    'list-item-lower-case: The items of DeliveryResults are named emSmsDeliveryResult': () => ({
      name: 'emSmsDeliveryResult',
    }),
    'list-item-other-namespace: The items of DeliveryResults are in another namespace': ({ uri }) => ({
      uri: `${uri}/types`,
    }),
    'list-item-without-namespace: The items of DeliveryResults are in no namespace': () => ({ uri: '' }),
  }),
  ...trips('result/list-items', 'packet-result.delivery-results.items').onTree({
    'list-items-as-strings: The items of DeliveryResults are string elements': (tree, call) =>
      replace(tree, item, () => [elementOf('string', call.namespace, 'Delivered')]),
    'list-items-wrapped: Each item of DeliveryResults stands in an element of its own': (tree, call) =>
      replace(tree, item, (one) => [elementOf('Item', call.namespace, one)]),
  }),
  ...trips('result/list-items', 'packet-result.delivery-results.type').onElement(list, {
    'list-as-text: DeliveryResults holds text instead of elements': () => ({ children: ['Delivered'] }),
    'list-nested: DeliveryResults holds itself once more': (one) => ({ children: [one] }),
  }),
  ...trips('result/field-once', 'packet-result.delivery-results', { operations: ['SendBulkSms'] }).onTree({
    'list-per-item: Each delivery result stands in a DeliveryResults of its own': (root) =>
      replace(root, list, (one) => one.children.map((child) => ({ ...one, children: [child] }))),
  }),
  ...trips('delivery/field-once', 'delivery-result.gsm-number').onChildren(list, {
    'list-item-empty: DeliveryResults ends with an empty delivery result': last(own(item)),
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
  // Deviations that only the XML Schema sees.
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
      children: [...result.children, 'OK'],
    }),
    'result-nil: The packet result is marked as nil, although it holds its fields': (result) => nil(result),
  }),
  // Deviations of the packet result as a whole.
  ...trips('result/only-fields', 'fields.only-packet-result').onChildren(resultName, {
    'result-extra-field: The packet result has a field that the contract does not name': first(
      own('ErrorCode', '0'),
    ),
    'result-extra-field-foreign: The packet result has a field of another namespace': last(
      elementOf('Trace', 'http://tempuri.org/'),
    ),
    'packetid-beside-foreign: An element of another namespace that is called PacketID stands beside PacketID':
      (children) => [{ ...elementOf('PacketID', 'urn:other', '0'), prefix: 'o' }, ...children],
  }),
  ...trips('result/field-order', 'packet-result.field-order').onChildren(resultName, {
    'result-status-first: PacketStatus stands before PacketID': ([id = '', status = '', ...others]) => [
      status,
      id,
      ...others,
    ],
    'result-list-first: DeliveryResults stands before PacketID': lastFirst,
    'result-fields-reversed: The fields of the packet result stand in reverse order': (all) =>
      all.toReversed(),
  }),
  ...trips(['result/field-once', 'result/only-fields'], 'packet-result.packet-id').onTree({
    'packetid-case: PacketID is written PacketId': (root) => rename(root, 'PacketID', 'PacketId'),
  }),
  ...trips('result/field-text', 'packet-result.packet-status.type').onElement('PacketStatus', {
    'packetstatus-nested: PacketStatus holds an element instead of text': (status) => ({
      children: [{ ...status, name: 'Code' }],
    }),
  }),
  // Deviations of the service's namespace wherever it stands, contract §9.2. A namespace of its own for the
  // whole reply is told once, by the rule about its outermost element.
  ...trips(['soap/response', 'plain/root'], 'service.namespace').onTree({
    'namespace-slash: Replies are in the namespace of the service with a slash more': (tree, call) =>
      inNamespace(tree, call, `${call.namespace}/`),
    'namespace-tempuri: Replies are in http://tempuri.org/': (tree, call) =>
      inNamespace(tree, call, 'http://tempuri.org/'),
    'namespace-missing: Replies are in no namespace': (tree, call) => inNamespace(tree, call, ''),
  }),
  ...trips(['soap/response', 'plain/root'], 'versioning.one-namespace', {
    operations: ['ReportSmsWithPacketId'],
  }).onTree({
    'namespace-per-path: Operations under /ecomm have a namespace of their own': (tree, call) =>
      inNamespace(tree, call, `${call.namespace}/ecomm`),
  }),
];

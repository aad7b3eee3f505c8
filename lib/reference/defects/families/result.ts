import type { Call, ReplyElement } from '../../seams.ts';
import { elementOf, envelope, resultName } from '../../write/replies.ts';
import { type Defect, found, overGet, overPost, plain, sends, slugOf, uri11 } from '../defect.ts';
import { first, last, lastFirst, movedTo, nested, nothing, own, plus, twice, unwrapped } from '../tree.ts';

const overBoth = { bindings: plain };

/** The packet result as SOAP answers it. */
const asSoap = (root: ReplyElement, { operation: { name }, namespace }: Call) =>
  envelope(uri11, elementOf(`${name}Response`, namespace, { ...root, name: `${name}Result` }));

const root = 'EmPostSmsResult';

function asString(document: string, { namespace }: Call): string {
  const escaped = document.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0" encoding="utf-8"?><string xmlns="${namespace}">${escaped}</string>`;
}

/** The fields of the packet result, each with the binding of what goes wrong over one only. */
const fields = [
  ['PacketID', 'soap12'],
  ['PacketStatus', 'http-get'],
  ['DeliveryResults', 'http-post'],
] as const;

const requirementOf = (name: string) => `packet-result.${slugOf(name)}`;

/** A field of another name is missing, and one too many. */
const unknownField = ['result/field-once', 'result/only-fields'];
const outermost = ['soap/response', 'plain/root'];

const list = 'DeliveryResults';
const item = 'EmSmsDeliveryResult';

const schemaInstance = ['xmlns:i', 'http://www.w3.org/2001/XMLSchema-instance'] as const;
const nil = plus(schemaInstance, ['i:nil', 'true']);

/** What moves an element of the service into this namespace, in which `$&` stands for the right one. */
const inNamespace =
  (to: string) =>
  (element: ReplyElement, { namespace }: Call) =>
    element.uri === namespace ? { uri: to.replace('$&', namespace) } : {};

/** Deviations of the document of HTTP GET and HTTP POST, contract §2.1. */
export const plainDefects: readonly Defect[] = [
  ...found('plain/root', 'bindings.http-get.root-name', overBoth).onText({
    'plain-root-soap-name: The root over GET and POST is <OperationName>Result': (text, { operation }) =>
      text.replace(/EmPostSmsResult/g, `${operation.name}Result`),
  }),
  ...found('plain/root', 'bindings.http-get.root-name', overGet).onElement(root, {
    'get-envelope: HTTP GET answers with a SOAP envelope': asSoap,
  }),
  ...found('plain/root', 'bindings.http-post.root-name', overPost).onElement(root, {
    'post-envelope: HTTP POST answers with a SOAP envelope': asSoap,
  }),
  ...found('plain/root', 'bindings.http-get.root-namespace', overBoth).onElement(root, {
    'plain-root-namespace-slash: The namespace of the root ends with a slash more': movedTo('/'),
  }),
  ...found('plain/root', 'bindings.http-get.root-namespace', overGet).onElement(root, {
    'get-root-without-namespace: The root over HTTP GET is in no namespace': { uri: '' },
  }),
  ...found('plain/root', 'bindings.http-post.root-namespace', overPost).onElement(root, {
    'post-root-without-namespace: The root over HTTP POST is in no namespace': { uri: '' },
  }),
  ...found('plain/root', 'bindings.http-post.root-name', overBoth).onText({
    'plain-string-of-xml: GET and POST answer with a string element that holds the document': asString,
  }),
  ...found(unknownField, 'service.result', overBoth).onElement(root, {
    'plain-root-nested: EmPostSmsResult holds itself once more': nested,
  }),
];

/** Deviations of the packet result, contract §2.1. */
export const resultDefects: readonly Defect[] = [
  // Ways for any field of the packet result to be wrong.
  ...fields.flatMap(([name, binding]) => {
    const id = name.toLowerCase();
    const requirement = requirementOf(name);
    return [
      ...found('result/field-once', requirement).onElement(name, {
        [`${id}-missing: ${name} is missing`]: nothing,
        [`${id}-twice: ${name} appears twice`]: twice,
      }),
      ...found(unknownField, requirement).onElement(name, {
        [`${id}-lower-case: ${name} begins with a small letter`]: (field) => [
          { ...field, name: name.charAt(0).toLowerCase() + name.slice(1) },
        ],
      }),
      ...found('result/field-namespace', requirement).onElement(name, {
        [`${id}-without-namespace: ${name} is in no namespace`]: { uri: '' },
      }),
      ...found('result/field-once', requirement, { bindings: [binding] }).onElement(name, {
        [`${id}-missing-over-${binding}: ${name} is missing over one binding, ${binding}`]: nothing,
      }),
    ];
  }),
  ...['PacketStatus', 'DeliveryResults'].flatMap((name) =>
    found('result/field-once', `${requirementOf(name)}.in-sends`, { operations: sends }).onElement(name, {
      [`${name.toLowerCase()}-missing-in-sends: ${name} is missing in the answer to a send`]: nothing,
    }),
  ),
  ...['PacketID', 'PacketStatus'].flatMap((name) =>
    found('result/field-text', `${requirementOf(name)}.type`).onElement(name, {
      [`${name.toLowerCase()}-with-markup: ${name} holds an element after its text`]: last(own('br')),
    }),
  ),
  ...found('result/list-items', `${requirementOf(list)}.items`).onElement(list, {
    'list-with-text: DeliveryResults holds text beside its items': last('end'),
    'list-foreign-child: DeliveryResults holds an element beside its items': first(own('Count', '1')),
  }),
  ...found('result/list-items', `${requirementOf(list)}.items`).onElement(item, {
    'list-item-renamed: The items are named SmsDeliveryResult': { name: 'SmsDeliveryResult' },
    'list-item-other-namespace: The items of DeliveryResults are in another namespace': movedTo('/types'),
  }),
  ...found('result/list-items', `${requirementOf(list)}.type`).onElement(list, {
    'list-as-text: DeliveryResults holds text instead of elements': { children: ['Delivered'] },
  }),
  ...found(unknownField, requirementOf(list)).onElement(list, {
    'list-flat: The delivery results are directly in the packet result': unwrapped,
  }),
  ...found('result/schema', 'packet-result.packet-id.type').onElement('PacketID', {
    'packetid-nil: PacketID is marked as nil': nil,
  }),
  ...found('result/schema', 'packet-result.packet-status.type').onElement('PacketStatus', {
    'packetstatus-typed-as-boolean: PacketStatus says of itself that it is a boolean': plus(
      schemaInstance,
      ['xmlns:x', 'http://www.w3.org/2001/XMLSchema'],
      ['i:type', 'x:boolean'],
    ),
  }),
  ...found('result/schema', 'packet-result.delivery-results.type').onElement(list, {
    'list-nil: DeliveryResults is marked as nil': nil,
  }),
  ...found('result/schema', 'service.result').onElement(resultName, {
    'result-text: The packet result holds text beside its fields': last('OK'),
  }),
  ...found('result/only-fields', 'fields.only-packet-result').onElement(resultName, {
    'result-extra-field: The packet result has an unknown field': first(own('ErrorCode', '0')),
  }),
  ...found('result/field-order', 'packet-result.field-order').onElement(resultName, {
    'result-status-first: PacketStatus appears before PacketID': ({ children }) => ({
      children: [...children.slice(1, 2), ...children.slice(0, 1), ...children.slice(2)],
    }),
    'result-list-first: DeliveryResults appears before PacketID': lastFirst,
  }),
  // Deviations of the service's namespace wherever it appears, contract §9.2. A namespace of its own for the whole
  // reply is reported once, by the rule about its outermost element.
  ...found(outermost, 'service.namespace').onElement(null, {
    'namespace-slash: Replies are in the namespace of the service with a slash more': inNamespace('$&/'),
    'namespace-tempuri: Replies are in http://tempuri.org/': inNamespace('http://tempuri.org/'),
  }),
  ...found(outermost, 'versioning.one-namespace', { operations: ['ReportSmsWithPacketId'] }).onElement(null, {
    'namespace-per-path: Operations under /ecomm have a namespace of their own': inNamespace('$&/ecomm'),
  }),
];

import type { ReplyElement, Served } from '../../seams.ts';
import { envelope, replyElement, resultName, XSI_URI } from '../../write/replies.ts';
import { element, text } from '../changes.ts';
import { found, overGet, overPost, plain, type Reach, sends, slugOf, uri11 } from '../defect.ts';
import { child, first, last, lastFirst, movedTo, nested, nothing, plus, twice, unwrapped } from '../tree.ts';

const overBoth = { bindings: plain };

/** Writes the packet result as SOAP answers it. */
const asSoap = (document: ReplyElement, { operation: { name }, namespace }: Served) =>
  envelope(uri11, replyElement(`${name}Response`, namespace, { ...document, name: `${name}Result` }));

const root = element('EmPostSmsResult');

function asString(document: string, { namespace }: Served): string {
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

const list = element('DeliveryResults');
const item = element('EmSmsDeliveryResult');
const result = element(resultName);
const every = element(null);
const listed = 'packet-result.delivery-results';

const schemaInstance = ['xmlns:i', XSI_URI] as const;
const nil = plus(schemaInstance, ['i:nil', 'true']);

/** Moves an element of the service into a namespace, in which `$&` is the right namespace. */
const inNamespace =
  (to: string) =>
  (element: ReplyElement, { namespace }: Served) =>
    element.uri === namespace ? { uri: to.replace('$&', namespace) } : {};

const plainRoot = (scope: Reach) =>
  found('plain/root', ['bindings.*.root-name', 'bindings.*.root-namespace'], scope);

export const resultDefects = [
  // The document of HTTP GET and HTTP POST.
  ...plainRoot(overBoth).in(text, {
    'plain-root-soap-name: The root over GET and POST is <OperationName>Result': (document, { operation }) =>
      document.replace(/EmPostSmsResult/g, `${operation.name}Result`),
    'plain-string-of-xml: GET and POST answer with a string element that holds the document': asString,
  }),
  ...plainRoot(overBoth).in(root, {
    'plain-root-namespace-slash: The namespace of the root ends with a slash more': movedTo('/'),
  }),
  ...plainRoot(overGet).in(root, {
    'get-envelope: HTTP GET answers with a SOAP envelope': asSoap,
    'get-root-without-namespace: The root over HTTP GET is in no namespace': { uri: '' },
  }),
  ...plainRoot(overPost).in(root, {
    'post-envelope: HTTP POST answers with a SOAP envelope': asSoap,
    'post-root-without-namespace: The root over HTTP POST is in no namespace': { uri: '' },
  }),
  ...found(unknownField, 'service.result', overBoth).in(root, {
    'plain-root-nested: EmPostSmsResult holds itself once more': nested,
  }),
  // Ways for any field of the packet result to be wrong.
  ...fields.flatMap(([name, binding]) => {
    const id = name.toLowerCase();
    const requirement = requirementOf(name);
    return [
      ...found('result/field-once', requirement).in(element(name), {
        [`${id}-missing: ${name} is missing`]: nothing,
        [`${id}-twice: ${name} appears twice`]: twice,
      }),
      ...found(unknownField, requirement).in(element(name), {
        [`${id}-lower-case: ${name} begins with a small letter`]: (field) => [
          { ...field, name: name.charAt(0).toLowerCase() + name.slice(1) },
        ],
      }),
      ...found('result/field-namespace', requirement).in(element(name), {
        [`${id}-without-namespace: ${name} is in no namespace`]: { uri: '' },
      }),
      ...found('result/field-once', requirement, { bindings: [binding] }).in(element(name), {
        [`${id}-missing-over-${binding}: ${name} is missing over one binding, ${binding}`]: nothing,
      }),
    ];
  }),
  ...['PacketStatus', 'DeliveryResults'].flatMap((name) =>
    found('result/field-once', `${requirementOf(name)}.in-sends`, { operations: sends }).in(element(name), {
      [`${name.toLowerCase()}-missing-in-sends: ${name} is missing in the answer to a send`]: nothing,
    }),
  ),
  ...['PacketID', 'PacketStatus'].flatMap((name) =>
    found('result/field-text', `${requirementOf(name)}.type`).in(element(name), {
      [`${name.toLowerCase()}-with-markup: ${name} holds an element after its text`]: last(child('br')),
    }),
  ),
  ...found('result/list-items', `${listed}.items`).in(list, {
    'list-with-text: DeliveryResults holds text beside its items': last('end'),
    'list-foreign-child: DeliveryResults holds an element beside its items': first(child('Count', '1')),
  }),
  ...found('result/list-items', `${listed}.items`).in(item, {
    'list-item-renamed: The items are named SmsDeliveryResult': { name: 'SmsDeliveryResult' },
    'list-item-other-namespace: The items of DeliveryResults are in another namespace': movedTo('/types'),
  }),
  ...found('result/list-items', `${listed}.type`).in(list, {
    'list-as-text: DeliveryResults holds text instead of elements': { children: ['Delivered'] },
  }),
  ...found(unknownField, listed).in(list, {
    'list-flat: The delivery results are directly in the packet result': unwrapped,
  }),
  ...found('result/schema', 'packet-result.packet-id.type').in(element('PacketID'), {
    'packetid-nil: PacketID is marked as nil': nil,
  }),
  ...found('result/schema', 'packet-result.packet-status.type').in(element('PacketStatus'), {
    'packetstatus-typed-as-boolean: PacketStatus says of itself that it is a boolean': plus(
      schemaInstance,
      ['xmlns:x', 'http://www.w3.org/2001/XMLSchema'],
      ['i:type', 'x:boolean'],
    ),
  }),
  ...found('result/schema', `${listed}.type`).in(list, { 'list-nil: DeliveryResults is marked as nil': nil }),
  ...found('result/schema', 'service.result').in(result, {
    'result-text: The packet result holds text beside its fields': last('OK'),
  }),
  ...found('result/only-fields', 'fields.only-packet-result').in(result, {
    'result-extra-field: The packet result has an unknown field': first(child('ErrorCode', '0')),
  }),
  ...found('result/field-order', 'packet-result.field-order').in(result, {
    'result-status-first: PacketStatus appears before PacketID': ({ children }) => ({
      children: [...children.slice(1, 2), ...children.slice(0, 1), ...children.slice(2)],
    }),
    'result-list-first: DeliveryResults appears before PacketID': lastFirst,
  }),
  // Deviations of the service's namespace wherever it appears, contract §9.2. A namespace of its own for the whole
  // reply is reported once, by the rule about its outermost element.
  ...found(outermost, 'service.namespace').in(every, {
    'namespace-slash: Replies are in the namespace of the service with a slash more': inNamespace('$&/'),
    'namespace-tempuri: Replies are in http://tempuri.org/': inNamespace('http://tempuri.org/'),
  }),
  ...found(outermost, 'versioning.one-namespace', { operations: ['ReportSmsWithPacketId'] }).in(every, {
    'namespace-per-path: Operations under /ecomm have a namespace of their own': inNamespace('$&/ecomm'),
  }),
];

import type { BindingId } from '../../model/contract.ts';
import type { Call, ReplyElement } from '../../reference/seams.ts';
import { type Defect, soap } from '../defect.ts';
import { trips } from '../table.ts';
import {
  elementOf,
  find,
  isElement,
  moveTo,
  named,
  plus,
  rename,
  replace,
  resultName,
  type TreeChange,
} from '../tree.ts';

const overSoap = { bindings: soap };

const envelopeUri = (id: BindingId, { contract }: Call): string =>
  contract.bindings.find((binding) => binding.id === id)?.envelope ?? '';

const inNamespace =
  (uri: (old: string, call: Call) => string): TreeChange =>
  (root, call) =>
    moveTo(
      moveTo(root, 'Body', (old) => uri(old, call)),
      'Envelope',
      (old) => uri(old, call),
    );

/** Deviations of the Envelope itself. */
const envelopes: readonly Defect[] = [
  ...trips('soap/envelope', 'bindings.soap11.response-envelope', { bindings: ['soap11'] }).onTree({
    'soap11-envelope-as-12: SOAP 1.1 replies hold a SOAP 1.2 envelope': inNamespace((_, call) =>
      envelopeUri('soap12', call),
    ),
    'soap11-envelope-namespace-without-slash: The namespace of the SOAP 1.1 envelope lacks its last slash':
      inNamespace((uri) => uri.replace(/\/$/, '')),
  }),
  ...trips('soap/envelope', 'bindings.soap12.response-envelope', { bindings: ['soap12'] }).onTree({
    'soap12-envelope-as-11: SOAP 1.2 replies hold a SOAP 1.1 envelope': inNamespace((_, call) =>
      envelopeUri('soap11', call),
    ),
    'soap12-envelope-namespace-slash: The namespace of the SOAP 1.2 envelope ends with a slash': inNamespace(
      (uri) => `${uri}/`,
    ),
    'soap12-envelope-draft: SOAP 1.2 replies hold the envelope of a draft': inNamespace(
      () => 'http://www.w3.org/2002/12/soap-envelope',
    ),
  }),
  ...trips('soap/envelope', 'bindings.soap11.response-envelope', overSoap).onTree({
    'envelope-namespace-https: The namespace of the envelope is written with https': inNamespace((uri) =>
      uri.replace('http:', 'https:'),
    ),
    'envelope-without-namespace: Envelope and Body are in no namespace': inNamespace(() => ''),
    'envelope-renamed: The envelope is named Message': (root) => rename(root, 'Envelope', 'Message'),
    'envelope-lower-case: The envelope is named envelope': (root) => rename(root, 'Envelope', 'envelope'),
    'envelope-missing: The element <OperationName>Response is the root, without an envelope': (root, call) =>
      find(root, response(call)) ?? root,
    'envelope-plain-result: SOAP replies are the document of HTTP GET: EmPostSmsResult alone': (
      root,
      call,
    ) => ({
      ...(find(root, resultName(call)) ?? root),
      name: call.contract.packetResult.element,
    }),
  }),
  ...trips(['soap/envelope', 'soap/body'], 'bindings.soap12.response-envelope', overSoap).onTree({
    'envelope-other-version-than-body: The envelope is of the other SOAP version than its body': (
      root,
      call,
    ) => moveTo(root, 'Envelope', () => envelopeUri(call.binding === 'soap11' ? 'soap12' : 'soap11', call)),
  }),
  ...trips('soap/response', 'bindings.soap11.response-element', overSoap).onTree({
    'envelope-in-body: The body holds the whole envelope once more': (root) =>
      replace(root, 'Body', (body) => [{ ...body, children: [root] }]),
  }),
];

const header = ({ uri }: ReplyElement, ...blocks: ReplyElement['children']): ReplyElement => ({
  ...elementOf('Header', uri, ...blocks),
  prefix: 'soap',
});

/** Deviations of what stands in the Envelope. */
const parts: readonly Defect[] = [
  ...trips('soap/envelope-children', 'bindings.soap12.response-envelope-children', overSoap).onElement(
    'Envelope',
    {
      'header-twice: The envelope holds two Headers': (root) => ({
        ...root,
        children: [header(root), header(root), ...root.children],
      }),
      'element-before-body: The envelope holds an element that is no Header before its body': (
        root,
        { namespace },
      ) => ({
        ...root,
        children: [elementOf('Session', namespace, '1'), ...root.children],
      }),
      'header-lower-case: The Header is named header': (root) => ({
        ...root,
        children: [{ ...header(root), name: 'header' }, ...root.children],
      }),
      'text-in-envelope: The envelope holds text beside its body': (root) => ({
        ...root,
        children: [...root.children, 'OK'],
      }),
    },
  ),
  ...trips('soap/envelope-children', 'bindings.soap11.response-envelope-children', overSoap).onElement(
    'Envelope',
    {
      'header-after-body: The envelope holds its Header after the body': (root) => ({
        ...root,
        children: [...root.children, header(root)],
      }),
    },
  ),
  ...trips('soap/body', 'bindings.soap12.response-body', overSoap).onTree({
    'body-missing: The envelope is empty': (root) => replace(root, 'Body', () => []),
    'body-unwrapped: The element <OperationName>Response stands in the envelope without a body': (root) =>
      replace(root, 'Body', (body) => body.children),
    'body-renamed: The body is named Content': (root) => rename(root, 'Body', 'Content'),
    'body-lower-case: The body is named body': (root) => rename(root, 'Body', 'body'),
    'body-without-namespace: The body is in no namespace': (root) => moveTo(root, 'Body', () => ''),
    'body-service-namespace: The body is in the namespace of the service': (root, { namespace }) =>
      moveTo(root, 'Body', () => namespace),
  }),
  ...trips('soap/body', 'bindings.soap11.response-body', overSoap).onChildren('Envelope', {
    'two-bodies: The envelope holds its body twice': (children) => [
      ...children,
      ...children.filter(named('Body')),
    ],
  }),
  ...trips('soap/instructions', 'bindings.soap12.response-no-instructions', overSoap).onText({
    'instruction-style-sheet: A processing instruction names a style sheet for the envelope': (text) =>
      text.replace('?>', '?><?xml-stylesheet href="a.xsl"?>'),
    'instruction-in-body: A processing instruction stands in the body': (text) =>
      text.replace('</soap:Body>', '<?page 1?></soap:Body>'),
    'instruction-at-end: A processing instruction follows the envelope': (text) => `${text}<?end?>`,
  }),
];

const fault = ({ uri }: ReplyElement): ReplyElement => ({
  ...elementOf('Fault', uri, elementOf('faultstring', '', 'Try later')),
  prefix: 'soap',
});

/** Deviations of what stands in the Body, beside the Response or instead of it. */
const bodies: readonly Defect[] = [
  ...trips('soap/response', 'bindings.soap12.response-element', overSoap).onElement('Body', {
    'body-empty: The SOAP body holds nothing': (body) => ({ ...body, children: [] }),
    'fault-beside-response: The body holds a fault beside <OperationName>Response': (body) => ({
      ...body,
      children: [...body.children, fault(body)],
    }),
  }),
  ...trips('soap/response', 'bindings.soap12.response-alone', overSoap).onChildren('Body', {
    'body-text: The body holds text beside <OperationName>Response': (children) => [...children, 'OK'],
    'body-no-break-space: The body holds a no-break space, which is no white space of XML, beside <OperationName>Response':
      (children) => ['\u00A0', ...children],
    'body-second-element: The body holds an element beside <OperationName>Response': (
      children,
      { namespace },
    ) => [...children, elementOf('Trace', namespace, '1')],
  }),
  ...trips('soap/response', 'bindings.soap11.response-alone', overSoap).onChildren('Body', {
    'body-foreign-response: The body holds an element of another namespace that is called <OperationName>Response as well':
      (children, call) => [{ ...elementOf(response(call), 'urn:other'), prefix: 'o' }, ...children],
  }),
  ...trips('soap/response', 'bindings.soap11.response-element', { bindings: ['soap11'] }).onElement('Body', {
    'soap11-fault-200: A fault comes with status 200 over SOAP 1.1': (body) => ({
      ...body,
      children: [fault(body)],
    }),
  }),
  ...trips('soap/response', 'bindings.soap12.response-element', { bindings: ['soap12'] }).onElement('Body', {
    'soap12-fault-200: A fault comes with status 200 over SOAP 1.2': (body) => ({
      ...body,
      children: [fault(body)],
    }),
  }),
];

const encoding = 'http://www.w3.org/2003/05/soap-encoding';

/** An Envelope with a Header in front of its Body, which holds a block with these attributes. */
const withBlock = (...attributes: readonly (readonly [name: string, value: string])[]) => {
  const block = { ...elementOf('Trace', 'urn:trace', '1'), prefix: 't', attributes };
  return (root: ReplyElement) => ({ ...root, children: [header(root, block), ...root.children] });
};

/** Deviations of what SOAP says about attributes and the Header. */
const headers: readonly Defect[] = [
  ...trips('soap/envelope-attributes', 'bindings.soap11.response-envelope-attributes', overSoap).onElement(
    'Envelope',
    {
      'envelope-attribute-without-namespace: The envelope has an attribute in no namespace': (root) =>
        plus(root, ['encodingStyle', encoding]),
    },
  ),
  ...trips('soap/envelope-attributes', 'bindings.soap12.response-envelope-attributes', {
    bindings: ['soap12'],
  }).onElement('Body', {
    'body-attribute-without-namespace: The body has an attribute in no namespace': (body) =>
      plus(body, ['id', 'body']),
    'body-encoding-style: The body has an encodingStyle, which SOAP 1.2 forbids there': (body) =>
      plus(body, ['soap:encodingStyle', encoding]),
  }),
  ...trips('soap/envelope-attributes', 'bindings.soap12.response-envelope-attributes', {
    bindings: ['soap12'],
  }).onElement('Envelope', {
    'envelope-encoding-style: The envelope has an encodingStyle, which SOAP 1.2 forbids there': (root) =>
      plus(root, ['soap:encodingStyle', encoding]),
  }),
  ...trips('soap/header-blocks', 'bindings.soap11.response-header-blocks', overSoap).onElement('Envelope', {
    'header-block-without-namespace: A block of the Header is in no namespace': (root) => ({
      ...root,
      children: [header(root, elementOf('Trace', '', '1')), ...root.children],
    }),
    'header-text: The Header holds text': (root) => ({
      ...root,
      children: [header(root, 'trace 1'), ...root.children],
    }),
  }),
  ...trips('soap/must-understand', 'bindings.soap11.response-no-mandatory-block', overSoap).onElement(
    'Envelope',
    {
      'header-block-mandatory: A client would have to understand a block of the Header': withBlock([
        'soap:mustUnderstand',
        '1',
      ]),
    },
  ),
  ...trips('soap/must-understand', 'bindings.soap11.response-no-mandatory-block', {
    bindings: ['soap11'],
  }).onElement('Envelope', {
    'header-block-mandatory-next: Whoever comes next would have to understand a block of the Header':
      withBlock(['soap:actor', 'http://schemas.xmlsoap.org/soap/actor/next'], ['soap:mustUnderstand', '1']),
  }),
  ...trips('soap/must-understand', 'bindings.soap12.response-no-mandatory-block', {
    bindings: ['soap12'],
  }).onElement('Envelope', {
    'header-block-mandatory-role: The ultimate receiver would have to understand a block of the Header':
      withBlock(
        ['soap:role', 'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver'],
        ['soap:mustUnderstand', 'true'],
      ),
  }),
  ...trips('soap/must-understand', 'bindings.soap11.response-must-understand', overSoap).onElement(
    'Envelope',
    {
      'must-understand-word: The mustUnderstand of a Header block is yes': withBlock([
        'soap:mustUnderstand',
        'yes',
      ]),
    },
  ),
  ...trips('soap/must-understand', 'bindings.soap12.response-must-understand', {
    bindings: ['soap12'],
  }).onElement('Envelope', {
    'must-understand-empty: The mustUnderstand of a Header block is empty': withBlock([
      'soap:mustUnderstand',
      '',
    ]),
  }),
  ...trips('soap/must-understand', 'bindings.soap11.response-must-understand', {
    bindings: ['soap11'],
  }).onElement('Envelope', {
    'must-understand-false: The mustUnderstand of a Header block over SOAP 1.1 is false, which is not 0':
      withBlock(['soap:mustUnderstand', 'false']),
  }),
];

const response = ({ operation }: Call) => `${operation.name}Response`;

type NameOf = (call: Call) => string;

/** What can be wrong with the element Response or Result without a word about what it holds. */
const ofElement = (
  part: 'Response' | 'Result',
  nameOf: NameOf,
  about: { readonly name: string; readonly namespace: string; readonly once: string },
): readonly Defect[] => {
  const rule = part === 'Response' ? 'soap/response' : 'soap/result';
  const id = part.toLowerCase();
  const the = `The element <OperationName>${part}`;
  const called = (change: (old: string, call: Call) => string) => (old: ReplyElement, call: Call) => ({
    ...old,
    name: change(old.name, call),
  });
  return [
    ...trips(rule, `bindings.soap11.${about.name}`, overSoap).onElement(nameOf, {
      [`${id}-renamed: ${the} has another name`]: called((name) => `${name}Data`),
      [`${id}-lower-case: ${the} begins with a small letter`]: called(
        (name) => name.charAt(0).toLowerCase() + name.slice(1),
      ),
      [`${id}-upper-case: ${the} is written in capitals`]: called((name) => name.toUpperCase()),
      [`${id}-of-other-operation: ${the} is named after another operation`]: called(
        (_, { contract, operation }) => {
          const other = contract.operations.find(({ name }) => name !== operation.name);
          return `${other?.name}${part}`;
        },
      ),
    }),
    ...trips(rule, `bindings.soap11.${about.namespace}`, overSoap).onElement(nameOf, {
      [`${id}-without-namespace: ${the} is in no namespace`]: (one) => ({ ...one, uri: '', prefix: '' }),
      [`${id}-namespace-upper-case: ${the} is in the namespace of the service in capitals`]: (one) => ({
        ...one,
        uri: one.uri.toUpperCase(),
      }),
      [`${id}-prefix-bound-elsewhere: ${the} has the prefix tns, bound to another namespace`]: (one) => ({
        ...one,
        prefix: 'tns',
        uri: 'http://tempuri.org/',
      }),
    }),
    ...trips(rule, `bindings.soap11.${about.once}`, overSoap).onTree({
      [`${id}-twice: ${the} stands twice`]: (root, call) => replace(root, nameOf(call), (one) => [one, one]),
    }),
  ];
};

/** Deviations of `<OperationName>Response` and `<OperationName>Result`, contract §4.1 rule 3. */
const results: readonly Defect[] = [
  ...ofElement('Response', response, {
    name: 'response-element',
    namespace: 'response-namespace',
    once: 'response-element',
  }),
  ...ofElement('Result', resultName, { name: 'result-name', namespace: 'result-name', once: 'result-once' }),
  ...trips('soap/response', 'bindings.soap11.response-element', overSoap).onTree({
    'response-name-generic: The body holds Response instead of <OperationName>Response': (root, call) =>
      rename(root, response(call), 'Response'),
  }),
  ...trips('soap/response', 'bindings.soap11.response-namespace', overSoap).onTree({
    'response-namespace-slash: The namespace of <OperationName>Response ends with a slash more': (
      root,
      call,
    ) => moveTo(root, response(call), (uri) => `${uri}/`),
  }),
  ...trips('soap/result', 'bindings.soap11.result-once', overSoap).onChildren(response, {
    'result-unwrapped: The packet result stands in <OperationName>Response without <OperationName>Result': (
      children,
    ) => children.filter(isElement).flatMap((result) => result.children),
  }),
  ...trips('soap/result', 'bindings.soap12.result-name', overSoap).onTree({
    'result-name-generic: The result is named Result': (root, call) =>
      rename(root, resultName(call), 'Result'),
    'result-namespace-slash: The namespace of <OperationName>Result ends with a slash more': (root, call) =>
      moveTo(root, resultName(call), (uri) => `${uri}/`),
  }),
  ...trips('soap/result', 'bindings.soap12.result-once', overSoap).onElement(response, {
    'result-missing: The element <OperationName>Response is empty': (one) => ({ ...one, children: [] }),
    'response-nested: The element <OperationName>Response holds itself once more': (one) => ({
      ...one,
      children: [one],
    }),
  }),
  ...trips('soap/result', 'bindings.soap12.result-alone', overSoap).onChildren(response, {
    'response-text: The element <OperationName>Response holds text beside the result': (children) => [
      'OK',
      ...children,
    ],
    'response-second-element: The element <OperationName>Response holds an element beside the result': (
      children,
      { namespace },
    ) => [...children, elementOf('Success', namespace, 'true')],
  }),
  ...trips('soap/response', 'bindings.soap12.response-element', overSoap).onTree({
    'response-unwrapped: The element <OperationName>Result stands in the body without <OperationName>Response':
      (root, call) => replace(root, response(call), ({ children }) => children),
  }),
  ...trips(['soap/response', 'soap/result'], 'bindings.soap12.result-place', overSoap).onTree({
    'result-beside-response: The element <OperationName>Result stands beside <OperationName>Response, not in it':
      (root, call) => replace(root, response(call), (one) => [{ ...one, children: [] }, ...one.children]),
  }),
  ...trips(
    ['result/field-once', 'result/only-fields'],
    'bindings.soap12.result-structure',
    overSoap,
  ).onElement(resultName, {
    'result-nested: The element <OperationName>Result holds itself once more': (one) => ({
      ...one,
      children: [one],
    }),
  }),
];

/** Deviations of the envelope and of what stands in its body. */
export const soapDefects: readonly Defect[] = [...envelopes, ...parts, ...bodies, ...headers, ...results];

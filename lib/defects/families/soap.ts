import type { BindingId } from '../../model/contract.ts';
import type { Call, ReplyElement } from '../../reference/seams.ts';
import { type Defect, soap } from '../defect.ts';
import { trips } from '../table.ts';
import {
  elementOf,
  find,
  first,
  isElement,
  last,
  moveTo,
  named,
  own,
  plus,
  rename,
  replace,
  resultName,
} from '../tree.ts';

/** What breaks a requirement of SOAP 1.1, over both versions or over the named one. */
const of11 = (rules: string | readonly string[], about: string, bindings = soap) =>
  trips(rules, `bindings.soap11.${about}`, { bindings });

/** What breaks a requirement of SOAP 1.2, over both versions or over the named one. */
const of12 = (rules: string | readonly string[], about: string, bindings = soap) =>
  trips(rules, `bindings.soap12.${about}`, { bindings });

const over11: readonly BindingId[] = ['soap11'];
const over12: readonly BindingId[] = ['soap12'];

const envelopeUri = (id: BindingId, { contract }: Call): string =>
  contract.bindings.find((binding) => binding.id === id)?.envelope ?? '';

/** Envelope and Body in another namespace. */
const inNamespace =
  (uri: (old: string) => string) =>
  (root: ReplyElement): ReplyElement =>
    moveTo(moveTo(root, 'Body', uri), 'Envelope', uri);

function resultAlone(root: ReplyElement, call: Call): ReplyElement {
  return { ...(find(root, resultName(call)) ?? root), name: call.contract.packetResult.element };
}

/** An element of the envelope's own namespace. */
const ofSoap = (name: string, call: Call, ...children: ReplyElement['children']): ReplyElement => ({
  ...elementOf(name, envelopeUri(call.binding, call), ...children),
  prefix: 'soap',
});

const fault = (call: Call) => ofSoap('Fault', call, elementOf('faultstring', '', 'Try later'));

const encoding = 'http://www.w3.org/2003/05/soap-encoding';

/** Puts a Header in front of the Body, with a block that has these attributes. */
const withBlock =
  (...attributes: readonly (readonly [name: string, value: string])[]) =>
  (children: ReplyElement['children'], call: Call) => {
    const block = { ...elementOf('Trace', 'urn:trace', '1'), prefix: 't', attributes };
    return [ofSoap('Header', call, block), ...children];
  };

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
  return [
    ...of11(rule, about.name).onElement(nameOf, {
      [`${id}-renamed: ${the} has another name`]: ({ name }) => ({ name: `${name}Data` }),
      [`${id}-lower-case: ${the} begins with a small letter`]: ({ name }) => ({
        name: name.charAt(0).toLowerCase() + name.slice(1),
      }),
      [`${id}-upper-case: ${the} is written in capitals`]: ({ name }) => ({ name: name.toUpperCase() }),
      [`${id}-of-other-operation: ${the} is named after another operation`]: (_, { contract, operation }) => {
        const other = contract.operations.find(({ name }) => name !== operation.name);
        return { name: `${other?.name}${part}` };
      },
    }),
    ...of11(rule, about.namespace).onElement(nameOf, {
      [`${id}-without-namespace: ${the} is in no namespace`]: () => ({ uri: '', prefix: '' }),
      [`${id}-namespace-upper-case: ${the} is in the namespace of the service in capitals`]: ({ uri }) => ({
        uri: uri.toUpperCase(),
      }),
      [`${id}-prefix-bound-elsewhere: ${the} has the prefix tns, bound to another namespace`]: () => ({
        prefix: 'tns',
        uri: 'http://tempuri.org/',
      }),
    }),
    ...of11(rule, about.once).onTree({
      [`${id}-twice: ${the} stands twice`]: (root, call) => replace(root, nameOf(call), (one) => [one, one]),
    }),
  ];
};

/** Deviations of the envelope and of what stands in its body. */
export const soapDefects: readonly Defect[] = [
  // Deviations of the Envelope itself.
  ...of11('soap/envelope', 'response-envelope', over11).onTree({
    'soap11-envelope-as-12: SOAP 1.1 replies hold a SOAP 1.2 envelope': (root, call) =>
      inNamespace(() => envelopeUri('soap12', call))(root),
    'soap11-envelope-namespace-without-slash: The namespace of the SOAP 1.1 envelope lacks its last slash':
      inNamespace((uri) => uri.replace(/\/$/, '')),
  }),
  ...of12('soap/envelope', 'response-envelope', over12).onTree({
    'soap12-envelope-as-11: SOAP 1.2 replies hold a SOAP 1.1 envelope': (root, call) =>
      inNamespace(() => envelopeUri('soap11', call))(root),
    'soap12-envelope-namespace-slash: The namespace of the SOAP 1.2 envelope ends with a slash': (root) =>
      inNamespace((uri) => `${uri}/`)(root),
    'soap12-envelope-draft: SOAP 1.2 replies hold the envelope of a draft': (root) =>
      inNamespace(() => 'http://www.w3.org/2002/12/soap-envelope')(root),
  }),
  ...of11('soap/envelope', 'response-envelope').onTree({
    'envelope-namespace-https: The namespace of the envelope is written with https': (root) =>
      inNamespace((uri) => uri.replace('http:', 'https:'))(root),
    'envelope-without-namespace: Envelope and Body are in no namespace': inNamespace(() => ''),
    'envelope-renamed: The envelope is named Message': (root) => rename(root, 'Envelope', 'Message'),
    'envelope-lower-case: The envelope is named envelope': (root) => rename(root, 'Envelope', 'envelope'),
    'envelope-missing: The element <OperationName>Response is the root, without an envelope': (root, call) =>
      find(root, response(call)) ?? root,
    'envelope-plain-result: SOAP replies are the document of HTTP GET: EmPostSmsResult alone': (...reply) =>
      resultAlone(...reply),
  }),
  ...of12(['soap/envelope', 'soap/body'], 'response-envelope').onElement('Envelope', {
    'envelope-other-version-than-body: The envelope is of the other SOAP version than its body': (
      _,
      call,
    ) => ({
      uri: envelopeUri(call.binding === 'soap11' ? 'soap12' : 'soap11', call),
    }),
  }),
  ...of11('soap/response', 'response-element').onTree({
    'envelope-in-body: The body holds the whole envelope once more': (root) =>
      replace(root, 'Body', (body) => [{ ...body, children: [root] }]),
  }),
  // Deviations of what stands in the Envelope.
  ...of12('soap/envelope-children', 'response-envelope-children').onChildren('Envelope', {
    'header-twice: The envelope holds two Headers': (children, call) => [
      ofSoap('Header', call),
      ofSoap('Header', call),
      ...children,
    ],
    'element-before-body: The envelope holds an element that is no Header before its body': first(
      own('Session', '1'),
    ),
    'header-lower-case: The Header is named header': first((call) => ofSoap('header', call)),
    'text-in-envelope: The envelope holds text beside its body': last('OK'),
  }),
  ...of11('soap/envelope-children', 'response-envelope-children').onChildren('Envelope', {
    'header-after-body: The envelope holds its Header after the body': last((call) => ofSoap('Header', call)),
  }),
  ...of12('soap/body', 'response-body').onTree({
    'body-missing: The envelope is empty': (root) => replace(root, 'Body', () => []),
    'body-unwrapped: The element <OperationName>Response stands in the envelope without a body': (root) =>
      replace(root, 'Body', (body) => body.children),
    'body-renamed: The body is named Content': (root) => rename(root, 'Body', 'Content'),
    'body-lower-case: The body is named body': (root) => rename(root, 'Body', 'body'),
    'body-without-namespace: The body is in no namespace': (root) => moveTo(root, 'Body', () => ''),
    'body-service-namespace: The body is in the namespace of the service': (root, { namespace }) =>
      moveTo(root, 'Body', () => namespace),
  }),
  ...of11('soap/body', 'response-body').onChildren('Envelope', {
    'two-bodies: The envelope holds its body twice': (all) => [...all, ...all.filter(named('Body'))],
  }),
  ...of12('soap/instructions', 'response-no-instructions').onText({
    'instruction-style-sheet: A processing instruction names a style sheet for the envelope': (text) =>
      text.replace('?>', '?><?xml-stylesheet href="a.xsl"?>'),
    'instruction-in-body: A processing instruction stands in the body': (text) =>
      text.replace('</soap:Body>', '<?page 1?></soap:Body>'),
    'instruction-at-end: A processing instruction follows the envelope': (text) => `${text}<?end?>`,
  }),
  // Deviations of what stands in the Body, beside the Response or instead of it.
  ...of12('soap/response', 'response-element').onChildren('Body', {
    'body-empty: The SOAP body holds nothing': () => [],
    'fault-beside-response: The body holds a fault beside <OperationName>Response': last(fault),
  }),
  ...of12('soap/response', 'response-alone').onChildren('Body', {
    'body-text: The body holds text beside <OperationName>Response': last('OK'),
    'body-no-break-space: The body holds a no-break space, which is no white space of XML, beside <OperationName>Response':
      first('\u00A0'),
    'body-second-element: The body holds an element beside <OperationName>Response': last(own('Trace', '1')),
  }),
  ...of11('soap/response', 'response-alone').onChildren('Body', {
    'body-foreign-response: The body holds an element of another namespace that is called <OperationName>Response as well':
      (children, call) => [{ ...elementOf(response(call), 'urn:other'), prefix: 'o' }, ...children],
  }),
  ...of11('soap/response', 'response-element', over11).onChildren('Body', {
    'soap11-fault-200: A fault comes with status 200 over SOAP 1.1': (_, call) => [fault(call)],
  }),
  ...of12('soap/response', 'response-element', over12).onChildren('Body', {
    'soap12-fault-200: A fault comes with status 200 over SOAP 1.2': (_, call) => [fault(call)],
  }),
  // Deviations of what SOAP says about attributes and the Header.
  ...of11('soap/envelope-attributes', 'response-envelope-attributes').onElement('Envelope', {
    'envelope-attribute-without-namespace: The envelope has an attribute in no namespace': (root) =>
      plus(root, ['encodingStyle', encoding]),
  }),
  ...of12('soap/envelope-attributes', 'response-envelope-attributes', over12).onElement('Body', {
    'body-attribute-without-namespace: The body has an attribute in no namespace': (body) =>
      plus(body, ['id', 'body']),
    'body-encoding-style: The body has an encodingStyle, which SOAP 1.2 forbids there': (body) =>
      plus(body, ['soap:encodingStyle', encoding]),
  }),
  ...of12('soap/envelope-attributes', 'response-envelope-attributes', over12).onElement('Envelope', {
    'envelope-encoding-style: The envelope has an encodingStyle, which SOAP 1.2 forbids there': (root) =>
      plus(root, ['soap:encodingStyle', encoding]),
  }),
  ...of11('soap/header-blocks', 'response-header-blocks').onChildren('Envelope', {
    'header-block-without-namespace: A block of the Header is in no namespace': first((call) =>
      ofSoap('Header', call, elementOf('Trace', '', '1')),
    ),
    'header-text: The Header holds text': first((call) => ofSoap('Header', call, 'trace 1')),
  }),
  ...of11('soap/must-understand', 'response-no-mandatory-block').onChildren('Envelope', {
    'header-block-mandatory: A client would have to understand a block of the Header': (...all) =>
      withBlock(['soap:mustUnderstand', '1'])(...all),
  }),
  ...of11('soap/must-understand', 'response-no-mandatory-block', over11).onChildren('Envelope', {
    'header-block-mandatory-next: Whoever comes next would have to understand a block of the Header':
      withBlock(['soap:actor', 'http://schemas.xmlsoap.org/soap/actor/next'], ['soap:mustUnderstand', '1']),
  }),
  ...of12('soap/must-understand', 'response-no-mandatory-block', over12).onChildren('Envelope', {
    'header-block-mandatory-role: The ultimate receiver would have to understand a block of the Header':
      withBlock(
        ['soap:role', 'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver'],
        ['soap:mustUnderstand', 'true'],
      ),
  }),
  ...of11('soap/must-understand', 'response-must-understand').onChildren('Envelope', {
    'must-understand-word: The mustUnderstand of a Header block is yes': withBlock([
      'soap:mustUnderstand',
      'yes',
    ]),
  }),
  ...of12('soap/must-understand', 'response-must-understand', over12).onChildren('Envelope', {
    'must-understand-empty: The mustUnderstand of a Header block is empty': withBlock([
      'soap:mustUnderstand',
      '',
    ]),
  }),
  ...of11('soap/must-understand', 'response-must-understand', over11).onChildren('Envelope', {
    'must-understand-false: The mustUnderstand of a Header block over SOAP 1.1 is false, which is not 0': (
      ...all
    ) => withBlock(['soap:mustUnderstand', 'false'])(...all),
  }),
  // Deviations of `<OperationName>Response` and `<OperationName>Result`, contract §4.1 rule 3.
  ...ofElement('Response', response, {
    name: 'response-element',
    namespace: 'response-namespace',
    once: 'response-element',
  }),
  ...ofElement('Result', resultName, { name: 'result-name', namespace: 'result-name', once: 'result-once' }),
  ...of11('soap/result', 'result-once').onChildren(response, {
    'result-unwrapped: The packet result stands in <OperationName>Response without <OperationName>Result': ([
      result,
    ]) => (result !== undefined && isElement(result) ? result.children : []),
  }),
  ...of12('soap/result', 'result-name').onElement(resultName, {
    'result-name-generic: The result is named Result': () => ({ name: 'Result' }),
    'result-namespace-slash: The namespace of <OperationName>Result ends with a slash more': ({ uri }) => ({
      uri: `${uri}/`,
    }),
  }),
  ...of12('soap/result', 'result-once').onElement(response, {
    'result-missing: The element <OperationName>Response is empty': () => ({ children: [] }),
    'response-nested: The element <OperationName>Response holds itself once more': (one) => ({
      children: [one],
    }),
  }),
  ...of12('soap/result', 'result-alone').onChildren(response, {
    'response-text: The element <OperationName>Response holds text beside the result': first('OK'),
    'response-second-element: The element <OperationName>Response holds an element beside the result': last(
      own('Success', 'true'),
    ),
  }),
  ...of12('soap/response', 'response-element').onTree({
    'response-unwrapped: The element <OperationName>Result stands in the body without <OperationName>Response':
      (root, call) => replace(root, response(call), ({ children }) => children),
  }),
  ...of12(['soap/response', 'soap/result'], 'result-place').onTree({
    'result-beside-response: The element <OperationName>Result stands beside <OperationName>Response, not in it':
      (root, call) => replace(root, response(call), (one) => [{ ...one, children: [] }, ...one.children]),
  }),
  ...of12(['result/field-once', 'result/only-fields'], 'result-structure').onElement(resultName, {
    'result-nested: The element <OperationName>Result holds itself once more': (one) => ({ children: [one] }),
  }),
];

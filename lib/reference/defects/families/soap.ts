import type { BindingId } from '../../../model/contract.ts';
import type { Call } from '../../seams.ts';
import { resultName } from '../../write/replies.ts';
import { type Defect, found, soap, uri11, uri12 } from '../defect.ts';
import { emptied, last, movedTo, nested, own, twice, unwrapped } from '../tree.ts';

/** What breaks a requirement of one SOAP version, over both versions or over the named one. */
const ofVersion =
  (version: BindingId) =>
  (rules: string | readonly string[], about: string, bindings = soap) =>
    found(rules, `bindings.${version}.${about}`, { bindings });

const of11 = ofVersion('soap11');
const of12 = ofVersion('soap12');
const only11: readonly BindingId[] = ['soap11'];
const only12: readonly BindingId[] = ['soap12'];

const body = /<soap:Body>(.*)<\/soap:Body>/s;
const fault = '<soap:Fault><faultstring>Try later</faultstring></soap:Fault>';
const onlyFault = `<soap:Body>${fault}</soap:Body>`;
const style = 'encodingStyle="http://www.w3.org/2003/05/soap-encoding"';

/** What puts this before the Body, behind it, or at its end. */
const before = (xml: string) => ['<soap:Body>', `${xml}$&`] as const;
const after = (xml: string) => ['</soap:Body>', `$&${xml}`] as const;
const inBody = (xml: string) => ['</soap:Body>', `${xml}$&`] as const;

/** What puts a Header before the Body, which holds this, or a block with these attributes. */
const header = (xml: string) => before(`<soap:Header>${xml}</soap:Header>`);
const block = (attributes: string) => header(`<t:Trace xmlns:t="urn:trace" ${attributes}>1</t:Trace>`);

const response = ({ operation }: Call) => `${operation.name}Response`;
const ofResponse = { name: 'response-element', once: 'response-element' };

/** What can be wrong with the element Response or Result without a word about what it holds. */
const ofElement = (
  part: 'Response' | 'Result',
  nameOf: (call: Call) => string,
  about: Readonly<Record<'name' | 'namespace' | 'once', string>>,
): readonly Defect[] => {
  const rule = part === 'Response' ? 'soap/response' : 'soap/result';
  const id = part.toLowerCase();
  const the = `The element <OperationName>${part}`;
  return [
    ...of11(rule, about.name).onElement(nameOf, {
      [`${id}-lower-case: ${the} begins with a small letter`]: ({ name }) => ({
        name: name.charAt(0).toLowerCase() + name.slice(1),
      }),
      [`${id}-of-other-operation: ${the} is named after another operation`]: (_, { contract, operation }) => {
        const other = contract.operations.find(({ name }) => name !== operation.name);
        return { name: `${other?.name}${part}` };
      },
    }),
    ...of11(rule, about.namespace).onElement(nameOf, {
      [`${id}-without-namespace: ${the} is in no namespace`]: { uri: '', prefix: '' },
    }),
    ...of11(rule, about.once).onElement(nameOf, { [`${id}-twice: ${the} appears twice`]: twice }),
  ];
};

/** Deviations of the envelope and of what appears in its body. */
export const soapDefects: readonly Defect[] = [
  ...of11('soap/envelope', 'response-envelope', only11).onText({
    'soap11-envelope-as-12: SOAP 1.1 replies hold a SOAP 1.2 envelope': [uri11, uri12],
  }),
  ...of12('soap/envelope', 'response-envelope', only12).onText({
    'soap12-envelope-as-11: SOAP 1.2 replies hold a SOAP 1.1 envelope': [uri12, uri11],
  }),
  ...of11('soap/envelope', 'response-envelope').onText({
    'envelope-namespace-https: The namespace is written with https': [/(xmlns:soap=")http:/, '$1https:'],
    'envelope-without-namespace: No name is in it': [/(?<=<\/?)soap:| xmlns:soap="[^"]*"/g, ''],
    'envelope-missing: The element <OperationName>Response is the root': [
      /<soap:Envelope.*<soap:Body>(.*)<\/soap:Body>.*/s,
      '$1',
    ],
  }),
  ...of12(['soap/envelope', 'soap/body'], 'response-envelope').onText({
    'envelope-other-version-than-body: The envelope is of the other SOAP version than its body': (text) => {
      const other = text.includes(uri11) ? uri12 : uri11;
      return text.replace(/soap:Envelope/g, 'o:Envelope').replace(' xmlns', ` xmlns:o="${other}" xmlns`);
    },
  }),
  ...of12('soap/envelope-children', 'response-envelope-children').onText({
    'header-twice: The envelope holds two Headers': before('<soap:Header /><soap:Header />'),
    'text-in-envelope: The envelope holds text beside its body': after('OK'),
  }),
  ...of11('soap/envelope-children', 'response-envelope-children').onText({
    'header-after-body: The envelope holds its Header after the body': after('<soap:Header />'),
  }),
  ...of12('soap/body', 'response-body').onText({
    'body-missing: The envelope is empty': [body, ''],
    'body-without-namespace: The body is in no namespace': [/soap:Body/g, 'Body'],
  }),
  ...of11('soap/body', 'response-body').onText({
    'two-bodies: The envelope holds its body twice': [body, '$&$&'],
  }),
  ...of12('soap/instructions', 'response-no-instructions').onText({
    'instruction-style-sheet: A style sheet is named': ['?>', '?><?xml-stylesheet href="a.xsl"?>'],
    'instruction-in-body: A processing instruction appears in the body': inBody('<?page 1?>'),
  }),
  ...of12('soap/response', 'response-element').onText({
    'body-empty: The SOAP body holds nothing': [body, '<soap:Body />'],
    'fault-beside-response: The body holds a fault beside <OperationName>Response': inBody(fault),
  }),
  ...of12('soap/response', 'response-alone').onText({
    'body-text: The body holds text beside <OperationName>Response': inBody('OK'),
  }),
  ...of11('soap/response', 'response-alone').onText({
    'body-foreign-response: The body holds a <OperationName>Response of another namespace as well': (
      text,
      call,
    ) => text.replace('<soap:Body>', `$&<o:${response(call)} xmlns:o="urn:other" />`),
    'body-operation-too: An empty element named after the operation follows <OperationName>Response': (
      text,
      { operation, namespace },
    ) => text.replace('</soap:Body>', `<${operation.name} xmlns="${namespace}" />$&`),
  }),
  ...(['soap11', 'soap12'] as const).flatMap((id) =>
    ofVersion(id)('soap/response', 'response-element', [id]).onText({
      [`${id}-fault-200: A fault comes with status 200 over SOAP 1.${id.at(-1)}`]: [body, onlyFault],
    }),
  ),
  ...of11('soap/envelope-attributes', 'response-envelope-attributes').onText({
    'envelope-attribute-without-namespace: The envelope has an attribute in no namespace': [
      '<soap:Envelope',
      `$& ${style}`,
    ],
  }),
  ...of12('soap/envelope-attributes', 'response-envelope-attributes', only12).onText({
    'body-attribute-without-namespace: The body has one in no namespace': ['<soap:Body', '$& id="body"'],
    'body-encoding-style: SOAP 1.2 forbids it on the body': ['<soap:Body', `$& soap:${style}`],
  }),
  ...of11('soap/header-blocks', 'response-header-blocks').onText({
    'header-block-without-namespace: A block of the Header is in no namespace': header('<Trace />'),
    'header-text: The Header holds text': header('trace 1'),
  }),
  ...of11('soap/must-understand', 'response-no-mandatory-block').onText({
    'header-block-mandatory: A client would have to understand a block': block('soap:mustUnderstand="1"'),
  }),
  ...of11('soap/must-understand', 'response-no-mandatory-block', only11).onText({
    'header-block-mandatory-next: Whoever comes next would have to understand a block of the Header': block(
      'soap:actor="http://schemas.xmlsoap.org/soap/actor/next" soap:mustUnderstand="1"',
    ),
  }),
  ...of12('soap/must-understand', 'response-no-mandatory-block', only12).onText({
    'header-block-mandatory-role: The ultimate receiver would have to understand a block of the Header':
      block(`soap:role="${uri12}/role/ultimateReceiver" soap:mustUnderstand="true"`),
  }),
  ...of11('soap/must-understand', 'response-must-understand').onText({
    'must-understand-word: The mustUnderstand of a Header block is yes': block('soap:mustUnderstand="yes"'),
  }),
  ...of12('soap/must-understand', 'response-must-understand', only12).onText({
    'must-understand-empty: The mustUnderstand of a Header block is empty': block('soap:mustUnderstand=""'),
  }),
  ...of11('soap/must-understand', 'response-must-understand', only11).onText({
    'must-understand-false: The mustUnderstand of a Header block is false, not 0': block(
      'soap:mustUnderstand="false"',
    ),
  }),
  ...ofElement('Response', response, { ...ofResponse, namespace: 'response-namespace' }),
  ...ofElement('Result', resultName, { name: 'result-name', namespace: 'result-name', once: 'result-once' }),
  ...of11('soap/result', 'result-once').onElement(resultName, {
    'result-unwrapped: The fields are directly in <OperationName>Response': unwrapped,
  }),
  ...of12('soap/result', 'result-name').onElement(resultName, {
    'result-name-generic: The result is named Result': { name: 'Result' },
    'result-namespace-slash: The namespace of <OperationName>Result ends with a slash more': movedTo('/'),
  }),
  ...of12('soap/result', 'result-once').onElement(response, {
    'result-missing: The element <OperationName>Response is empty': { children: [] },
  }),
  ...of12('soap/result', 'result-alone').onElement(response, {
    'response-second-element: It holds an element beside the result': last(own('Success', 'true')),
  }),
  ...of12(['soap/response', 'soap/result'], 'result-place').onElement(response, {
    'result-beside-response: The element <OperationName>Result appears beside <OperationName>Response':
      emptied,
  }),
  ...of12(['result/field-once', 'result/only-fields'], 'result-structure').onElement(resultName, {
    'result-nested: The element <OperationName>Result holds itself once more': nested,
  }),
];

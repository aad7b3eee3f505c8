import type { BindingId } from '../../../model/contract.ts';
import type { Served } from '../../seams.ts';
import { resultName } from '../../write/replies.ts';
import { element, text } from '../changes.ts';
import { found, type NameOrNames, soap, uri11, uri12 } from '../defect.ts';
import { child, emptied, last, movedTo, nested, twice, unwrapped } from '../tree.ts';

/** Makes deviations that break requirements of both SOAP versions, or of the named versions. */
const broken = (rules: NameOrNames, about: NameOrNames, bindings: readonly BindingId[] = soap) => {
  const requirements = [about].flat().map((name) => `bindings.*.${name}`);
  return found(rules, requirements, { bindings });
};

const over11: readonly BindingId[] = ['soap11'];
const over12: readonly BindingId[] = ['soap12'];

const body = /<soap:Body>(.*)<\/soap:Body>/s;
const fault = '<soap:Fault><faultstring>Try later</faultstring></soap:Fault>';
const onlyFault = `<soap:Body>${fault}</soap:Body>`;
const style = 'encodingStyle="http://www.w3.org/2003/05/soap-encoding"';

/** Puts XML before the Body, behind it, or at its end. */
const before = (xml: string) => ['<soap:Body>', `${xml}$&`] as const;
const after = (xml: string) => ['</soap:Body>', `$&${xml}`] as const;
const inBody = (xml: string) => ['</soap:Body>', `${xml}$&`] as const;

/** Puts a Header with XML, or with a block with attributes, before the Body. */
const header = (xml: string) => before(`<soap:Header>${xml}</soap:Header>`);
const block = (attributes: string) => header(`<t:Trace xmlns:t="urn:trace" ${attributes}>1</t:Trace>`);

const responseName = ({ operation }: Served) => `${operation.name}Response`;
const response = element(responseName);
const result = element(resultName);
const named = ['result-name', 'result-once'];

/** Makes deviations of the element Response or Result, without its content. */
const inElement = (part: 'Response' | 'Result', inPart: typeof response, about: NameOrNames) => {
  const id = part.toLowerCase();
  const the = `The element <OperationName>${part}`;
  return broken(`soap/${id}`, about).in(inPart, {
    [`${id}-lower-case: ${the} begins with a small letter`]: ({ name }) => ({
      name: name.charAt(0).toLowerCase() + name.slice(1),
    }),
    [`${id}-of-other-operation: ${the} is named after another operation`]: (_, { contract, operation }) => {
      const another = contract.operations.find(({ name }) => name !== operation.name);
      return { name: `${another?.name}${part}` };
    },
    [`${id}-without-namespace: ${the} is in no namespace`]: { uri: '', prefix: '' },
    [`${id}-twice: ${the} appears twice`]: twice,
  });
};

export const soapDefects = [
  ...broken('soap/envelope', 'response-envelope', over11).in(text, {
    'soap11-envelope-as-12: SOAP 1.1 replies hold a SOAP 1.2 envelope': [uri11, uri12],
  }),
  ...broken('soap/envelope', 'response-envelope', over12).in(text, {
    'soap12-envelope-as-11: SOAP 1.2 replies hold a SOAP 1.1 envelope': [uri12, uri11],
  }),
  ...broken('soap/envelope', 'response-envelope').in(text, {
    'envelope-namespace-https: The namespace is written with https': [/(xmlns:soap=")http:/, '$1https:'],
    'envelope-without-namespace: No name is in it': [/(?<=<\/?)soap:| xmlns:soap="[^"]*"/g, ''],
    'envelope-missing: The element <OperationName>Response is the root': [
      /<soap:Envelope.*<soap:Body>(.*)<\/soap:Body>.*/s,
      '$1',
    ],
  }),
  ...broken(['soap/envelope', 'soap/body'], 'response-envelope').in(text, {
    'envelope-other-version-than-body: The envelope is of the other SOAP version than its body': (whole) => {
      const otherUri = whole.includes(uri11) ? uri12 : uri11;
      return whole.replace(/soap:Envelope/g, 'o:Envelope').replace(' xmlns', ` xmlns:o="${otherUri}" xmlns`);
    },
  }),
  ...broken('soap/envelope-children', 'response-envelope-children').in(text, {
    'header-twice: The envelope holds two Headers': before('<soap:Header /><soap:Header />'),
    'text-in-envelope: The envelope holds text beside its body': after('OK'),
    'header-after-body: The envelope holds its Header after the body': after('<soap:Header />'),
  }),
  ...broken('soap/body', 'response-body').in(text, {
    'body-missing: The envelope is empty': [body, ''],
    'body-without-namespace: The body is in no namespace': [/soap:Body/g, 'Body'],
    'two-bodies: The envelope holds its body twice': [body, '$&$&'],
  }),
  ...broken('soap/instructions', 'response-no-instructions').in(text, {
    'instruction-style-sheet: A style sheet is named': ['?>', '?><?xml-stylesheet href="a.xsl"?>'],
    'instruction-in-body: A processing instruction appears in the body': inBody('<?page 1?>'),
  }),
  ...broken('soap/response', 'response-element').in(text, {
    'body-empty: The SOAP body holds nothing': [body, '<soap:Body />'],
    'fault-beside-response: The body holds a fault beside <OperationName>Response': inBody(fault),
  }),
  ...broken('soap/response', 'response-alone').in(text, {
    'body-text: The body holds text beside <OperationName>Response': inBody('OK'),
    'body-foreign-response: The body holds a <OperationName>Response of another namespace as well': (
      whole,
      call,
    ) => whole.replace('<soap:Body>', `$&<o:${responseName(call)} xmlns:o="urn:other" />`),
    'body-operation-too: An empty element named after the operation follows <OperationName>Response': (
      whole,
      { operation, namespace },
    ) => whole.replace('</soap:Body>', `<${operation.name} xmlns="${namespace}" />$&`),
  }),
  ...[over11, over12].flatMap((bindings) => {
    const [id] = bindings;
    return broken('soap/response', 'response-element', bindings).in(text, {
      [`${id}-fault-200: A fault comes with status 200 over SOAP 1.${id?.at(-1)}`]: [body, onlyFault],
    });
  }),
  ...broken('soap/envelope-attributes', 'response-envelope-attributes').in(text, {
    'envelope-attribute-without-namespace: The envelope has an attribute in no namespace': [
      '<soap:Envelope',
      `$& ${style}`,
    ],
  }),
  ...broken('soap/envelope-attributes', 'response-envelope-attributes', over12).in(text, {
    'body-attribute-without-namespace: The body has one in no namespace': ['<soap:Body', '$& id="body"'],
    'body-encoding-style: SOAP 1.2 forbids it on the body': ['<soap:Body', `$& soap:${style}`],
  }),
  ...broken('soap/header-blocks', 'response-header-blocks').in(text, {
    'header-block-without-namespace: A block of the Header is in no namespace': header('<Trace />'),
    'header-text: The Header holds text': header('trace 1'),
  }),
  ...broken('soap/must-understand', 'response-no-mandatory-block').in(text, {
    'header-block-mandatory: A client would have to understand a block': block('soap:mustUnderstand="1"'),
  }),
  ...broken('soap/must-understand', 'response-no-mandatory-block', over11).in(text, {
    'header-block-mandatory-next: Whoever comes next would have to understand a block of the Header': block(
      'soap:actor="http://schemas.xmlsoap.org/soap/actor/next" soap:mustUnderstand="1"',
    ),
  }),
  ...broken('soap/must-understand', 'response-no-mandatory-block', over12).in(text, {
    'header-block-mandatory-role: The ultimate receiver would have to understand a block of the Header':
      block(`soap:role="${uri12}/role/ultimateReceiver" soap:mustUnderstand="true"`),
  }),
  ...broken('soap/must-understand', 'response-must-understand').in(text, {
    'must-understand-word: The mustUnderstand of a Header block is yes': block('soap:mustUnderstand="yes"'),
  }),
  ...broken('soap/must-understand', 'response-must-understand', over12).in(text, {
    'must-understand-empty: The mustUnderstand of a Header block is empty': block('soap:mustUnderstand=""'),
  }),
  ...broken('soap/must-understand', 'response-must-understand', over11).in(text, {
    'must-understand-false: The mustUnderstand of a Header block is false, not 0': block(
      'soap:mustUnderstand="false"',
    ),
  }),
  ...inElement('Response', response, ['response-element', 'response-namespace']),
  ...inElement('Result', result, named),
  ...broken('soap/result', named).in(result, {
    'result-unwrapped: The fields are directly in <OperationName>Response': unwrapped,
    'result-name-generic: The result is named Result': { name: 'Result' },
    'result-namespace-slash: The namespace of <OperationName>Result ends with a slash more': movedTo('/'),
  }),
  ...broken('soap/result', named).in(response, {
    'result-missing: The element <OperationName>Response is empty': { children: [] },
  }),
  ...broken('soap/result', 'result-alone').in(response, {
    'response-second-element: It holds an element beside the result': last(child('Success', 'true')),
  }),
  ...broken(['soap/response', 'soap/result'], 'result-place').in(response, {
    'result-beside-response: The element <OperationName>Result appears beside <OperationName>Response':
      emptied,
  }),
  ...broken(['result/field-once', 'result/only-fields'], 'result-structure').in(result, {
    'result-nested: The element <OperationName>Result holds itself once more': nested,
  }),
];

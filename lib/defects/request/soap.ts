import { listless, type RequestDefect, soap, withBody, withHeader } from './request-defect.ts';

const envelope11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const envelope12 = 'http://www.w3.org/2003/05/soap-envelope';

/** Mistakes in the SOAPAction header (contract §4.1 rules 1 and 2). */
const actions = (
  [
    ['soapaction-missing', 'SOAPAction is missing', 'soap11', () => null],
    [
      'soapaction-unquoted',
      'SOAPAction has no quotes',
      'soap11',
      (right: string) => right.replaceAll('"', ''),
    ],
    ['soapaction-empty', 'SOAPAction is empty', 'soap11', () => '""'],
    [
      'soapaction-other-operation',
      'SOAPAction names another operation',
      'soap11',
      (right: string) => right.replace(/\w+"$/, 'Other"'),
    ],
    [
      'soapaction-without-slash',
      'SOAPAction has no slash before the operation',
      'soap11',
      (right: string) => right.replace(/\/(?=\w+"$)/, ''),
    ],
    ['soap12-soapaction', 'SOAP 1.2 carries a SOAPAction', 'soap12', (right: string) => right],
    ['soap12-soapaction-empty', 'SOAP 1.2 carries an empty SOAPAction', 'soap12', () => '""'],
  ] as const
).map(
  ([id, title, binding, change]): RequestDefect => ({
    id,
    title,
    bindings: [binding],
    rules: ['request/soap-action'],
    change: (request, { target, operation }) =>
      withHeader(request, 'SOAPAction', change(`"${target.namespace}/${operation.name}"`)),
  }),
);

/** Mistakes around the operation element: what the text of the envelope becomes. */
const envelopes = (
  [
    [
      'envelope-of-other-version',
      'The envelope is of the other SOAP version',
      (text: string) =>
        text.includes(envelope11)
          ? text.replace(envelope11, envelope12)
          : text.replace(envelope12, envelope11),
    ],
    [
      'envelope-name-case',
      'The envelope is called envelope',
      (text: string) => text.replaceAll('soap:Envelope', 'soap:envelope'),
    ],
    [
      'body-twice',
      'The envelope holds its Body twice',
      (text: string) => text.replace(/<soap:Body>.*<\/soap:Body>/s, '$&$&'),
    ],
    [
      'two-calls-in-body',
      'The Body holds two elements',
      (text: string) => text.replace('</soap:Body>', '<Other/></soap:Body>'),
    ],
  ] as const
).map(([id, title, change]) => ofText(id, title, ['request/envelope'], change));

/** Mistakes in the name of the operation element, its children left as they are. */
const operationElements = [
  ofText(
    'operation-lower-case',
    'The operation element is in lower case',
    ['request/operation-element'],
    lowerCase,
  ),
  ofText(
    'operation-suffix',
    'The operation element ends in Request',
    ['request/operation-element'],
    (text, name) => text.replaceAll(new RegExp(`(</?)${name}\\b`, 'g'), `$1${name}Request`),
  ),
];

function lowerCase(text: string, name: string): string {
  return text.replaceAll(new RegExp(`(</?)${name}\\b`, 'g'), `$1${name.toLowerCase()}`);
}

/** Mistakes that take the parameters along. */
const whole = (
  [
    [
      'operation-without-namespace',
      'The operation element is in no namespace',
      ['request/operation-element', 'request/parameters'],
      (text: string) => text.replace(/ xmlns="[^"]*"/, ''),
    ],
    [
      'operation-namespace-slash',
      'The namespace of the operation element ends with a slash more',
      ['request/operation-element', 'request/parameters'],
      (text: string) => text.replace(/( xmlns="[^"]*)"/, '$1/"'),
    ],
    [
      'envelope-cut',
      'The envelope ends in the middle',
      ['request/envelope', 'request/operation-element', 'request/parameters'],
      (text: string) => text.slice(0, -5),
    ],
    [
      'body-missing',
      'The envelope holds no Body',
      ['request/envelope', 'request/operation-element', 'request/parameters'],
      (text: string) => text.replaceAll('soap:Body', 'soap:Content'),
    ],
  ] as const
).flatMap(([id, title, rules, change]) => [
  { ...ofText(id, title, rules, change), operations: listless },
  { ...ofText(`${id}-with-list`, title, [...rules, 'request/list'], change), operations: ['SendBulkSms'] },
]);

function ofText(
  id: string,
  title: string,
  rules: readonly string[],
  change: (text: string, operation: string) => string,
): RequestDefect {
  return {
    id,
    title,
    bindings: soap,
    rules,
    change: (request, { operation }) => withBody(request, (text) => change(text, operation.name)),
  };
}

export const soapRequestDefects: readonly RequestDefect[] = [
  ...actions,
  ...envelopes,
  ...operationElements,
  ...whole,
];

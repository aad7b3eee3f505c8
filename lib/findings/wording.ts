import type { Breach, Finding } from '../model/judging/finding.ts';

type Names = Readonly<Record<string, string>>;
type Sentence = string | ((names: Names) => string);

/** The sentence of each rule; the finding has the expected and the actual text. */
const sentences: Readonly<Record<string, Sentence>> = {
  'request/method': 'the request must use the method of the binding',
  'request/path': 'the request must go to the path of the operation',
  'request/content-type': 'the Content-Type of the request must be exactly that of the binding',
  'request/soap-action':
    'the request must have a SOAPAction header over SOAP 1.1, and none over other bindings',
  'request/no-authentication': 'the request must have no authentication header',
  'request/encoding': 'the request must be encoded in UTF-8',
  'request/envelope': 'the request must be an Envelope of the SOAP version with one element in its Body',
  'request/operation-element':
    'the request must contain an element named after the operation, in the namespace of the service',
  'request/parameters':
    'the request must contain every parameter once, named as in the contract, with its value',
  'request/list': 'the request must repeat a list parameter once for each item',
  'request/no-body': 'a GET request must have no body',
  'http/response': 'every request must get an HTTP response',
  'http/status-line': 'the response must begin with an HTTP/1.1 status line',
  'http/end': 'no bytes should follow the end of the response',
  'http/limits': 'not read: the response exceeds a limit of the suite, so it was not judged',
  'http/status': 'the response must have the status code of the contract',
  'http/media-type': ({ repeated }) =>
    repeated
      ? 'the response should have one Content-Type header'
      : 'the response must have the media type of the binding',
  'http/no-challenge': 'the response must not ask for an authentication header',
  'http/charset': 'the Content-Type of the response must name the charset of the contract',
  'xml/encoding': 'the body must be in the encoding that the headers and the document declare',
  'xml/limits': 'not read: the document exceeds a limit of the suite, so it was not judged',
  'xml/well-formed': 'the body must be well-formed XML, its namespaces included',
  'xml/no-dtd': 'the body must not contain a document type declaration',
  'soap/envelope': 'the root element must be the Envelope of this SOAP version',
  'soap/envelope-children': 'the Envelope must contain only a Body and what SOAP allows beside it',
  'soap/envelope-attributes': 'Envelope, Header and Body must not have attributes that SOAP forbids',
  'soap/header-blocks': 'the Header must contain only elements in a namespace',
  'soap/must-understand': ({ mandatory }) =>
    mandatory
      ? 'the Header should not contain mandatory blocks'
      : 'the mustUnderstand of a Header block must be a boolean as this SOAP version writes it',
  'soap/instructions': 'a SOAP message must not contain processing instructions',
  'soap/body': 'the Envelope must contain exactly one Body in its own namespace',
  'soap/response': ({ beside }) =>
    beside
      ? 'the Body should contain only the Response element'
      : 'the Body must contain exactly one Response element of the operation',
  'soap/result': ({ beside }) =>
    beside
      ? 'the Response should contain only the Result element'
      : 'the Response must contain exactly one Result element of the operation',
  'plain/root': 'the root element must be the packet result in the namespace of the service',
  'result/field-once': ({ field, parent }) => `${field} must occur exactly once in ${parent}`,
  'result/field-namespace': ({ field }) => `${field} must be in the namespace of the service`,
  'result/field-text': ({ field }) => `${field} must contain text and no elements`,
  'result/list-items': ({ field, item }) => `${field} must contain only ${item} elements`,
  'result/only-fields': ({ parent }) => `${parent} should contain only the fields that the contract names`,
  'result/field-order': ({ parent }) => `the fields of ${parent} should be in the order of the contract`,
  'result/schema': 'the result must be valid against the XML Schema of the contract',
  'delivery/field-once': ({ field, parent }) => `${field} must occur exactly once in ${parent}`,
  'delivery/field-namespace': ({ field }) => `${field} must be in the namespace of the service`,
  'delivery/field-text': ({ field }) => `${field} must contain text and no elements`,
  'delivery/only-fields': ({ parent }) => `${parent} should contain only the fields that the contract names`,
  'delivery/field-order': ({ parent }) => `the fields of ${parent} should be in the order of the contract`,
  'delivery/recipients': 'the delivery results must cover every recipient and no other number',
  'delivery/once-each': 'the delivery results should name a number as often as the request does',
  'delivery/number': ({ field }) => `${field} should be the number of a recipient`,
  'delivery/number-notation': ({ field }) => `${field} differs in notation from the number that was sent`,
  'delivery/texts': ({ field, parameter }) => `${field} should equal the ${parameter} that was sent`,
  'delivery/echo': ({ field, parameter }) => `${field} should equal the ${parameter} that was sent`,
  'report/packet': ({ field }) => `${field} of a report must be the one that the request names`,
  'report/same-content': ({ binding, other, changed }) =>
    changed
      ? 'the packet changed while it was read, so the bindings cannot be compared'
      : `the packet should have the same content over ${binding} as over ${other}`,
  'send/packet-id': ({ field }) => `${field} of a send should not be empty`,
  'send/distinct-packets': ({ field }) => `${field} must differ for every send`,
  'send/new-packet': ({ field }) => `${field} of a send should differ from those of earlier sends`,
  'case/expectation': ({ field, expects = 'value' }) => `${field} must ${EXPECTED[expects]}`,
};

/** What a case can expect of a field, a status or a reply. */
const EXPECTED: Names = {
  value: 'have the value that the case expects',
  matches: 'match the pattern that the case expects',
  'one-of': 'have one of the values that the case expects',
  empty: 'be empty, as the case expects',
  filled: 'not be empty, as the case expects',
  absent: 'be absent, as the case expects',
  fault: 'be a SOAP fault, as the case expects',
};

/** Names for the sentence of a rule without a finding. */
const GENERAL: Names = {
  field: 'a field',
  parent: 'its element',
  item: 'item',
  parameter: 'parameter',
  binding: 'one binding',
  other: 'another',
};

/** Returns the sentence of a finding, without a full stop: "must" becomes "should" below the level must. */
export function sentenceOf({
  rule,
  level = 'must',
  names,
}: Pick<Finding, 'rule' | 'names'> & Partial<Pick<Finding, 'level'>>): string {
  const sentence = sentences[rule] ?? `the rule ${rule} must be met`;
  const text = typeof sentence === 'string' ? sentence : sentence({ ...GENERAL, ...names });
  return level === 'must' ? text : text.replace(' must ', ' should ');
}

const OURS = 'this is a fault of the suite, not of the target; please report it';

/** Returns the note of an exchange whose request was not sent, on one line. */
export function refusedRequestText({
  rule,
  breach,
}: {
  readonly rule: string;
  readonly breach: Breach;
}): string {
  const { path, expected, actual, level = 'must', names = {} } = breach;
  const sentence = sentenceOf({ rule, level, names });
  return `the request was not sent because it breaks ${rule} at ${path}: ${sentence}; expected: ${expected}; actual: ${actual}; ${OURS}`;
}

/** Rules that have a sentence. */
export const wordedRules: readonly string[] = Object.keys(sentences);

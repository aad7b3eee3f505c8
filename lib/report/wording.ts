import type { Breach, Finding } from '../model/finding.ts';
import { adviceFor } from './advice.ts';

type Names = Readonly<Record<string, string>>;
type Sentence = string | ((names: Names) => string);

/** What each rule asks, in one sentence; the finding has what was expected and what was there. */
const sentences: Readonly<Record<string, Sentence>> = {
  'request/method': 'our request must use the method of the binding',
  'request/path': 'our request must go to the path of the operation',
  'request/content-type': 'our request must carry the content type of the binding to the letter',
  'request/soap-action': 'our request must carry the SOAPAction over SOAP 1.1, and none elsewhere',
  'request/no-authentication': 'our request must have no authentication header',
  'request/encoding': 'our request must be UTF-8',
  'request/envelope': 'our request must be an envelope of the SOAP version with one element in its Body',
  'request/operation-element': 'our request must hold an element named after the operation in the namespace',
  'request/parameters': 'our request must carry every parameter once, in order, with its value',
  'request/list': 'our request must repeat a list parameter once for each of its items',
  'request/no-body': 'a GET request of ours must have no body',
  'http/response': 'every call must be answered with an HTTP response',
  'http/status': 'the response must have the status of the contract',
  'http/media-type': 'the response must have the media type of the binding',
  'http/charset': 'the Content-Type of the response must name the charset of the contract',
  'xml/encoding': 'the bytes of the body must be in the encoding that the headers and the document declare',
  'xml/well-formed': 'the body must be well-formed XML with namespaces',
  'xml/no-dtd': 'the body must have no document type declaration',
  'soap/envelope': 'the root must be the Envelope of this SOAP version',
  'soap/envelope-children': 'the Envelope must hold nothing but what SOAP allows beside its Body',
  'soap/envelope-attributes': 'Envelope, Header and Body must have no attribute that SOAP forbids there',
  'soap/header-blocks':
    'the Header must hold nothing but blocks in a namespace that a client need not understand',
  'soap/body': 'the Envelope must hold exactly one Body in its own namespace',
  'soap/response': 'the Body must hold exactly one Response element of the operation',
  'soap/result': 'the Response must hold exactly one Result element of the operation',
  'plain/root': 'the root must be the packet result in the namespace of the service',
  'result/field-once': ({ field, parent }) => `${field} must stand exactly once in ${parent}`,
  'result/field-namespace': ({ field }) => `${field} must be in the namespace of the service`,
  'result/field-text': ({ field }) => `${field} must hold text and no elements`,
  'result/list-items': ({ field, item }) => `${field} must hold ${item} elements and nothing else`,
  'result/only-fields': ({ parent }) => `${parent} should hold only the fields that the contract names`,
  'result/field-order': ({ parent }) => `the fields of ${parent} should stand in the order of the contract`,
  'result/schema': 'the result must be valid against the XML Schema of the contract',
  'delivery/field-once': ({ field, parent }) => `${field} must stand exactly once in ${parent}`,
  'delivery/field-namespace': ({ field }) => `${field} must be in the namespace of the service`,
  'delivery/field-text': ({ field }) => `${field} must hold text and no elements`,
  'delivery/only-fields': ({ parent }) => `${parent} should hold only the fields that the contract names`,
  'delivery/field-order': ({ parent }) => `the fields of ${parent} should stand in the order of the contract`,
  'delivery/recipients': 'the delivery results should match the recipients in number and order',
  'delivery/texts': ({ field, parameter }) => `${field} should be the ${parameter} as it was sent`,
  'delivery/echo': ({ field, parameter }) =>
    `${field} should have the value of the ${parameter} that was sent`,
  'report/packet': ({ field }) => `${field} of a report must be that of the packet that was asked for`,
  'report/same-content': ({ binding, other, changed }) =>
    changed
      ? 'the packet changed while it was read over the bindings, so that they cannot be compared'
      : `the packet must read the same over ${binding} as over ${other}`,
  'send/packet-id': ({ field }) => `a send should give a ${field} to report with`,
  'send/distinct-packets': ({ field }) => `every send must give a ${field} of its own`,
  'case/expectation': ({ field }) => `${field} must have the value that the case expects`,
};

/** Words for what a finding names, where a rule is spoken of in general. */
const GENERAL: Names = {
  field: 'a field',
  parent: 'its element',
  item: 'item',
  parameter: 'parameter',
  binding: 'one binding',
  other: 'another',
};

/** The sentence of a finding, without a full stop. */
export function sentenceOf(finding: Pick<Finding, 'rule' | 'names'>): string {
  const sentence = sentences[finding.rule];
  if (sentence === undefined) return `the rule ${finding.rule} must be kept`;
  return typeof sentence === 'string' ? sentence : sentence({ ...GENERAL, ...finding.names });
}

/** Why a request of ours was not sent: the note of its exchange, on one line. */
export function refusedRequestText({
  rule,
  breach,
}: {
  readonly rule: string;
  readonly breach: Breach;
}): string {
  const sentence = sentenceOf({ rule, ...(breach.names === undefined ? {} : { names: breach.names }) });
  const { path, expected, actual } = breach;
  return `the request was not sent, it breaks ${rule} at ${path}: ${sentence}; expected: ${expected}; actual: ${actual}; ${adviceFor({ rule })}`;
}

/** Rules that have a sentence. */
export const wordedRules: readonly string[] = Object.keys(sentences);

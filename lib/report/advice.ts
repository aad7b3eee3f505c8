import type { Finding } from '../model/finding.ts';

/** What whoever answers for the target does about a broken rule, in one sentence without a full stop. */
const advice: Readonly<Record<string, string>> = {
  'http/response':
    'look in the log of the service for this call, and at what stands between it and this machine',
  'http/status':
    'look at the body of the response: it says why the call was not answered with a packet result',
  'http/media-type':
    'set the Content-Type of the response for this binding; clients choose their parser by it',
  'http/charset': 'name the charset in the Content-Type, and write the body in it',
  'xml/encoding': 'write the body in the encoding that is declared, or declare the one that is written',
  'xml/well-formed': 'build the body with an XML writer instead of joining texts',
  'xml/no-dtd': 'leave the DOCTYPE away; SOAP forbids it and careful clients refuse it',
  'soap/envelope': 'answer in the SOAP version of the request',
  'soap/envelope-children': 'let the Envelope hold an optional Header and then the Body',
  'soap/envelope-attributes': 'leave the attribute away, or put it into a namespace',
  'soap/header-blocks':
    'put each block into a namespace, without text between them and without mustUnderstand',
  'soap/body': 'write one Body, in the namespace of the Envelope',
  'soap/response':
    'name the element after the operation and put it in the namespace of the service, to the letter',
  'soap/result': 'put one element named after the operation into the Response, and the packet result into it',
  'plain/root': 'make the packet result itself the root, without an envelope or another element around it',
  'result/field-once': 'write the field once, named to the letter of the contract, also when it is empty',
  'result/field-namespace': 'put the field into the namespace of the service, with or without a prefix',
  'result/field-text': 'write the value as text of the field',
  'result/list-items': 'put one element for each recipient into the list and nothing else',
  'result/only-fields': 'clients with a fixed schema may stumble: take the field out, or agree on it',
  'result/field-order':
    'clients that read in sequence may stumble: write the fields in the order of the contract',
  'result/schema': 'compare the result with the schema of the contract',
  'delivery/field-once':
    'write the field once in every delivery result, named to the letter, also when it is empty',
  'delivery/field-namespace': 'put the field into the namespace of the service, with or without a prefix',
  'delivery/field-text': 'write the value as text of the field',
  'delivery/only-fields': 'clients with a fixed schema may stumble: take the field out, or agree on it',
  'delivery/field-order':
    'clients that read in sequence may stumble: write the fields in the order of the contract',
  'delivery/recipients':
    'answer for every number of the request, each as often and in the order in which it was given',
  'delivery/texts': 'compare how the text is decoded on its way in and escaped on its way out',
  'delivery/echo': 'give back the value that was sent: callers tell their messages apart by it',
  'report/packet': 'report on the packet whose identifier the caller gave',
  'report/same-content': 'let all bindings read the packet from one place',
  'send/packet-id': 'give an identifier with every send: without it nobody can ask for a report',
  'send/distinct-packets': 'give every send an identifier of its own, also when several come at once',
  'case/expectation': 'look at what the case is about: its title and place stand in the report',
};

const OURS = 'this is a fault of the suite, not of the target: please report it';

/** About a server that asked to slow down (429, 503). */
const SLOWER =
  'the server asks to slow down, or is overloaded: let the run ask less often with --rate N (requests per second) or --concurrency N; nothing is sent again by itself';

/** What to do about a finding. */
export function adviceFor({ rule, names }: Pick<Finding, 'rule' | 'names'>): string | undefined {
  if (rule.startsWith('request/')) return OURS;
  return rule === 'http/status' && names?.slower !== undefined ? SLOWER : advice[rule];
}

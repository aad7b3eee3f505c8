import type { Finding } from '../model/judging/finding.ts';

/** For elements that the contract does not name. */
const BESIDE = 'remove it, or agree on it with the clients: those with a fixed schema may fail';

/** What the owner of the client (`request/`) or of the target does about a broken rule, in one sentence without a full stop. */
const advice: Readonly<Record<string, string>> = {
  'request/method': 'let the client use POST for SOAP and forms, and GET for queries',
  'request/path':
    'correct the address in the client: the path base of the operation, and over GET and POST the operation behind it',
  'request/content-type':
    'set the Content-Type of the binding, with its charset over SOAP, and none over GET',
  'request/soap-action':
    'over SOAP 1.1 set SOAPAction to the namespace, a slash and the operation, in double quotes; over SOAP 1.2 leave it out',
  'request/no-authentication': 'remove the header: the ServiceTicket alone authenticates',
  'request/encoding':
    'encode texts in UTF-8, and percent-encode its bytes in queries and forms (encodeURIComponent, not escape)',
  'request/envelope':
    'let the SOAP library write the envelope, and choose the SOAP version of the media type',
  'request/operation-element':
    'name the element in the Body after the operation, in the namespace of the service',
  'request/parameters':
    'send every parameter once, named to the letter, over SOAP in the namespace of the service (elementFormDefault="qualified")',
  'request/list':
    'over SOAP give a list as { string: [...] }; over GET and POST repeat the field for each item',
  'request/no-body': 'send a GET request without a body',
  'http/response':
    'check the log of the service for this request, and proxies and firewalls on the way to it',
  'http/status-line': 'let the HTTP server write the status line, with a space after the status code',
  'http/end':
    'set Content-Length to the number of bytes in the body, and write nothing after it: clients take that for the next response',
  'http/limits':
    'check what the service sends: the suite reads up to 16 KiB of header fields and --max-response-bytes of body',
  'http/status': 'read the body of the response: it may say why it holds no packet result',
  'http/media-type':
    'set the Content-Type of the response for this binding: clients choose their parser by it',
  'http/no-challenge': 'remove the header: clients authenticate with the ServiceTicket alone',
  'http/charset': 'name the charset in the Content-Type, and encode the body in it',
  'xml/encoding': 'encode the body as declared, or declare its actual encoding',
  'xml/limits': 'check what the service sends: the document was not judged and may be valid',
  'xml/well-formed': 'build the body with an XML writer instead of concatenating strings',
  'xml/no-dtd': 'remove the DOCTYPE: SOAP forbids it, and secure parsers reject it',
  'soap/envelope': 'answer in the SOAP version of the request',
  'soap/envelope-children': 'write an optional Header and then the Body',
  'soap/envelope-attributes': 'remove the attribute, or put it into a namespace',
  'soap/header-blocks': 'put every block into a namespace, with no text between the blocks',
  'soap/must-understand':
    'remove mustUnderstand: the contract defines no header block that clients could know',
  'soap/instructions': 'remove the processing instruction: strict SOAP clients reject the message',
  'soap/body': 'write exactly one Body, in the namespace of the Envelope',
  'soap/response':
    'write one element named after the operation, ending in Response, in the namespace of the service',
  'soap/result':
    'write one element named after the operation, ending in Result, into the Response, with the packet result in it',
  'plain/root': 'make the packet result the root element, with no other element around it',
  'result/field-once': 'write the field exactly once, named as in the contract, even if it is empty',
  'result/field-namespace': 'put the field into the namespace of the service, with or without a prefix',
  'result/field-text': 'write the value as text, without elements',
  'result/list-items': 'write one element for each recipient into the list and nothing else',
  'result/only-fields': BESIDE,
  'result/field-order':
    'write the fields in the order of the contract: clients that read in sequence may fail',
  'result/schema': 'compare the result with the fields in §2 of the contract',
  'delivery/field-once':
    'write the field exactly once in every delivery result, named as in the contract, even if it is empty',
  'delivery/field-namespace': 'put the field into the namespace of the service, with or without a prefix',
  'delivery/field-text': 'write the value as text, without elements',
  'delivery/only-fields': BESIDE,
  'delivery/field-order':
    'write the fields in the order of the contract: clients that read in sequence may fail',
  'delivery/recipients':
    'read every number of the list, also from a repeated field, and return a delivery result for each',
  'delivery/once-each': 'return one delivery result for each occurrence of a number in the request',
  'delivery/number': 'write the whole number as text: clients find recipients by it',
  'delivery/number-notation':
    'no change needed: the contract shows no notation; clients that compare numbers as text may fail',
  'delivery/texts': 'check how the service decodes the text in requests and escapes it in responses',
  'delivery/echo': 'return the value that was sent: clients identify their messages by it',
  'report/packet': 'report on the packet that the request names',
  'report/same-content': 'let all bindings read the packet from the same source',
  'send/packet-id': 'return an identifier for every send: reports need it',
  'send/distinct-packets': 'return a new identifier for every send, also for concurrent ones',
  'send/new-packet': 'return a new identifier for every send, and disable caches in front of the service',
  'case/expectation': 'compare the reply with the case file, and correct the one that is wrong',
};

/** For a server that asked for fewer requests (429, 503). */
const SLOWER =
  'the server is overloaded or limits the request rate: lower --rate N (requests per second) or --concurrency N; the suite does not retry';

const OTHER_NAMESPACE =
  'put the root element into the namespace of the service; if it is in that already, correct --namespace';

/** The local name of an expanded name; a name of its own where there is none to compare. */
function localOf(name: string | undefined): string | symbol {
  return name === undefined ? Symbol('unknown') : name.replace(/^\{.*\}/, '');
}

/** Returns what to do about a finding. */
export function adviceFor({
  rule,
  names,
  expected,
  actual,
}: Pick<Finding, 'rule' | 'names'> & Partial<Pick<Finding, 'expected' | 'actual'>>): string | undefined {
  if (rule === 'plain/root' && localOf(expected) === localOf(actual)) return OTHER_NAMESPACE;
  if (names?.beside !== undefined) return BESIDE;
  return rule === 'http/status' && names?.slower !== undefined ? SLOWER : advice[rule];
}

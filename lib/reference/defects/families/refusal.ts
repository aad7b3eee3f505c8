import type { BindingId } from '../../../model/contract.ts';
import { header } from '../../read-call.ts';
import type { HttpRequest } from '../../seams.ts';
import { denied } from '../changes.ts';
import { found, overGet, overPost, plain, type Reach, reports, sends, slugOf, soap } from '../defect.ts';
import { bodyOf, fieldsOf } from '../wire.ts';

// A refusal is a reply without a result, of which only the status can be judged.

const refusing = (scope: Reach = {}) => found('http/status', 'bindings.*.response-status', scope);

/** Makes refusals of sends that another binding takes. */
const unlike = (binding: BindingId | '*', { cases = [], ...scope }: Reach) =>
  found(['http/status', 'send/same-meaning'], `bindings.${binding}.response-status`, {
    ...scope,
    cases: [...cases, '*/same-send-over-every-binding'],
  });

/** Makes refusals of an operation over a binding. */
const unserved = (operation: string, scope: Reach) =>
  found('http/status', `operations.${slugOf(operation)}.over.*`, { operations: [operation], ...scope });

const servedUnder = (operation: string) => `operations.${slugOf(operation)}.served-under`;

/** Makes refusals of wire forms that a service need not take. */
const affecting = (form: string, bindings: readonly BindingId[]) =>
  refusing({ bindings, onlyAffects: true, cases: [`*/wire-form-${form}`] });

const always = () => true;
const has = (name: string) => (request: HttpRequest) => header(request, name) !== undefined;
const lacks = (name: string) => (request: HttpRequest) => header(request, name) === undefined;
const type = (part: RegExp) => (request: HttpRequest) => part.test(header(request, 'content-type') ?? '');
const body = (part: RegExp) => (request: HttpRequest) => part.test(bodyOf(request));
const longer = (bytes: number) => (request: HttpRequest) => (request.body?.length ?? 0) > bytes;
const fields = (part: RegExp) => (request: HttpRequest) => part.test(fieldsOf(request));

/** Reports that are the only ones to show a form. */
const inReports = { operations: ['ReportSingleShotSms'], cases: ['*/wire-form-round-trip*'] };

const single = 'SingleShotSmsWithTypeAndKeyID';
const bodied = [...soap, 'http-post'] as const;

const overBindings = [
  ['soap11', 'SOAP 1.1', 500],
  ['soap12', 'SOAP 1.2', 500],
  ['http-get', 'HTTP GET', 404],
  ['http-post', 'HTTP POST', 404],
] as const;

const pathBases = [
  ['live', single, 'ReportSingleShotSms'],
  ['liveb', 'SendBulkSms'],
  ['ecomm', 'ReportSmsWithPacketId'],
] as const;

/** Servers that refuse what the contract lets a client send. */
export const refusalDefects = [
  ...refusing().in(denied(401, ['WWW-Authenticate', 'Basic realm="sms"']), {
    'authentication-demanded: A request without an authentication header is refused': lacks('authorization'),
  }),
  ...refusing().in(denied(307, ['Location', '/v2/postsms.asmx']), {
    'moved: Every request is sent on to another address': always,
  }),
  ...refusing().in(denied(503, ['Retry-After', '120']), { 'unavailable: Every request is put off': always }),
  ...found('http/status', servedUnder('SendBulkSms')).in(denied(404), {
    'path-upper-case-demanded: A path is not found that is not written in upper case': ({ path }) =>
      /[a-z]/.test(path.replace(/\?.*/, '')),
  }),
  ...refusing({ onlyAffects: true, cases: ['*/message-turkish'] }).in(denied(400), {
    'non-ascii-refused: A request with a character beyond ASCII is refused': (request) =>
      /[^\0-\x7F\uFEFF]|%[89A-F]/i.test(`${request.path} ${bodyOf(request)}`),
  }),
  ...unlike('*', { onlyAffects: true, bindings: soap, cases: ['*/message-long'] }).in(denied(413), {
    'long-post-refused: A body with more than 1000 bytes is refused': longer(1000),
  }),
  ...unserved(single, {}).in(denied(500), {
    'key-id-long-refused: A KeyID with more than ten characters is refused': (_, { values }) =>
      String(values.KeyID).length > 10,
  }),
  ...refusing({ operations: [single], onlyAffects: true, cases: ['*/values'] }).in(
    (sql: string) => denied(500)((_, { values }) => String(values.KeyID).includes("'"), sql),
    {
      'key-id-apostrophe-fails: An apostrophe in KeyID ends a text of SQL':
        "Unclosed quotation mark after 'x'.",
    },
  ),
  ...affecting('chunks', bodied).in(denied(411), {
    'length-demanded: A body without a Content-Length is refused': lacks('content-length'),
  }),
  ...affecting('chunks', bodied).in(denied(500), {
    'chunks-not-understood: A body in chunks is taken for an empty one': has('transfer-encoding'),
  }),
  ...refusing({ bindings: bodied, cases: ['*/wire-form-{bytes,chunks}'] }).in(denied(400), {
    'first-piece-only: Only the bytes of a body that come first are read, and what is not whole is refused':
      ({ pieces }) => pieces > 1,
  }),
  ...refusing({ bindings: ['soap11'] }).in(denied(500), {
    'soapaction-quoted-refused: A SOAPAction in double quotes is refused': (request) =>
      header(request, 'soapaction')?.startsWith('"') === true,
  }),
  ...refusing({ bindings: ['soap12'] }).in(denied(500), {
    'soap12-action-demanded: SOAP 1.2 without an action parameter is refused': type(/^(?!.*;\s*action=)/i),
  }),
  ...refusing({ bindings: soap }).in(denied(500), {
    'envelope-prefix-demanded: An envelope is refused whose prefix is not soapenv':
      body(/^(?!.*<soapenv:Envelope)/s),
    'declaration-refused: An XML declaration is refused': body(/<\?xml/),
  }),
  ...unserved('SendBulkSms', { bindings: soap }).in(denied(500), {
    'list-of-string-refused: A list whose children are called string is refused': body(/<string>/),
  }),
  ...refusing(overGet).in(denied(405, ['Allow', 'POST']), { 'get-refused: HTTP GET is refused': always }),
  ...refusing(overPost).in(denied(415), { 'form-refused: A form is refused': always }),
  ...unserved('SendBulkSms', { bindings: plain }).in(denied(400), {
    'repeated-fields-refused: A field that comes twice is refused': fields(/GsmNumbers=.*&GsmNumbers=/s),
  }),
  ...unlike('http-post', { bindings: plain, cases: ['*/message-form'] }).in(denied(400), {
    'plus-refused: A field with a plus sign is refused, be it a space or a plus': fields(/\+|%2B/i),
  }),
  ...refusing({ bindings: plain, operations: sends }).in(denied(400), {
    'empty-field-refused: A field with an empty text is refused': fields(/=(?:&|$)/),
  }),
  ...refusing({ bindings: plain, cases: ['*/wire-form-field-order'] }).in(denied(401), {
    'ticket-by-place: The first field of a query or form is taken for the ServiceTicket':
      fields(/^(?!ServiceTicket=)/),
  }),
  ...unlike('*', { ...overGet, cases: ['*/message-long', '*/wire-form-escapes'] }).in(denied(414), {
    'long-get-refused: A URL with more than 255 characters is refused': ({ path }) => path.length > 255,
  }),
  ...refusing({ bindings: soap, cases: ['*/wire-form-{namespaces,markup}'] }).in(denied(400), {
    'byte-order-mark-refused: An envelope behind a byte order mark is refused': body(/^\uFEFF/),
    'single-quotes-refused: Attributes in single quotes are refused': body(/<[\w:]+ [^>]*='/),
    'child-namespace-refused: A parameter that declares its namespace is refused': body(/<Message xmlns=/),
    'envelope-namespaces-unseen: A prefix that the Envelope declares is not known in the Body': body(
      /Envelope[^>]* xmlns:([\w-]+)=[^>]*>.*Body>.*<\1:/s,
    ),
  }),
  ...affecting('text-parts', soap).in(denied(400), {
    'comment-in-text-refused: A text with a comment is refused': body(/[^>\s]<!--/),
    'xsi-type-refused: A parameter that names its type is refused': body(/xsi:type/),
  }),
  ...affecting('size', soap).in(denied(413), {
    'large-envelope-refused: An envelope of more than 64 KB is refused': longer(65_536),
  }),
  ...affecting('charset', soap).in(denied(415), {
    'charset-without-space-refused: A charset without a blank before it is refused': type(/;charset/),
    'charset-quoted-refused: A charset in quotes is refused': type(/="/),
  }),
  ...affecting('charset-of-form', ['http-post']).in(denied(415), {
    'charset-on-form-refused: A form whose media type has a charset is refused': type(/;/),
  }),
  ...affecting('expectation', bodied).in(denied(417), {
    'expectation-refused: An expectation is refused': has('expect'),
  }),
  ...refusing({ ...inReports, bindings: soap }).in(denied(400), {
    'cdata-refused-in-reports: A report does not take a CDATA section': body(/<!\[CDATA\[/),
    'references-refused-in-reports: A report does not take the characters of a PacketId as references':
      body(/<\w*:?PacketId>&#/),
  }),
  ...refusing({ ...inReports, bindings: plain }).in(denied(400), {
    'escapes-refused-in-reports: A report does not take escapes of letters': fields(/%5[0-9A-F]/),
  }),
  ...refusing({ ...inReports, ...overPost, operations: [single] }).in(denied(400), {
    'header-case-in-single-shot: A single-shot send knows Content-Type in this letter case only': (request) =>
      !request.headers.some(([name]) => name === 'Content-Type'),
  }),
  ...refusing({ ...inReports, ...overPost, onlyAffects: true }).in(denied(415), {
    'charset-on-form-refused-in-reports: A report takes no form whose media type has a charset': type(/;/),
  }),
  // Servers that leave out a part of the service (contract §1, §9 sentence 1).
  ...pathBases.flatMap(([base, ...operations]) =>
    found('http/status', servedUnder(operations[0]), { operations }).in(denied(404), {
      [`path-base-${base}-refused: Nothing is served under /${base}/postsms.asmx`]: always,
    }),
  ),
  ...[...sends, ...reports].flatMap((name) =>
    overBindings.flatMap(([id, binding, status]) =>
      unserved(name, { bindings: [id] }).in(denied(status), {
        [`${slugOf(name)}-refused-over-${id}: ${name} is refused over ${binding}`]: always,
      }),
    ),
  ),
  ...unserved('ReportSingleShotSms', { operations: reports }).in(denied(500), {
    'reports-fail: Every report fails': always,
  }),
];

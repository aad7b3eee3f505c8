import type { BindingId } from '../../../model/contract.ts';
import { header } from '../../read/read-call.ts';
import type { HttpRequest } from '../../seams.ts';
import { type Defect, plain, reports, sends, slugOf, soap } from '../defect.ts';
import { found, type Scope } from '../table.ts';
import { bodyOf, fieldsOf } from '../wire.ts';

// A refusal is a reply without a result, of which only the status can be judged.

const refusedOver = (binding: BindingId, scope: Scope & Pick<Defect, 'onlyAffects'> = {}) =>
  found('http/status', `bindings.${binding}.response-status`, scope);

/** What breaks a requirement that begins with the name of an operation. */
const unserved = (about: string, scope: Scope = {}) =>
  found('http/status', `operations.${slugOf(about)}`, scope);

const always = () => true;
const contentType = (request: HttpRequest) => header(request, 'content-type') ?? '';
const lacks = (name: string) => (request: HttpRequest) => header(request, name) === undefined;
const bodyWith = (part: string) => (request: HttpRequest) => bodyOf(request).includes(part);
const bodyWithout = (part: RegExp) => (request: HttpRequest) => !part.test(bodyOf(request));

const bodyMatching = (part: RegExp) => (request: HttpRequest) => part.test(bodyOf(request));

/** Reports that are the only ones to show a form. */
const inReports = { operations: ['ReportSingleShotSms'], cases: ['*/wire-form-round-trip*'] };

const single = 'SingleShotSmsWithTypeAndKeyID';
const bodied = [...soap, 'http-post'] as const;
const inChunks = { onlyAffects: true, bindings: bodied, cases: ['*/wire-form-chunks'] } as const;

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
export const refusalDefects: readonly Defect[] = [
  // Servers that demand more of every request than the contract does.
  ...refusedOver('soap11').refuses([401, ['WWW-Authenticate', 'Basic realm="sms"']], {
    'authentication-demanded: A request without an authentication header is refused': lacks('authorization'),
  }),
  ...refusedOver('http-get').refuses([307, ['Location', '/v2/postsms.asmx']], {
    'moved: Every request is sent on to another address': always,
  }),
  ...refusedOver('http-post').refuses([503, ['Retry-After', '120']], {
    'unavailable: Every request is put off': always,
  }),
  ...unserved('SendBulkSms.served-under').refuses([404], {
    'path-upper-case-demanded: A path is not found that is not written in upper case': ({ path }) =>
      /[a-z]/.test(path.replace(/\?.*/, '')),
  }),
  // Servers that do not take some of the texts and bytes that a client may send, in any of the ways they may
  // come.
  ...refusedOver('soap11', { onlyAffects: true, cases: ['*/message-turkish'] }).refuses([400], {
    'non-ascii-refused: A request with a character beyond ASCII is refused': (request) =>
      /[^\0-\x7F\uFEFF]|%[89A-F]/i.test(`${request.path} ${bodyOf(request)}`),
  }),
  ...refusedOver('soap12', { onlyAffects: true, bindings: soap, cases: ['*/message-long'] }).refuses([413], {
    'long-post-refused: A body with more than 1000 bytes is refused': (request) =>
      bodyOf(request).length > 1000,
  }),
  ...unserved(`${single}.over.soap11`, { operations: [single] }).refuses([500], {
    'key-id-long-refused: A KeyID with more than ten characters is refused': (_, { values }) =>
      String(values.KeyID).length > 10,
  }),
  ...refusedOver('soap12', inChunks).refuses([411], {
    'length-demanded: A body without a Content-Length is refused': lacks('content-length'),
  }),
  ...refusedOver('http-post', inChunks).refuses([500], {
    'chunks-not-understood: A body in chunks is taken for an empty one': (request) =>
      header(request, 'transfer-encoding') !== undefined,
  }),
  ...refusedOver('soap11', {
    bindings: bodied,
    cases: ['*/wire-form-bytes', '*/wire-form-chunks'],
  }).refuses([400], {
    'first-piece-only: Only the bytes of a body that come first are read, and what is not whole is refused':
      ({ pieces }) => pieces > 1,
  }),
  // Servers that know SOAPAction, envelope and content type as one client library writes them.
  ...refusedOver('soap11', { bindings: ['soap11'] }).refuses([500], {
    'soapaction-quoted-refused: A SOAPAction in double quotes is refused': (request) =>
      header(request, 'soapaction')?.startsWith('"') === true,
  }),
  ...refusedOver('soap12', { bindings: ['soap12'] }).refuses([500], {
    'soap12-action-demanded: SOAP 1.2 without an action parameter is refused': (request) =>
      !/;\s*action=/i.test(contentType(request)),
  }),
  ...refusedOver('soap11', { bindings: soap }).refuses([500], {
    'envelope-prefix-demanded: An envelope is refused whose prefix is not soapenv':
      bodyWithout(/<soapenv:Envelope/),
    'declaration-refused: An XML declaration is refused': bodyWith('<?xml'),
  }),
  ...unserved('SendBulkSms.over.soap11', { bindings: soap, operations: ['SendBulkSms'] }).refuses([500], {
    'list-of-string-refused: A list whose children are called string is refused': bodyWith('<string>'),
  }),
  // Servers that do not take HTTP GET or HTTP POST as the contract describes them, or read fields by their
  // places.
  ...refusedOver('http-get', { bindings: ['http-get'] }).refuses([405, ['Allow', 'POST']], {
    'get-refused: HTTP GET is refused': always,
  }),
  ...refusedOver('http-post', { bindings: ['http-post'] }).refuses([415], {
    'form-refused: A form is refused': always,
  }),
  ...unserved('SendBulkSms.over.http-post', { bindings: plain, operations: ['SendBulkSms'] }).refuses([400], {
    'repeated-fields-refused: A field that comes twice is refused': (request) =>
      new URLSearchParams(fieldsOf(request)).getAll('GsmNumbers').length > 1,
  }),
  ...refusedOver('http-post', { bindings: plain, cases: ['*/message-form'] }).refuses([400], {
    'plus-refused: A field with a plus sign is refused, be it a space or a plus': (request) =>
      /\+|%2B/i.test(fieldsOf(request)),
  }),
  ...refusedOver('http-get', { bindings: plain, operations: sends }).refuses([400], {
    'empty-field-refused: A field with an empty text is refused': (request) =>
      /=(?:&|$)/.test(fieldsOf(request)),
  }),
  ...refusedOver('http-get', { bindings: plain, cases: ['*/wire-form-field-order'] }).refuses([401], {
    'ticket-by-place: The first field of a query or form is taken for the ServiceTicket': (request) =>
      !fieldsOf(request).startsWith('ServiceTicket='),
  }),
  ...refusedOver('http-get', {
    bindings: ['http-get'],
    cases: ['*/message-long', '*/wire-form-escapes'],
  }).refuses([414], {
    'long-get-refused: A request line with more than 255 characters is refused': ({ path }) =>
      path.length > 255,
  }),
  // Servers that take other ways to write a request for wrong ones, some of them in one operation only.
  ...refusedOver('soap11', {
    bindings: soap,
    cases: ['*/wire-form-namespaces', '*/wire-form-markup'],
  }).refuses([400], {
    'byte-order-mark-refused: An envelope behind a byte order mark is refused': ({ body }) =>
      body?.[0] === 0xef,
    'single-quotes-refused: Attributes in single quotes are refused': bodyMatching(/<[\w:]+ [^>]*='/),
    'child-namespace-refused: A parameter that declares its namespace is refused':
      bodyMatching(/<Message xmlns=/),
    'envelope-namespaces-unseen: A prefix that the Envelope declares is not known in the Body': bodyMatching(
      /Envelope[^>]* xmlns:([\w-]+)=[^>]*>.*Body>.*<\1:/s,
    ),
  }),
  ...refusedOver('soap12', { bindings: soap, onlyAffects: true, cases: ['*/wire-form-text-parts'] }).refuses(
    [400],
    {
      'comment-in-text-refused: A text with a comment is refused': bodyMatching(/[^>\s]<!--/),
      'xsi-type-refused: A parameter that names its type is refused': bodyWith('xsi:type'),
    },
  ),
  ...refusedOver('soap11', { bindings: soap, onlyAffects: true, cases: ['*/wire-form-size'] }).refuses(
    [413],
    {
      'large-envelope-refused: An envelope of more than 64 KB is refused': ({ body }) =>
        (body?.length ?? 0) > 65_536,
    },
  ),
  ...refusedOver('soap12', { bindings: soap, onlyAffects: true, cases: ['*/wire-form-charset'] }).refuses(
    [415],
    {
      'charset-without-space-refused: A charset without a blank before it is refused': (request) =>
        /;charset/.test(contentType(request)),
      'charset-quoted-refused: A charset in quotes is refused': (request) => /="/.test(contentType(request)),
    },
  ),
  ...refusedOver('http-post', {
    bindings: ['http-post'],
    onlyAffects: true,
    cases: ['*/wire-form-charset-of-form'],
  }).refuses([415], {
    'charset-on-form-refused: A form whose media type has a charset is refused': (request) =>
      /;/.test(contentType(request)),
  }),
  ...refusedOver('http-post', {
    bindings: bodied,
    onlyAffects: true,
    cases: ['*/wire-form-expectation'],
  }).refuses([417], {
    'expectation-refused: An expectation is refused': (request) => header(request, 'expect') !== undefined,
  }),
  ...refusedOver('soap12', { ...inReports, bindings: soap }).refuses([400], {
    'cdata-refused-in-reports: A report does not take a CDATA section': bodyWith('<![CDATA['),
    'references-refused-in-reports: A report does not take the characters of a PacketId as references':
      bodyMatching(/<\w*:?PacketId>&#/),
  }),
  ...refusedOver('http-get', { ...inReports, bindings: plain }).refuses([400], {
    'escapes-refused-in-reports: A report does not take escapes of letters': (request) =>
      /%5[0-9A-F]/.test(fieldsOf(request)),
  }),
  ...refusedOver('http-post', {
    bindings: ['http-post'],
    operations: [single],
    cases: ['*/wire-form-round-trip-headers'],
  }).refuses([400], {
    'header-case-in-single-shot: A single-shot send knows Content-Type in this letter case only': ({
      headers,
    }) => !headers.some(([name]) => name === 'Content-Type'),
  }),
  ...refusedOver('http-post', {
    ...inReports,
    bindings: ['http-post'],
    onlyAffects: true,
  }).refuses([415], {
    'charset-on-form-refused-in-reports: A report does not take a form whose media type has a charset': (
      request,
    ) => /;/.test(contentType(request)),
  }),
  // Servers that leave out a part of the service (contract §1, §9 sentence 1).
  ...pathBases.flatMap(([base, ...operations]) =>
    unserved(`${operations[0]}.served-under`, { operations }).refuses([404], {
      [`path-base-${base}-refused: Nothing is served under /${base}/postsms.asmx`]: always,
    }),
  ),
  ...[...sends, ...reports].flatMap((name) =>
    overBindings.flatMap(([id, binding, status]) =>
      unserved(`${name}.over.${id}`, { bindings: [id], operations: [name] }).refuses([status], {
        [`${slugOf(name)}-refused-over-${id}: ${name} is refused over ${binding}`]: always,
      }),
    ),
  ),
  ...unserved('ReportSingleShotSms.over.soap11', { operations: reports }).refuses([500], {
    'reports-fail: Every report fails': always,
  }),
];

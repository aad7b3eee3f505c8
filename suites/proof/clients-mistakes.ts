import { gzipSync } from 'node:zlib';
import type { WireRequest } from '../../lib/model/judging/wire.ts';
import { overGet, overPost, plain, sends, soap } from '../../lib/reference/defects/defect.ts';
import { contentType, plus, type RequestDefect, requestDefects, spoils } from './request-defects.ts';

/** Behind a rule that finds only what the contract leaves open, which never gates. */
export const OPEN = ' (open)';

/** Asks for a help page, or what Node's server refuses before anybody hears it. */
const NOT_HEARD = ['envelope-sent-as-get', 'query-not-encoded'];

/**
 * Where the rules find other things in a client's request than in ours: what a client meant is taken from the request
 * alone.
 */
const HEARD: Readonly<Record<string, readonly string[]>> = {
  'get-sent-as-post': ['content-type', 'path'],
  'form-sent-as-get': ['content-type'],
  'form-charset': ['content-type (open)'],
  cookie: ['no-authentication (open)'],
  'get-empty-body': [],
  'envelope-cut-with-list': ['envelope', 'operation-element', 'parameters'],
  'body-missing-with-list': ['envelope', 'operation-element', 'parameters'],
  'ticket-changed': [],
  'last-missing': ['parameters (open)'],
  'ticket-last': ['parameters (open)'],
  'list-last-only': [],
  'fields-joined': ['parameters (open)'],
  'fields-last-only': [],
  'fields-indexed': ['parameters'],
  'fields-percent-u': ['encoding'],
  'query-latin5': ['encoding'],
  'text-escaped-twice': [],
  'plus-not-encoded': [],
};

const over11 = { bindings: ['soap11'] } as const;
const over12 = { bindings: ['soap12'] } as const;
const operations = ['SendBulkSms'];
const bulk = { bindings: soap, operations };

const XSI = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
const STYLED = ['<soap:Envelope', '<soap:Envelope soap:encodingStyle="urn:x"'] as const;

/** What clients of other makers do that our own encoder could not. */
const others: readonly RequestDefect[] = [
  ...spoils(['method'], { bindings: [...soap, 'http-post'] }).onRequest({
    'put: A call is made with PUT': () => ({ method: 'PUT' }),
    'patch: A call is made with PATCH': () => ({ method: 'PATCH' as WireRequest['method'] }),
  }),
  ...spoils(['content-type', 'no-body'], overGet).onRequest({
    'get-json: HTTP GET has a body of JSON': ({ headers }) => ({
      headers: [...headers, ['Content-Type', 'application/json'] as const],
      body: Buffer.from('{}'),
    }),
  }),
  ...spoils(['path'], { bindings: soap }).onPath({
    'path-base-missing: An envelope goes to a path without a path base': [/^.*asmx/, '/sms'],
  }),
  ...spoils(['path'], { bindings: plain, operations }).onPath({
    'operation-misspelt: The operation in the path is misspelt': ['SendBulkSms', 'SendBulkSMs'],
  }),
  ...spoils(['content-type'], overPost).onHeader('Content-Type', contentType, {
    'form-as-json: A form is said to be JSON': () => 'application/json',
  }),
  ...spoils(['envelope'], over12).onContent({
    'encoding-style-12: The Envelope of SOAP 1.2 has an encodingStyle': STYLED,
  }),
  ...spoils(['envelope'], { bindings: soap }).onContent({
    'doctype: The envelope has a document type declaration': ['<soap:Envelope', '<!DOCTYPE x><soap:Envelope'],
  }),
  ...spoils(['parameters'], { bindings: soap }).onContent({
    'ticket-nil: The ServiceTicket is nil': [
      /<ServiceTicket>.*?<.ServiceTicket>/,
      `<ServiceTicket ${XSI} i:nil="true"/>`,
    ],
  }),
  ...spoils(['parameters', 'list'], bulk).onContent({
    'children-without-namespace: The parameters are in no namespace': (text) =>
      text.replace(/<(SendBulkSms) xmlns="(.*?)"(.*)<.SendBulkSms>/s, '<n:$1 xmlns:n="$2"$3</n:$1>'),
    'list-repeated: GsmNumbers is repeated and holds each number as its text': (text) =>
      text.replace(/<.?GsmNumbers>/g, '').replace(/(<\/?)string>/g, '$1GsmNumbers>'),
  }),
  ...spoils(['list'], bulk).onContent({
    'list-without-string: The numbers appear in GsmNumbers without elements': [/<.?string>/g, ''],
    'string-elsewhere: The first number is in another namespace': ['<string>', '<string xmlns="urn:x">'],
  }),
  ...spoils(['content-type', 'encoding'], { ...over11, operations: sends }).onRequest({
    'envelope-latin5: An envelope is in ISO-8859-9, as its content type says': ({ headers, body }) => ({
      headers: [...headers.slice(1), ['Content-Type', 'text/xml; charset=iso-8859-9'] as const],
      body: Buffer.from(`${Buffer.from(body ?? [])}`.replace('ş', '\xFE'), 'latin1'),
    }),
  }),
  // What the contract leaves open (§4.6): it is told, and never gates.
  ...spoils(['content-type (open)'], over12).onHeader('Content-Type', contentType, {
    'action-in-type: The content type has the SOAP action': (type) => `${type}; action="urn:x"`,
  }),
  ...spoils(['encoding'], { bindings: [...soap, 'http-post'] }).onRequest({
    'coding-false: A body that is not in gzip names it as its coding': plus('Content-Encoding', 'gzip'),
  }),
  ...spoils(['parameters'], { operations: ['ReportSingleShotSms', 'ReportSmsWithPacketId'] }).onContent({
    'packet-id-as-in-replies: PacketId is written as PacketID': [/(?<!With)PacketId/g, 'PacketID'],
  }),
  ...spoils(['encoding (open)'], { bindings: [...soap, 'http-post'] }).onRequest({
    'coding-true: A body is in gzip, as its coding says': ({ headers, body }) => ({
      headers: [...headers, ['Content-Encoding', 'gzip'] as const],
      body: gzipSync(body ?? ''),
    }),
  }),
  ...spoils(['parameters (open)'], { operations: sends }).onContent({
    'numbers-joined: Two numbers are in one text': [
      /((?:GsmNumbers?=|<GsmNumber>|<string>)905001112233)/,
      '$1,905001112266',
    ],
  }),
  ...spoils(['parameters (open)'], bulk).onContent({
    'list-absent: GsmNumbers is left out': [/<GsmNumbers>.*<.GsmNumbers>/, ''],
    'last-nil: The last parameter is nil': [/<EndTime>.*<.EndTime>/, `<EndTime ${XSI} i:nil="true"/>`],
  }),
  ...spoils(['envelope (open)'], over11).onContent({
    'encoding-style-11: The Envelope of SOAP 1.1 has an encodingStyle': STYLED,
  }),
  // Other ways to write the same request.
  ...spoils([], { bindings: soap }).onContent({
    'other-prefix: The prefix of the envelope is another': (text) =>
      text.replace(/(<\/?)soap:/g, '$1e:').replace('xmlns:soap', 'xmlns:e'),
    'single-quotes: Attributes are in single quotes': (text) =>
      text.replace(/<\w[^>]*>/g, (tag) => tag.replaceAll('"', "'")),
    'comment-in-text: A comment is in a text': ['</ServiceTicket>', '<!-- note --></ServiceTicket>'],
    'child-namespace: A parameter declares the namespace once more': (text) =>
      text.replace(/(xmlns="[^"]*")(.*)<ServiceTicket>/s, '$1$2<ServiceTicket $1>'),
    'empty-header: The envelope has an empty Header': ['<soap:Body', '<soap:Header/><soap:Body'],
    'no-declaration: There is no XML declaration': [/^<\?xml.*?\?>/, ''],
    'wrong-declaration: The XML declaration names another encoding than the header': ['utf-8', 'iso-8859-9'],
    'xsi-type: A parameter names its type': [
      '<ServiceTicket>',
      `<ServiceTicket ${XSI} xmlns:s="http://www.w3.org/2001/XMLSchema" i:type="s:string">`,
    ],
  }),
  ...spoils([], { bindings: soap }).onRequest({
    'byte-order-mark: The envelope begins with a byte order mark': ({ body }) => ({
      body: Buffer.from(`\uFEFF${Buffer.from(body ?? [])}`),
    }),
  }),
  ...spoils([], over11).onHeader('Content-Type', contentType, {
    'type-without-space: The charset follows without a space': [' ', ''],
  }),
  ...spoils([], over12).onHeader('Content-Type', contentType, {
    'type-letter-case: The content type is in other letter case, and quoted': () =>
      'Application/SOAP+xml ; Charset="UTF-8"',
  }),
  ...spoils([]).onRequest({
    'more-headers: The header has fields of HTTP and of the client': ({ headers }) => ({
      headers: [...headers, ['TE', 'trailers'], ['User-Agent', 'x'], ['X-Trace', '1']] as const,
    }),
  }),
  ...spoils([], { bindings: [...soap, 'http-post'] }).onRequest({
    'in-chunks: The body comes in chunks': () => ({ framing: { chunks: [7] } }),
    'expect: The client waits to be asked for the body': plus('Expect', '100-continue'),
  }),
  ...spoils([], { ...overGet, operations: sends }).onContent({
    'space-as-plus: A space is written as a plus': [/%20/g, '+'],
    'question-mark: A question mark in a value is not percent-encoded': ['=905', '=?905'],
  }),
  ...spoils([], { bindings: plain }).onContent({
    'fields-reordered: The fields come in another order': [/^([^&]*)&(.*)$/s, '$2&$1'],
  }),
  ...spoils([], { ...overPost, operations: sends }).onContent({
    'space-as-percent: A space is percent-encoded': [/\+/g, '%20'],
  }),
];

/** Requests of clients, each with exactly what must be found in them; nothing in some. */
export const clientDefects: readonly RequestDefect[] = [
  ...requestDefects
    .filter(({ id }) => !NOT_HEARD.includes(id))
    .map((one) => ({ ...one, rules: HEARD[one.id]?.map((rule) => `request/${rule}`) ?? one.rules }))
    // A GET without the operation asks for the help page.
    .map((one) => (one.id === 'path-without-operation' ? { ...one, ...overPost } : one)),
  ...others,
].map((one) => ({ ...one, id: `client-${one.id}` }));

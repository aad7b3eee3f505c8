import type { HeaderList, WireRequest } from '../../../lib/model/judging/wire.ts';
import { overGet, overPost, plain, reports, sends, soap } from '../../../lib/reference/defects/defect.ts';
import { content, headerField, mediaType, type Rewrite } from '../../../lib/wire/bindings/edits/edit.ts';
import { type EditedRequest, foundBy } from './edited-request.ts';

const bulk = ['SendBulkSms'];
const bodied = { bindings: [...soap, 'http-post'] } as const;

/** Changes members of a request. */
function change(changed: (request: WireRequest) => Partial<WireRequest>): Rewrite {
  return (request) => ({ ...request, ...changed(request) });
}

const path = (from: RegExp | string, to: string) =>
  change((request) => ({ path: request.path.replace(from, to) }));

const added = (...fields: HeaderList) => change(({ headers }) => ({ headers: [...headers, ...fields] }));

const fields = (written: (all: readonly string[]) => readonly string[]) =>
  content((text) => written(text.split('&')).join('&'));

/** Edits of the request line, the header, the coding of the body, and the fields of HTTP GET and POST. */
export const httpEdits: readonly EditedRequest[] = [
  // The request line.
  ...foundBy(['method', 'no-body'], overGet, ['content-type', 'path']).in({
    'get-sent-as-post: HTTP GET goes out as a form': change((request) => ({
      method: 'POST',
      body: Buffer.from(request.path.replace(/^[^?]*\?/, '')),
    })),
  }),
  ...foundBy(['method', 'path'], overPost, ['content-type']).in({
    'form-sent-as-get: HTTP POST goes out as GET with a query': change((request) => ({
      method: 'GET',
      path: `${request.path}?${Buffer.from(request.body ?? []).toString('utf8')}`,
      body: null,
    })),
  }),
  ...foundBy(['method'], { bindings: soap }, null).in({
    'envelope-sent-as-get: An envelope goes out as GET': change(() => ({ method: 'GET' })),
  }),
  ...foundBy(['method'], bodied).in({
    'method-patch: A call is made with PATCH': change(() => ({ method: 'PATCH' as WireRequest['method'] })),
  }),
  ...foundBy(['method']).inProbe({ 'method-put': 'A call is made with PUT' }),
  ...foundBy(['path']).in({
    'unknown-path-base: The path base is none of the contract': path(/\/(?:liveb?|ecomm)\//, '/other/'),
    'base-url-path-lost: The path of the base URL is left out': path(/^.*?(?=\/\w+\/postsms)/, ''),
  }),
  ...foundBy(['path']).inProbe({
    'other-path-base': 'The path base is that of another operation',
    'path-upper-case': 'The path base is in upper case',
  }),
  ...foundBy(['path'], { bindings: soap }).in({
    'path-base-missing: An envelope goes to a path without a path base': path(/^.*asmx/, '/sms'),
  }),
  ...foundBy(['path'], { bindings: plain, operations: bulk }).in({
    'operation-misspelt: The operation in the path is misspelt': path('SendBulkSms', 'SendBulkSMs'),
  }),
  // A GET without the operation asks for the help page.
  ...foundBy(['path'], overGet, null).in({
    'get-without-operation: The operation is missing behind the path base': path(/\.asmx\/\w+/, '.asmx'),
  }),
  ...foundBy(['path'], overPost).in({
    'post-without-operation: The operation is missing behind the path base': path(/\.asmx\/\w+/, '.asmx'),
  }),
  // Content types that the contract does not give to the binding.
  ...foundBy(['content-type']).inProbe({
    'no-content-type': 'The content type is missing',
    'other-content-type': 'The content type is text/plain',
    'no-charset': 'The content type names no charset',
    'unknown-charset': 'The content type names a charset that nobody knows',
  }),
  ...foundBy(['content-type'], overPost).in({
    'form-as-json: The content type of a form is that of JSON': mediaType(() => 'application/json'),
  }),
  ...foundBy(['content-type'], overGet).in({
    'get-content-type: HTTP GET has a content type': mediaType(() => 'text/xml'),
  }),
  ...foundBy(['content-type'], bodied).in({
    'content-type-twice: The content type appears twice in the header': change(({ headers }) => ({
      headers: [...headers, ...headers.slice(0, 1)],
    })),
  }),
  ...foundBy(['content-type (open)'], { bindings: ['soap12'] }).in({
    'action-in-type: The content type has the SOAP action': mediaType((type) => `${type}; action="urn:x"`),
  }),
  ...foundBy([], { bindings: ['soap12'] }).in({
    'type-letter-case: The content type is in other letter case, and quoted': mediaType(
      () => 'Application/SOAP+xml ; Charset="UTF-8"',
    ),
  }),
  // Header fields and bodies that no binding has.
  ...foundBy(['no-authentication']).in({
    'authorization: The header has a field Authorization': added(['Authorization', 'Basic eA==']),
    'proxy-authorization: The header has a field Proxy-Authorization': added([
      'Proxy-Authorization',
      'Basic eA==',
    ]),
  }),
  ...foundBy(['no-authentication (open)']).in({
    'cookie: The header has a field Cookie': added(['Cookie', 'session=1']),
  }),
  ...foundBy([]).in({
    'more-headers: The header has fields of HTTP and of the client': added(
      ['TE', 'trailers'],
      ['User-Agent', 'x'],
      ['X-Trace', '1'],
    ),
  }),
  ...foundBy([]).inProbe({ 'accept-gzip': 'A response may be compressed' }),
  ...foundBy(['no-body'], overGet, []).in({
    'get-empty-body: HTTP GET has a body of no bytes': change(() => ({ body: Buffer.alloc(0) })),
  }),
  ...foundBy(['no-body'], overGet).in({
    'get-form-body: HTTP GET has a form for a body': change(() => ({ body: Buffer.from('a=b') })),
  }),
  ...foundBy(['content-type', 'no-body'], overGet).in({
    'get-json: HTTP GET has a body of JSON': (request, call) => ({
      ...mediaType(() => 'application/json')(request, call),
      body: Buffer.from('{}'),
    }),
  }),
  // The coding of the body.
  ...foundBy(['encoding'], bodied).in({
    'coding-false: A body that is not in gzip names it as its coding': headerField(
      'Content-Encoding',
      () => 'gzip',
    ),
  }),
  ...foundBy(['encoding (open)']).inProbe({ 'gzip-body': 'A body is in gzip, as its coding says' }),
  // The fields of HTTP GET and POST.
  ...foundBy(['parameters'], { bindings: plain }).in({
    'ticket-field-missing: The ServiceTicket is missing': fields(([, ...others]) => others),
    'ticket-field-twice: The ServiceTicket is carried twice': fields((all) => [...all.slice(0, 1), ...all]),
  }),
  ...foundBy(['parameters'], { bindings: plain }, []).in({
    'ticket-field-changed: The ServiceTicket is another': content((text) => text.replace('=', '=x')),
  }),
  ...foundBy(['parameters'], { bindings: plain }, ['parameters (open)']).in({
    'last-field-missing: The last parameter is missing': fields((all) => all.slice(0, -1)),
  }),
  ...foundBy(['list'], { bindings: plain, operations: bulk }, ['parameters (open)']).inContent({
    'fields-joined: The numbers are one field, joined by commas': [/(GsmNumbers=\d+)&GsmNumbers=/g, '$1%2C'],
  }),
  ...foundBy(['list'], { bindings: plain, operations: bulk }, []).inContent({
    'fields-last-only: Only the last number is carried as a field': [/GsmNumbers=\d+&(?=GsmNumbers)/g, ''],
  }),
  ...foundBy(['list'], { bindings: plain, operations: bulk }, ['list']).inContent({
    'fields-indexed: The fields of the numbers carry brackets': [/GsmNumbers=/g, 'GsmNumbers%5B%5D='],
  }),
  ...foundBy(['encoding'], { ...overGet, operations: sends }, null).inContent({
    'query-not-encoded: The query holds a letter that is not percent-encoded': ['%C5%9F', 'ş'],
  }),
  ...foundBy(['encoding'], { ...overPost, operations: sends }).inContent({
    'form-not-encoded: The form holds a letter that is not percent-encoded': ['%C5%9F', 'ş'],
  }),
  ...foundBy(['encoding', 'parameters'], { bindings: plain, operations: sends }, ['encoding']).inContent({
    'fields-percent-u: A letter of a field is escaped as %uXXXX': ['%C5%9F', '%u015F'],
  }),
  ...foundBy(['encoding', 'parameters'], { ...overGet, operations: sends }, ['encoding']).inContent({
    'query-latin5: The query percent-encodes bytes of ISO-8859-9': ['%C5%9F', '%FE'],
  }),
  ...foundBy(['parameters'], { bindings: plain, operations: sends }, []).inContent({
    'plus-not-encoded: A plus is sent as it is, which reads as a space': [/%2B/g, '+'],
  }),
  ...foundBy(['list'], { bindings: plain, operations: bulk }, ['values (open)']).inContent({
    'number-after-plus: A number has a plus that is sent as it is': [/GsmNumbers=/, '$&+'],
  }),
  // Parameters over every binding.
  ...foundBy(['parameters'], { operations: reports }, ['values (open)']).inContent({
    'packet-placeholder: PacketId is the placeholder of a help page': [/(PacketId[>=])[^<&]+/, '$1string'],
  }),
  ...foundBy(['parameters']).inProbe({ 'unknown-parameter': 'A parameter is one that no operation has' }),
  ...foundBy(['parameters', 'list'], {}, ['parameters']).inProbe({
    'parameters-lower-case': 'The names of the parameters are in lower case',
  }),
  ...foundBy(['parameters'], { operations: reports }).inContent({
    'packet-id-as-in-replies: PacketId is written as PacketID': [/(?<!With)PacketId/g, 'PacketID'],
  }),
  // What the recipients are is known of our own requests alone.
  ...(
    [
      ['', ['SingleShotSmsWithTypeAndKeyID'], ['parameters']],
      ['-in-list', bulk, ['list']],
    ] as const
  ).flatMap(([suffix, operations, rules]) => [
    ...foundBy(rules, { operations }, ['parameters (open)']).inContent({
      [`numbers-joined${suffix}: Two numbers are in one text`]: [
        /((?:GsmNumbers?=|<GsmNumber>|<string>)905\d+)/,
        '$1,905001112266',
      ],
    }),
    ...foundBy(rules, { ...overGet, operations }, []).inContent({
      [`question-mark${suffix}: A number begins with a question mark that is not percent-encoded`]: [
        '=905',
        '=?905',
      ],
    }),
  ]),
];

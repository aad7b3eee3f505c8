import type { Call } from '../../lib/model/call.ts';
import type { BindingId } from '../../lib/model/contract.ts';
import type { WireRequest } from '../../lib/model/judging/wire.ts';
import { overGet, overPost, plain, sends, soap, uri11, uri12 } from '../../lib/reference/defects/defect.ts';
import { changed, rowsOf, type Table, type TextChange } from '../../lib/reference/defects/table.ts';

/** A deliberate mistake of our own encoder, with the exact rules that must hold the request back. */
export interface RequestDefect {
  /** Permanent slug, named by what it breaks. */
  readonly id: string;
  readonly title: string;
  readonly bindings?: readonly BindingId[];
  readonly operations?: readonly string[];
  /** Exactly the rules that fire, for every call in scope. */
  readonly rules: readonly string[];
  readonly change: (request: WireRequest, call: Call) => WireRequest;
}

/** Mistakes that trip exactly these rules about requests. */
export function spoils(rules: readonly string[], scope: Pick<RequestDefect, 'bindings' | 'operations'> = {}) {
  const common = { rules: rules.map((rule) => `request/${rule}`), ...scope };
  const each = <Change>(table: Table<Change>, changeOf: (change: Change) => RequestDefect['change']) =>
    rowsOf(table, (change) => ({ ...common, change: changeOf(change) }));
  return {
    onRequest: (table: Table<(request: WireRequest) => Partial<WireRequest>>) =>
      each(table, (change) => (request) => ({ ...request, ...change(request) })),
    onPath: (table: Table<TextChange>) =>
      each(table, (change) => (request) => ({ ...request, path: changed(change, request.path) })),
    /** A header field, from what it should be to what it is; null leaves it out. */
    onHeader: (name: string, right: (call: Call) => string, table: Table<TextChange | null>) =>
      each(table, (change) => (request, call) => {
        const value = change === null ? [] : [[name, changed(change, right(call))] as const];
        return { ...request, headers: [...request.headers.filter(([key]) => key !== name), ...value] };
      }),
    /** The encoded fields, or the envelope, as text. */
    onContent: (table: Table<TextChange<[operation: string]>>) =>
      each(table, (change) => (request, { operation }) => {
        return withContent(request, (text) => changed(change, text, operation.name));
      }),
    /** The parameters, each a whole field or element with what it holds. */
    onParameters: (table: Table<(parameters: readonly string[]) => readonly string[]>) =>
      each(table, (change) => (request, call) => withParameters(request, call, change)),
  };
}

/** Adds a field to the header. */
export const plus =
  (name: string, value: string) =>
  ({ headers }: WireRequest) => ({ headers: [...headers, [name, value] as const] });

function withContent(request: WireRequest, change: (text: string) => string): WireRequest {
  if (request.body !== null) {
    return { ...request, body: Buffer.from(change(Buffer.from(request.body).toString('utf8')), 'utf8') };
  }
  const [path = '', query = ''] = request.path.split('?');
  return { ...request, path: `${path}?${change(query)}` };
}

function withParameters(
  request: WireRequest,
  { operation, binding }: Call,
  change: (parameters: readonly string[]) => readonly string[],
): WireRequest {
  if (binding.envelope === undefined)
    return withContent(request, (text) => change(text.split('&')).join('&'));
  const inside = new RegExp(`(<${operation.name} [^>]*>)(.*)(</${operation.name}>)`, 's');
  return withContent(request, (text) =>
    text.replace(inside, (_, start: string, children: string, end: string) =>
      [start, ...change(children.match(/<(\w+)>.*?<\/\1>/gs) ?? []), end].join(''),
    ),
  );
}

const bodied: readonly BindingId[] = [...soap, 'http-post'];

export const contentType = ({ binding }: Call) => binding.request.contentType ?? '';

const soapAction = ({ target, operation }: Call) => `"${target.namespace}/${operation.name}"`;

const listless = ['SingleShotSmsWithTypeAndKeyID', 'ReportSingleShotSms', 'ReportSmsWithPacketId'];
const bulk = ['SendBulkSms'];

/** Every mistake of our own encoder that the rules about requests are tested against. */
export const requestDefects: readonly RequestDefect[] = [
  // Mistakes in the request line.
  ...spoils(['method', 'no-body'], overGet).onRequest({
    'get-sent-as-post: HTTP GET goes out as a form': ({ path }) => ({
      method: 'POST',
      body: Buffer.from(path.replace(/^[^?]*\?/, '')),
    }),
  }),
  ...spoils(['method', 'path'], overPost).onRequest({
    'form-sent-as-get: HTTP POST goes out as GET with a query': ({ path, body }) => ({
      method: 'GET',
      path: `${path}?${Buffer.from(body ?? []).toString('utf8')}`,
      body: null,
    }),
  }),
  ...spoils(['method'], { bindings: soap }).onRequest({
    'envelope-sent-as-get: An envelope goes out as GET': () => ({ method: 'GET' }),
  }),
  ...spoils(['path']).onPath({
    'other-path-base: The path base is another': [/\/(?:liveb?|ecomm)\//, '/other/'],
    'base-url-path-lost: The path of the base URL is left out': [/^.*?(?=\/\w+\/postsms)/, ''],
  }),
  ...spoils(['path'], { bindings: plain }).onPath({
    'path-without-operation: The operation is missing behind the path base': [/\.asmx\/\w+/, '.asmx'],
  }),
  // Content types that the contract does not give to the binding.
  ...spoils(['content-type'], { bindings: bodied }).onHeader('Content-Type', contentType, {
    'content-type-missing: The content type is missing': null,
  }),
  ...spoils(['content-type'], { bindings: soap }).onHeader('Content-Type', contentType, {
    'charset-missing: The content type names no charset': [/;.*/, ''],
  }),
  ...spoils(['content-type'], overPost).onHeader('Content-Type', contentType, {
    'form-charset: A form names a charset': (type) => `${type}; charset=utf-8`,
  }),
  ...spoils(['content-type'], overGet).onHeader('Content-Type', contentType, {
    'get-content-type: HTTP GET has a content type': () => 'text/xml',
  }),
  ...spoils(['content-type'], { bindings: bodied }).onRequest({
    'content-type-twice: The content type appears twice in the header': ({ headers }) => ({
      headers: [...headers, ...headers.slice(0, 1)],
    }),
  }),
  // Header fields and bodies that no binding has.
  ...spoils(['no-authentication']).onRequest({
    'authorization: The header has a field Authorization': plus('Authorization', 'Basic eA=='),
    'proxy-authorization: The header has a field Proxy-Authorization': plus(
      'Proxy-Authorization',
      'Basic eA==',
    ),
    'cookie: The header has a field Cookie': plus('Cookie', 'session=1'),
  }),
  ...spoils(['no-body'], overGet).onRequest({
    'get-empty-body: HTTP GET has a body of no bytes': () => ({ body: Buffer.alloc(0) }),
    'get-form-body: HTTP GET has a form for a body': () => ({ body: Buffer.from('a=b') }),
  }),
  // Mistakes in the SOAPAction header (contract §4.1 rules 1 and 2).
  ...spoils(['soap-action'], { bindings: ['soap11'] }).onHeader('SOAPAction', soapAction, {
    'soapaction-missing: SOAPAction is missing': null,
    'soapaction-unquoted: SOAPAction has no quotes': [/"/g, ''],
    'soapaction-empty: SOAPAction is empty': () => '""',
    'soapaction-other-operation: SOAPAction names another operation': [/\w+"$/, 'Other"'],
  }),
  ...spoils(['soap-action'], { bindings: ['soap12'] }).onHeader('SOAPAction', soapAction, {
    'soap12-soapaction: SOAP 1.2 carries a SOAPAction': (right) => right,
    'soap12-soapaction-empty: SOAP 1.2 carries an empty SOAPAction': () => '""',
  }),
  // Mistakes around the operation element, and in its name.
  ...spoils(['envelope'], { bindings: soap }).onContent({
    'envelope-of-other-version: The envelope is of the other SOAP version': (text) =>
      text.includes(uri11) ? text.replace(uri11, uri12) : text.replace(uri12, uri11),
    'body-twice: The envelope holds its Body twice': [/<soap:Body>.*<\/soap:Body>/s, '$&$&'],
    'two-calls-in-body: The Body holds two elements': ['</soap:Body>', '<Other/></soap:Body>'],
  }),
  ...spoils(['operation-element'], { bindings: soap }).onContent({
    'operation-lower-case: The operation element is in lower case': (text, name) =>
      text.replaceAll(new RegExp(`(?<=</?)${name}\\b`, 'g'), name.toLowerCase()),
  }),
  // Mistakes that take the parameters along: with a list, that as well.
  ...(
    [
      ['', listless, ['operation-element', 'parameters']],
      ['-with-list', bulk, ['operation-element', 'parameters', 'list']],
    ] as const
  ).flatMap(([suffix, operations, rules]) => [
    ...spoils(rules, { bindings: soap, operations }).onContent({
      [`operation-without-namespace${suffix}: The operation is in no namespace`]: [/ xmlns="[^"]*"/, ''],
      [`operation-namespace-slash${suffix}: Its namespace ends with a slash more`]: [
        /( xmlns="[^"]*)/,
        '$1/',
      ],
    }),
    ...spoils(['envelope', ...rules], { bindings: soap, operations }).onContent({
      [`envelope-cut${suffix}: The envelope ends in the middle`]: (text) => text.slice(0, -5),
      [`body-missing${suffix}: The envelope holds no Body`]: [/soap:Body/g, 'soap:Content'],
    }),
  ]),
  // Mistakes in which parameters are carried.
  ...spoils(['parameters']).onParameters({
    'ticket-missing: The ServiceTicket is missing': ([, ...others]) => others,
    'ticket-twice: The ServiceTicket is carried twice': (all) => [...all.slice(0, 1), ...all],
    'ticket-changed: The ServiceTicket is another': ([first = '', ...others]) => [
      first.replace(/([=>])/, '$1x'),
      ...others,
    ],
    'last-missing: The last parameter is missing': (all) => all.slice(0, -1),
  }),
  // A mistake over SOAP alone: fields are told by their names.
  ...spoils(['parameters'], { bindings: soap }).onParameters({
    'ticket-last: The ServiceTicket is carried last': ([first = '', ...others]) => [...others, first],
  }),
  // Mistakes in how GsmNumbers is carried (contract §4.1 rule 4).
  ...spoils(['list'], { bindings: soap, operations: bulk }).onContent({
    'list-child-renamed: The children of GsmNumbers are called GsmNumber': [/(<\/?)string>/g, '$1GsmNumber>'],
    'list-joined: The numbers are one text, joined by commas': [/<\/string><string>|<\/?string>/g, ','],
    'list-last-only: Only the last number is carried': [/<string>\d+<\/string>(?=<string>)/g, ''],
  }),
  ...spoils(['list', 'parameters'], { bindings: soap, operations: bulk }).onContent({
    'list-flattened: GsmNumbers itself is repeated': (text) =>
      text.replace(/<\/string><string>/g, '</string></GsmNumbers><GsmNumbers><string>'),
  }),
  ...spoils(['list'], { bindings: plain, operations: bulk }).onContent({
    'fields-joined: The numbers are one field, joined by commas': [/(GsmNumbers=\d+)&GsmNumbers=/g, '$1%2C'],
    'fields-last-only: Only the last number is carried as a field': [/GsmNumbers=\d+&(?=GsmNumbers)/g, ''],
  }),
  ...spoils(['list', 'parameters'], { bindings: plain, operations: bulk }).onContent({
    'fields-indexed: The fields of the numbers carry brackets': [/GsmNumbers=/g, 'GsmNumbers%5B%5D='],
  }),
  // Mistakes between characters and bytes.
  ...spoils(['encoding'], { bindings: soap }).onRequest({
    'envelope-latin1: The envelope holds a byte of ISO-8859-1': ({ body }) => ({
      body: Buffer.concat([Buffer.from(body ?? []), Buffer.from('<!--\xfc-->', 'latin1')]),
    }),
  }),
  ...spoils(['encoding'], { ...overGet, operations: sends }).onContent({
    'query-not-encoded: The query holds a letter that is not percent-encoded': ['%C5%9F', 'ş'],
  }),
  ...spoils(['encoding'], { ...overPost, operations: sends }).onContent({
    'form-not-encoded: The form holds a letter that is not percent-encoded': ['%C5%9F', 'ş'],
  }),
  ...spoils(['encoding', 'parameters'], { bindings: plain, operations: sends }).onContent({
    'fields-percent-u: A letter of a field is escaped as %uXXXX': ['%C5%9F', '%u015F'],
  }),
  ...spoils(['encoding', 'parameters'], { ...overGet, operations: sends }).onContent({
    'query-latin5: The query percent-encodes bytes of ISO-8859-9': ['%C5%9F', '%FE'],
  }),
  ...spoils(['parameters'], { bindings: soap, operations: sends }).onContent({
    'text-escaped-twice: The message is escaped twice': [/&lt;/g, '&amp;lt;'],
  }),
  ...spoils(['parameters'], { bindings: plain, operations: sends }).onContent({
    'plus-not-encoded: A plus is sent as it is, which reads as a space': [/%2B/g, '+'],
  }),
];

import type { HttpReply } from '../../seams.ts';
import { type Defect, everyBinding, found, soap } from '../defect.ts';
import { contentType, declaring, encodeTurkish, textOf, withHeader, withStatus } from '../wire.ts';

/** Media types that are near the right one of a binding, or that servers fall back to. */
const mediaTypes = [
  ['soap11', 'text-html', 'text/html'],
  ['soap12', 'text-xml', 'text/xml'],
  ['http-get', 'xml', 'application/xml'],
  ['http-post', 'json', 'application/json'],
] as const;

const misread = ['delivery/echo', 'delivery/texts', 'http/charset', 'xml/encoding'];

function honestly(reply: HttpReply, charset: string, body: Uint8Array): HttpReply {
  const type = contentType(reply).replace('utf-8', charset);
  return { ...withHeader(reply, 'Content-Type', type), body };
}

/** The reply with another length announced than it has, on a connection that ends with it. */
function announcing(reply: HttpReply, length: string): HttpReply {
  return withHeader(withHeader(reply, 'Content-Length', length), 'Connection', 'close');
}

/** The reply with a text behind its announced end. */
function behind(reply: HttpReply, text: string): HttpReply {
  const announced = withHeader(reply, 'Content-Length', String(reply.body.length));
  return { ...announced, body: Buffer.concat([reply.body, Buffer.from(text)]) };
}

const plus =
  (...added: HttpReply['headers']) =>
  ({ headers }: HttpReply) => ({ headers: [...headers, ...added] });

const cookies = Array.from({ length: 300 }, (_, i) => ['Set-Cookie', `c${i}=${'x'.repeat(100)}`] as const);

/** Deviations in the status line, the header and the connection. */
export const httpDefects: readonly Defect[] = [
  ...found('http/response', 'bindings.soap11.response').onReply({
    'connection-dropped: The connection ends without a response': (_reply) => ({ hangUp: true }),
  }),
  ...found('http/status', 'bindings.soap11.response-status').onReply({
    'status-201: A packet result comes with status 201': (reply) => withStatus(reply, 201),
    'status-500: A packet result comes with status 500': (reply) => withStatus(reply, 500),
    'status-204: A call is answered with status 204 and no body': (reply) => ({
      ...withStatus(reply, 204),
      headers: [],
      body: Buffer.alloc(0),
    }),
  }),
  ...mediaTypes.flatMap(([id, slug, type]) =>
    found('http/media-type', `bindings.${id}.response-media-type`, { bindings: [id] }).onContentType({
      [`${id}-media-type-${slug}: Replies over ${id} are ${type}`]: [/^[^;]*/, type],
    }),
  ),
  ...found('http/media-type', 'bindings.soap12.response-media-type', { bindings: soap }).onContentType({
    'media-types-swapped: The two SOAP versions have the media types of each other': (type) =>
      type.replace(/^[^;]*/, type.startsWith('text') ? 'application/soap+xml' : 'text/xml'),
  }),
  ...found('http/media-type', 'bindings.soap11.response-media-type').onReply({
    'media-type-text-plain: Replies are text/plain': (reply) =>
      withHeader(reply, 'Content-Type', 'text/plain; charset=utf-8'),
    'content-type-missing: Replies have no content type': (reply) => ({
      headers: reply.headers.filter(([name]) => name !== 'Content-Type'),
    }),
  }),
  ...found('http/media-type', 'bindings.http-post.response-media-type').onContentType({
    'content-type-list: The content type names two media types': [/^[^;]*/, 'text/xml, application/soap+xml'],
  }),
  ...found('http/media-type', 'bindings.http-get.response-media-type').onReply({
    'content-type-twice: There are two content types that disagree': (reply) => ({
      headers: [['Content-Type', 'text/html; charset=utf-8'], ...reply.headers],
    }),
  }),
  ...found('http/media-type', 'bindings.soap11.response-content-type-once').onReply({
    'content-type-repeated: The same content type appears twice': (reply) => ({
      headers: [...reply.headers, ...reply.headers.filter(([name]) => name === 'Content-Type')],
    }),
  }),
  ...found('http/charset', 'bindings.soap11.response-charset').onContentType({
    'charset-missing: The content type names no charset': [/;.*/, ''],
  }),
  ...everyBinding.flatMap((id) =>
    found('http/charset', `bindings.${id}.response-charset`, { bindings: [id] }).onContentType({
      [`charset-missing-${id}: The content type names no charset over ${id} alone`]: [/;.*/, ''],
    }),
  ),
  // Encodings that a service may be set to; all it says about them is true.
  ...found('http/charset', 'bindings.soap11.response-charset').onReply({
    'charset-windows-1254: Replies are honest windows-1254, other characters as references': (reply) =>
      honestly(reply, 'windows-1254', encodeTurkish(declaring(textOf(reply), 'windows-1254'))),
  }),
  ...found('http/charset', 'bindings.http-get.response-charset').onReply({
    'charset-utf16: Replies are honest UTF-16 with a byte order mark': (reply) =>
      honestly(reply, 'utf-16', Buffer.from(`\uFEFF${declaring(textOf(reply), 'utf-16')}`, 'utf16le')),
  }),
  ...found('http/charset', 'bindings.http-post.response-charset').onContentType({
    'charset-utf8-misspelt: The charset is utf8, which no registry lists': ['utf-8', 'utf8'],
  }),
  ...found('http/charset', 'bindings.soap12.response-charset').onContentType({
    'charset-empty: The charset has no value': ['utf-8', ''],
  }),
  // The first one counts, so that letters beyond ASCII are misread as well.
  ...found([...misread, 'delivery/number'], 'bindings.soap11.response-charset', {
    cases: ['*/message-turkish', '*/identifiers', '*/values/soap11/empty'],
  }).onContentType({
    'charset-twice: There are two charsets, the first of them wrong': [';', '; charset=iso-8859-1;'],
  }),
  ...found(['http/charset', 'xml/encoding'], 'bindings.soap11.response-charset').onContentType({
    'charset-x-unknown: The charset of a UTF-8 reply is x-unknown': ['utf-8', 'x-unknown'],
  }),
  ...found('http/response', 'bindings.soap12.response').onReply({
    'body-shorter-than-announced: The connection ends before the announced length': (reply) =>
      announcing(reply, String(reply.body.length + 10)),
  }),
  ...found('http/response', 'bindings.http-post.response', { bindings: ['http-post'] }).onReply({
    'status-line-of-icecast: The status line over HTTP POST names ICY, which no client reads': ({
      status,
    }) => ({
      statusLine: `ICY ${status} OK`,
    }),
  }),
  ...found('http/response', 'bindings.http-get.response', { bindings: ['http-get'] }).onReply({
    'content-length-malformed: The announced length is no number': (reply) => announcing(reply, 'unknown'),
  }),
  ...found('http/end', 'bindings.response-end').onReply({
    'length-of-body-too-small: The announced length is without the line end behind the document': (reply) =>
      behind(reply, '\r\n'),
  }),
  ...found('http/end', 'bindings.response-end', { bindings: ['http-get'] }).onReply({
    'second-response-behind: A second response over HTTP GET appears behind the first': (reply) =>
      behind(reply, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
  }),
  ...found('http/status-line', 'bindings.response-status-line').onReply({
    'status-line-without-space: The status line ends with the status': ({ status }) => ({
      statusLine: `HTTP/1.1 ${status}`,
    }),
  }),
  ...found('http/status-line', 'bindings.response-status-line', { bindings: ['soap12'] }).onReply({
    'status-line-of-http-2: The status line over SOAP 1.2 names HTTP/2.0': ({ status }) => ({
      statusLine: `HTTP/2.0 ${status} OK`,
    }),
  }),
  ...found('http/no-challenge', 'authentication.no-challenge').onReply({
    'challenge-basic: Replies hold a WWW-Authenticate header': plus([
      'WWW-Authenticate',
      'Basic realm="sms"',
    ]),
    'challenge-of-proxy: Replies hold a Proxy-Authenticate header': plus(['Proxy-Authenticate', 'Negotiate']),
  }),
  // Replies that are more than the suite reads: what else is wrong with them is not known.
  ...found('http/limits').onReply({
    'header-of-20-kb: A header field has 20,000 characters': plus(['X-Trace', 'x'.repeat(20_000)]),
    'header-of-many-cookies: A reply sets 300 cookies of 100 characters': plus(...cookies),
  }),
];

import { allBindings } from '../../../model/contract.ts';
import type { HttpReply } from '../../seams.ts';
import { httpReply, withStatus } from '../../write/replies.ts';
import { contentType, reply } from '../changes.ts';
import { found, overGet, overPost, soap } from '../defect.ts';
import { bodyOf, declaring, encodeTurkish, withHeader } from '../wire.ts';

/** Media types that are near the right one of a binding, or that servers fall back to. */
const mediaTypes = [
  ['soap11', 'text-html', 'text/html'],
  ['soap12', 'text-xml', 'text/xml'],
  ['http-get', 'xml', 'application/xml'],
  ['http-post', 'json', 'application/json'],
] as const;

const misread = ['delivery/echo', 'delivery/texts', 'http/charset', 'xml/encoding'];

function honestly(whole: HttpReply, charset: string, body: Uint8Array): HttpReply {
  return { ...withHeader(whole, 'Content-Type', (type) => type.replace('utf-8', charset)), body };
}

/** Announces a wrong length for a reply, on a connection that ends with it. */
function announcing(whole: HttpReply, length: string): HttpReply {
  return withHeader(withHeader(whole, 'Content-Length', length), 'Connection', 'close');
}

/** Adds a text behind the announced end of a reply. */
function behind(whole: HttpReply, added: string): HttpReply {
  const announced = withHeader(whole, 'Content-Length', String(whole.body.length));
  return { ...announced, body: Buffer.concat([whole.body, Buffer.from(added)]) };
}

const plus =
  (...added: HttpReply['headers']) =>
  ({ headers }: HttpReply) => ({ headers: [...headers, ...added] });

const firstLine = (line: string) => (head: string) => head.replace(/^.*/, line);

/** Changes the head of a reply on its way out. */
const heading = (change: (head: string) => string) => () => ({ head: change });

const lengthTwice = (head: string) => head.replace(/Content-Length.*\r\n/, '$&$&');

const cookies = Array.from({ length: 300 }, (_, i) => ['Set-Cookie', `c${i}=${'x'.repeat(100)}`] as const);

const mediaType = 'bindings.*.response-media-type';
const charset = 'bindings.*.response-charset';
const response = 'bindings.*.response';
const head = 'bindings.response-head';

/** Deviations in the status line, the header and the connection. */
export const httpDefects = [
  ...found('http/response', response).in(reply, {
    'connection-dropped: The connection ends without a response': () => ({ hangUp: true }),
    'body-shorter-than-announced: The connection ends before the announced length': (whole) =>
      announcing(whole, String(whole.body.length + 10)),
  }),
  ...found('http/status', 'bindings.*.response-status').in(reply, {
    'status-201: A packet result comes with status 201': (whole) => withStatus(whole, 201),
    'status-500: A packet result comes with status 500': (whole) => withStatus(whole, 500),
    'status-204: A call is answered with status 204 and no body': () => httpReply(204, '', ''),
  }),
  ...mediaTypes.flatMap(([id, slug, type]) =>
    found('http/media-type', mediaType, { bindings: [id] }).in(contentType, {
      [`${id}-media-type-${slug}: Replies over ${id} are ${type}`]: [/^[^;]*/, type],
    }),
  ),
  ...found('http/media-type', mediaType, { bindings: soap }).in(contentType, {
    'media-types-swapped: The two SOAP versions have the media types of each other': (type) =>
      type.replace(/^[^;]*/, type.startsWith('text') ? 'application/soap+xml' : 'text/xml'),
  }),
  ...found('http/media-type', mediaType).in(reply, {
    'media-type-text-plain: Replies are text/plain': (whole) =>
      withHeader(whole, 'Content-Type', 'text/plain; charset=utf-8'),
    'content-type-missing: Replies have no content type': ({ headers }) => ({
      headers: headers.filter(([name]) => name !== 'Content-Type'),
    }),
    'content-type-twice: There are two content types that disagree': ({ headers }) => ({
      headers: [['Content-Type', 'text/html; charset=utf-8'], ...headers],
    }),
  }),
  ...found('http/media-type', mediaType).in(contentType, {
    'content-type-list: The content type names two media types': [/^[^;]*/, 'text/xml, application/soap+xml'],
  }),
  ...found('http/media-type', 'bindings.*.response-content-type-once').in(reply, {
    'content-type-repeated: The same content type appears twice': ({ headers }) => ({
      headers: [...headers, ...headers.filter(([name]) => name === 'Content-Type')],
    }),
  }),
  ...found('http/charset', charset).in(contentType, {
    'charset-missing: The content type names no charset': [/;.*/, ''],
    'charset-utf8-misspelt: The charset is utf8, which no registry lists': ['utf-8', 'utf8'],
    'charset-empty: The charset has no value': ['utf-8', ''],
  }),
  ...allBindings.flatMap((id) =>
    found('http/charset', charset, { bindings: [id] }).in(contentType, {
      [`charset-missing-${id}: The content type names no charset over ${id} alone`]: [/;.*/, ''],
    }),
  ),
  // Encodings that a service may be set to; all it says about them is true.
  ...found('http/charset', charset).in(reply, {
    'charset-windows-1254: Replies are honest windows-1254, other characters as references': (whole) =>
      honestly(whole, 'windows-1254', encodeTurkish(declaring(bodyOf(whole), 'windows-1254'))),
    'charset-utf16: Replies are honest UTF-16 with a byte order mark': (whole) =>
      honestly(whole, 'utf-16', Buffer.from(`\uFEFF${declaring(bodyOf(whole), 'utf-16')}`, 'utf16le')),
  }),
  // The first one counts, so that letters beyond ASCII are misread as well.
  ...found([...misread, 'delivery/number'], charset, {
    cases: ['*/message-turkish', '*/identifiers', '*/values/soap11/space'],
  }).in(contentType, {
    'charset-twice: There are two charsets, the first of them wrong': [';', '; charset=iso-8859-1;'],
  }),
  ...found(['http/charset', 'xml/encoding'], charset).in(contentType, {
    'charset-x-unknown: The charset of a UTF-8 reply is x-unknown': ['utf-8', 'x-unknown'],
  }),
  ...found('http/response', response, overPost).in(reply, {
    'status-line-of-icecast: The status line over HTTP POST names ICY, which no client reads': (whole) => ({
      head: firstLine(`ICY ${whole.status} OK`),
    }),
  }),
  ...found('http/readable-head', head, overGet).in(reply, {
    'content-length-malformed: The announced length is no number': (whole) => announcing(whole, 'unknown'),
  }),
  ...found('http/readable-head', head, overPost).in(reply, {
    'content-lengths-differ: Two announced lengths over HTTP POST differ': heading((text) =>
      lengthTwice(text).replace(/(?<=Content-Length: )/, '1'),
    ),
    'field-without-colon: A line of the header section has no colon': heading((text) =>
      text.replace(/\r\n$/, 'Powered by nothing\r\n\r\n'),
    ),
  }),
  ...found('http/head', head).in(reply, {
    'field-folded: The Content-Type goes on in a second line': heading((text) =>
      text.replace(/(?<=Content-Type: \S+) /, '\r\n '),
    ),
    'head-of-line-feeds: The lines of the head end with LF alone': heading((text) =>
      text.replaceAll('\r', ''),
    ),
    'blank-before-colon: There is a blank before the colon of the Content-Type': heading((text) =>
      text.replace('Content-Type:', 'Content-Type :'),
    ),
  }),
  ...found('http/head', head, { bindings: ['soap11'] }).in(reply, {
    'content-length-repeated: The length is announced twice over SOAP 1.1': heading(lengthTwice),
    'content-length-list: The announced length over SOAP 1.1 is a list of two equal numbers': heading(
      (text) => text.replace(/(Content-Length: )(\d+)/, '$1$2, $2'),
    ),
  }),
  ...found('http/head', head, { bindings: ['soap12'] }).in(reply, {
    'chunked-twice: The coding chunked is named twice over SOAP 1.2': (whole) =>
      withHeader(whole, 'Transfer-Encoding', 'chunked, chunked'),
  }),
  ...found('http/end', 'bindings.response-end').in(reply, {
    'length-of-body-too-small: The announced length is without the line end behind the document': (whole) =>
      behind(whole, '\r\n'),
  }),
  ...found('http/end', 'bindings.response-end', overGet).in(reply, {
    'second-response-behind: A second response over HTTP GET appears behind the first': (whole) =>
      behind(whole, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
  }),
  ...found('http/status-line', 'bindings.response-status-line').in(reply, {
    'status-line-without-space: The status line ends with the status': (whole) => ({
      head: firstLine(`HTTP/1.1 ${whole.status}`),
    }),
  }),
  ...found('http/status-line', 'bindings.response-status-line', { bindings: ['soap12'] }).in(reply, {
    'status-line-of-http-2: The status line over SOAP 1.2 names HTTP/2.0': (whole) => ({
      head: firstLine(`HTTP/2.0 ${whole.status} OK`),
    }),
  }),
  ...found('http/no-challenge', 'authentication.no-challenge').in(reply, {
    'challenge-basic: Replies hold a WWW-Authenticate field': plus(['WWW-Authenticate', 'Basic realm="sms"']),
    'challenge-of-proxy: Replies hold a Proxy-Authenticate field': plus(['Proxy-Authenticate', 'Negotiate']),
  }),
  // Replies that are more than the suite reads: what else is wrong with them is not known.
  ...found('http/limits').in(reply, {
    'header-of-20-kb: A header field has 20,000 characters': plus(['X-Trace', 'x'.repeat(20_000)]),
    'header-of-many-cookies: A reply sets 300 cookies of 100 characters': plus(...cookies),
  }),
];

/** Peers that frame their responses in ways that HTTP/1.1 forbids, or nearly. */
import { head, type Peer, writing } from './peer.ts';

const GOOD = ['passed', null] as const;
const failure = (says: string) => ['transport-error', says] as const;
const CUT = 'the connection was closed before the response was complete';
const LENGTH = 'the length of the response body differs from Content-Length';
const INVALID = 'Response does not match the HTTP/1.1 protocol';
const NO_STATUS_LINE = 'does not begin with an HTTP/1.1 status line';
const OK = 'HTTP/1.1 200 OK';
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

export const framing: readonly Peer[] = [
  writing(
    'announces more than it sends',
    failure(CUT),
    (asked) => head(asked, `Content-Length: ${asked.good.length + 10}`) + asked.good,
  ),
  writing(
    'announces less than it sends',
    ['failed', 'xml/well-formed'],
    (asked) => head(asked, `Content-Length: ${asked.good.length - 10}`) + asked.good,
  ),
  writing(
    'announces two lengths',
    failure(LENGTH),
    (asked) => head(asked, `Content-Length: ${asked.good.length}`, 'Content-Length: 5') + asked.good,
  ),
  writing(
    'announces the same length twice',
    failure(LENGTH),
    (asked) => head(asked, ...[1, 2].map(() => `Content-Length: ${asked.good.length}`)) + asked.good,
  ),
  ...['-1', '+5', '0x10', '5, 5', '', '5 5'].map((length) =>
    writing(
      `announces the length "${length}"`,
      failure('Content-Length'),
      (asked) => head(asked, `Content-Length: ${length}`) + asked.good,
    ),
  ),
  writing(
    'cuts off a chunk',
    failure(CUT),
    (asked) => `${head(asked, 'Transfer-Encoding: chunked')}fff\r\n${asked.good}`,
  ),
  writing(
    'leaves out the last chunk',
    failure(CUT),
    (asked) => head(asked, 'Transfer-Encoding: chunked') + chunked(asked.good),
  ),
  ...['xyz', '-5', '5g', 'fffffffffffffffff', ''].map((size) =>
    writing(
      `sends a chunk of the size "${size}"`,
      failure('hunk size'),
      (asked) => `${head(asked, 'Transfer-Encoding: chunked')}${size}\r\n${asked.good}\r\n0\r\n\r\n`,
    ),
  ),
  writing(
    'sends chunks with extensions and trailers',
    GOOD,
    (asked) =>
      `${head(asked, 'Transfer-Encoding: chunked')}${asked.good.length.toString(16)};a="b"\r\n${asked.good}\r\n0\r\nX-Sum: 1\r\n\r\n`,
  ),
  writing(
    'frames by length and by chunks at once',
    failure(LENGTH),
    (asked) =>
      head(asked, 'Content-Length: 5', 'Transfer-Encoding: chunked') + chunked(asked.good) + chunked(''),
  ),
  writing(
    'frames by chunks and by length at once',
    failure(INVALID),
    (asked) =>
      head(asked, 'Transfer-Encoding: chunked', 'Content-Length: 5') + chunked(asked.good) + chunked(''),
  ),
  writing(
    'hides the transfer coding behind a letter',
    ['failed', 'xml/well-formed'],
    (asked) => head(asked, 'Transfer-Encoding: xchunked') + chunked(asked.good) + chunked(''),
  ),
  writing(
    'names a coding after chunked',
    ['failed', 'xml/well-formed'],
    (asked) => head(asked, 'Transfer-Encoding: chunked, identity') + chunked(asked.good) + chunked(''),
  ),
  writing(
    'ends lines with LF alone',
    failure(INVALID),
    (asked) => head(asked).replaceAll('\r\n', '\n') + asked.good,
  ),
  writing(
    'folds a header field over two lines',
    failure('Unexpected whitespace after header value'),
    (asked) => head(asked, 'X-Folded: a\r\n b', 'Connection: close') + asked.good,
  ),
  writing(
    'puts a space before the colon',
    failure('header'),
    (asked) => head(asked, 'X-Spaced : 1') + asked.good,
  ),
  writing(
    'puts a carriage return into a header value',
    failure(INVALID),
    (asked) => head(asked, 'X-Bare: a\rb') + asked.good,
  ),
  writing(
    'puts a NUL into a header value',
    failure('header'),
    (asked) => head(asked, 'X-Nul: a\0b') + asked.good,
  ),
  writing('answers in HTTP/0.9, without a header', failure('Expected HTTP/'), ({ good }) => good),
  writing('answers in HTTP/1.0', GOOD, (asked) => head(asked).replace('1.1', '1.0') + asked.good),
  ...['HTTP/9.9 200 OK', 'HTTP/1.1  200 OK', 'http/1.1 200 OK', 'HTTP/1.1 20 OK', 'HTTP/1.1 abc OK'].map(
    (line) =>
      writing(
        `begins with "${line}"`,
        failure(NO_STATUS_LINE),
        (asked) => head(asked).replace(OK, line) + asked.good,
      ),
  ),
  writing(
    'begins with "HTTP/1.1 200 ", without a reason',
    GOOD,
    (asked) => head(asked).replace(OK, 'HTTP/1.1 200 ') + asked.good,
  ),
  writing(
    'begins with "HTTP/1.1 200", without the space before a reason',
    ['failed', 'http/status-line'],
    (asked) => head(asked).replace(OK, 'HTTP/1.1 200') + asked.good,
  ),
  ...[99, 1000, 0].map((status) =>
    writing(
      `answers with the status ${status}`,
      failure(NO_STATUS_LINE),
      (asked) => head(asked).replace('200', String(status)) + asked.good,
    ),
  ),
  ...[599, 600, 999].map((status) =>
    writing(
      `answers with the status ${status}`,
      ['failed', `http/status: ${status}`],
      (asked) => head(asked, 'Connection: close').replace('200', String(status)) + asked.good,
    ),
  ),
  writing(
    'answers with no content and a body',
    ['failed', 'http/status: 204'],
    (asked) => head(asked, 'Connection: close').replace('200 OK', '204 No Content') + asked.good,
  ),
  writing('says that nothing changed', ['failed', 'http/status: 304'], (asked) =>
    head(asked, 'Connection: close').replace('200 OK', '304 Not Modified'),
  ),
];

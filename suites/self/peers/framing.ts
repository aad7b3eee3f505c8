/** Peers that frame their responses in ways that HTTP/1.1 forbids, or nearly. */
import { type Asked, head, type Peer, writing } from './peer.ts';

const GOOD = ['passed', null] as const;
const failure = (says: string) => ['transport-error', says] as const;
const failed = (says: string) => ['failed', says] as const;
const CUT = failure('the connection was closed before the response was complete');
const LENGTH = failure('the length of the response body differs from Content-Length');
const INVALID = failure('Response does not match the HTTP/1.1 protocol');
const NO_STATUS_LINE = failure('does not begin with an HTTP/1.1 status line');
const OK = 'HTTP/1.1 200 OK';
const CHUNKED = 'Transfer-Encoding: chunked';
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const wholeInChunks = ({ good }: Asked) => chunked(good) + chunked('');

type Judged = Parameters<typeof writing>[1];

/** A peer with these header fields before the correct reply, or before what `body` makes of it. */
function framed(
  does: string,
  judged: Judged,
  fields: readonly string[] | ((length: number) => readonly string[]),
  body = ({ good }: Asked) => good,
): Peer {
  const lines = ({ good }: Asked) => (typeof fields === 'function' ? fields(good.length) : fields);
  return writing(does, judged, (asked) => head(asked, ...lines(asked)) + body(asked));
}

/** A peer whose status line is this one. */
function beginning(does: string, judged: Judged, line: string): Peer {
  const close = judged[0] === 'failed' ? ['Connection: close'] : [];
  return writing(does, judged, (asked) => head(asked, ...close).replace(OK, line) + asked.good);
}

export const framing: readonly Peer[] = [
  framed('announces more than it sends', CUT, (length) => [`Content-Length: ${length + 10}`]),
  framed('announces less than it sends', failed('xml/well-formed'), (length) => [
    `Content-Length: ${length - 10}`,
  ]),
  framed('announces two lengths', LENGTH, (length) => [`Content-Length: ${length}`, 'Content-Length: 5']),
  framed('announces a length below nothing', failure('Content-Length'), ['Content-Length: -1']),
  framed('cuts off a chunk', CUT, [CHUNKED], ({ good }) => `fff\r\n${good}`),
  framed('leaves out the last chunk', CUT, [CHUNKED], ({ good }) => chunked(good)),
  framed('sends a chunk of no size', failure('hunk size'), [CHUNKED], ({ good }) => `xyz\r\n${good}`),
  framed(
    'sends chunks with extensions and trailers',
    GOOD,
    [CHUNKED],
    ({ good }) => `${good.length.toString(16)};a="b"\r\n${good}\r\n0\r\nX-Sum: 1\r\n\r\n`,
  ),
  framed('frames by length and by chunks at once', LENGTH, ['Content-Length: 5', CHUNKED], wholeInChunks),
  framed('frames by chunks and by length at once', INVALID, [CHUNKED, 'Content-Length: 5'], wholeInChunks),
  framed(
    'hides the transfer coding behind a letter',
    failed('xml/well-formed'),
    ['Transfer-Encoding: xchunked'],
    wholeInChunks,
  ),
  writing('ends lines with LF alone', INVALID, (asked) => head(asked).replaceAll('\r\n', '\n') + asked.good),
  framed('folds a header field over two lines', failure('Unexpected whitespace after header value'), [
    'X-Folded: a\r\n b',
    'Connection: close',
  ]),
  framed('puts a NUL into a header value', failure('header'), ['X-Nul: a\0b']),
  writing('answers in HTTP/0.9, without a header', failure('Expected HTTP/'), ({ good }) => good),
  beginning('answers in HTTP/1.0', GOOD, 'HTTP/1.0 200 OK'),
  ...['HTTP/9.9 200 OK', 'HTTP/1.1 abc OK', 'HTTP/1.1 1000 OK'].map((line) =>
    beginning(`begins with "${line}"`, NO_STATUS_LINE, line),
  ),
  beginning('begins with "HTTP/1.1 200 ", without a reason', GOOD, 'HTTP/1.1 200 '),
  beginning(
    'begins with "HTTP/1.1 200", without the space before a reason',
    failed('http/status-line'),
    'HTTP/1.1 200',
  ),
  beginning('answers with the status 999', failed('http/status: 999'), 'HTTP/1.1 999 OK'),
  beginning('answers with no content and a body', failed('http/status: 204'), 'HTTP/1.1 204 No Content'),
  writing('says that nothing changed', failed('http/status: 304'), (asked) =>
    head(asked, 'Connection: close').replace('200 OK', '304 Not Modified'),
  ),
];

/** Peers whose connection, framing or header does not do what a response needs. */
import {
  answering,
  endless,
  GOOD,
  head,
  type JudgedReply,
  type Peer,
  type PeerRequest,
  writing,
} from './peer.ts';

const failure = (says: string): JudgedReply => ['transport-error', says];
const failed = (says: string): JudgedReply => ['failed', says];
const CUT = failure('the connection was closed before the response was complete');
const LENGTH = failure('the length of the response body differs from Content-Length');
const TOO_LARGE: JudgedReply = ['not-read', 'RESPONSE_TOO_LARGE'];
const OVERFLOW: JudgedReply = ['not-read', 'UND_ERR_HEADERS_OVERFLOW'];
const LATE = failure('no complete response within 4000 ms');
const NO_FIRST_BYTE = failure('no first byte of a final response within 3000 ms');

const CHUNKED = 'Transfer-Encoding: chunked';
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const whole = (asked: PeerRequest) => head(asked, `Content-Length: ${asked.good.length}`) + asked.good;
const quick = (peer: Peer): Peer => ({ ...peer, limits: 'quick' });

const BLOCK = Buffer.alloc(65_536, 'x');
const FIELD = 'X-Padding: more and more and more and more\r\n';
const START = 'HTTP/1.1 200 ';

export const endlessPeers: readonly Peer[] = [
  endless('sends a body that never ends', TOO_LARGE, (asked) => head(asked, 'Connection: close'), BLOCK),
  endless(
    'sends ten million chunks of one byte',
    TOO_LARGE,
    (asked) => head(asked, CHUNKED),
    Buffer.from('1\r\nx\r\n'.repeat(10_000)),
  ),
  endless(
    'announces a body of a gigabyte and sends it',
    ['not-read', '1000000000 bytes'],
    (asked) => head(asked, 'Content-Length: 1000000000'),
    BLOCK,
  ),
  endless('sends header fields that never end', OVERFLOW, () => `${START}OK\r\n`, FIELD),
  endless(
    'sends trailers that never end',
    OVERFLOW,
    (asked) => `${head(asked, CHUNKED)}2\r\n<a\r\n0\r\n`,
    FIELD,
  ),
  quick(endless('sends a reason phrase that never ends', NO_FIRST_BYTE, () => START, BLOCK)),
  quick(
    endless('sends a chunk extension that never ends', LATE, (asked) => `${head(asked, CHUNKED)}5;`, BLOCK),
  ),
  quick(
    endless(
      'floods with 103 Early Hints and never answers',
      NO_FIRST_BYTE,
      () => '',
      'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(100),
    ),
  ),
  {
    does: 'sends one byte of the body every 100 ms',
    judged: LATE,
    limits: 'quick',
    answer: (socket, asked) => {
      socket.write(head(asked, 'Content-Length: 5000'));
      const timer = setInterval(() => socket.write(' '), 100);
      socket.on('close', () => clearInterval(timer));
    },
  },
];

/** A peer with these header fields before the correct reply, or before what `body` makes of it. */
function framed(
  does: string,
  judged: JudgedReply,
  fields: (length: number) => readonly string[],
  body = ({ good }: PeerRequest) => good,
): Peer {
  return writing(does, judged, (asked) => head(asked, ...fields(asked.good.length)) + body(asked));
}

/** A peer with another status than 200 OK. */
function withStatus(does: string, judged: JudgedReply, status: string): Peer {
  return writing(
    does,
    judged,
    (asked) => head(asked, 'Connection: close').replace('200 OK', status) + asked.good,
  );
}

/** A peer that writes this, and keeps the connection. */
function keeping(does: string, judged: JudgedReply, text: (asked: PeerRequest) => string): Peer {
  return { does, judged, answer: (socket, asked) => void socket.write(text(asked)) };
}

// What becomes of a request whose connection ends is said by lib/wire/transport/sent-once.test.ts.
export const wirePeers: readonly Peer[] = [
  {
    does: 'resets the connection before the header',
    judged: failure('ECONNRESET'),
    answer: (socket) => socket.resetAndDestroy(),
  },
  writing('closes the connection within the header', CUT, (asked) => head(asked).slice(0, 30)),
  keeping('answers well and keeps the connection open for ever', GOOD, whole),
  writing('answers well without a length', GOOD, (asked) => head(asked) + asked.good),
  keeping(
    'sends a second response that nobody asked for',
    ['warned', 'http/end: "HTTP/1.1 200 OK'],
    (asked) => whole(asked).repeat(2),
  ),
  writing('answers with an alert of TLS', failure('the port speaks TLS'), () => '\x15\x03\x01\0\x02\x02\x2f'),
  keeping(
    'switches to another protocol',
    failed('http/readable-head: the request asked for no other protocol'),
    () => 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n',
  ),
  writing(
    'sends every call back to itself',
    failed('http/status: 302 Found'),
    ({ port }) => `HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${port}/x\r\nContent-Length: 0\r\n\r\n`,
  ),
  framed('announces more than it sends', CUT, (length) => [`Content-Length: ${length + 10}`]),
  framed('announces less than it sends', failed('xml/well-formed'), (length) => [
    `Content-Length: ${length - 10}`,
  ]),
  framed('announces two lengths', failed('http/readable-head: the lengths of the body differ'), (length) => [
    `Content-Length: ${length}`,
    'Content-Length: 5',
  ]),
  framed('announces a body beyond every number', LENGTH, () => [`Content-Length: ${'9'.repeat(40)}`]),
  framed(
    'leaves out the last chunk',
    CUT,
    () => [CHUNKED],
    ({ good }) => chunked(good),
  ),
  framed(
    'sends a chunk of no size',
    failure('hunk size'),
    () => [CHUNKED],
    ({ good }) => `xyz\r\n${good}`,
  ),
  framed(
    'sends chunks with extensions and trailers',
    GOOD,
    () => [CHUNKED],
    ({ good }) => `${good.length.toString(16)};a="b"\r\n${good}\r\n0\r\nX-Sum: 1\r\n\r\n`,
  ),
  framed(
    'frames by length and by chunks at once',
    failed('http/head: "Content-Length: 5, Transfer-Encoding: chunked"'),
    () => ['Content-Length: 5', CHUNKED],
    ({ good }) => chunked(good) + chunked(''),
  ),
  framed(
    'hides the transfer coding behind a letter',
    failed('xml/well-formed'),
    () => ['Transfer-Encoding: xchunked'],
    ({ good }) => chunked(good) + chunked(''),
  ),
  writing('ends lines with LF alone', failed('http/head: "HTTP/1.1 200 OK"'), (asked) =>
    whole(asked).replaceAll('\r\n', '\n'),
  ),
  framed('folds a header field over two lines', failed('http/head: "'), () => ['X-Folded: a\r\n b']),
  framed('puts a NUL into a header value', failed('http/head: "X-Nul: a'), () => ['X-Nul: a\0b']),
  withStatus('answers with the status 999', failed('http/status: 999'), '999 OK'),
  withStatus('answers with no content and a body', failed('http/status: 204'), '204 No Content'),
  answering('sends a header value of 100 kB', OVERFLOW, (asked) => asked.good, `X: ${'x'.repeat(100_000)}`),
  answering(
    'sends a content type of 10 kB',
    failed('http/media-type'),
    (asked) => asked.good,
    `Content-Type: ${'text/xml;'.repeat(1_100)}`,
  ),
  answering(
    'names header fields as objects name their own, and asks to be asked again',
    GOOD,
    (asked) => asked.good,
    ...['__proto__', 'constructor', 'toString', 'valueOf'].flatMap((name) => [`${name}: 1`, `${name}: 2`]),
    ...['Retry-After: 0', 'Refresh: 0; url=/', 'Alt-Svc: h3=":443"'],
  ),
];

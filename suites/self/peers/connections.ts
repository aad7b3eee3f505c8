/** Peers whose connection does not do what a response needs. */
import { type Asked, head, type Peer, writing } from './peer.ts';

const GOOD = { verdict: 'passed', says: null } as const;
const FAILED = 'transport-error';
const whole = (asked: Asked) => head(asked, `Content-Length: ${asked.good.length}`) + asked.good;

/** A peer that writes this, and resets the connection then. */
function resetting(where: string, text: (asked: Asked) => string): Peer {
  return {
    does: `resets the connection ${where}`,
    ...{ verdict: FAILED, says: 'ECONNRESET' },
    answer: (socket, asked) => {
      socket.write(text(asked), () => setTimeout(() => socket.resetAndDestroy(), 30));
    },
  };
}

/** A peer that writes this, and keeps the connection. */
function keeping(
  does: string,
  [verdict, says]: readonly [Peer['verdict'], string | null],
  text: (asked: Asked) => string,
): Peer {
  return { does, verdict, says, answer: (socket, asked) => void socket.write(text(asked)) };
}

const bytes = (hex: string) => () => Buffer.from(hex, 'hex').toString('latin1');

export const connections: readonly Peer[] = [
  {
    does: 'resets the connection before the header',
    ...{ verdict: FAILED, says: 'ECONNRESET' },
    answer: (socket) => socket.resetAndDestroy(),
  },
  resetting('within the header', () => 'HTTP/1.1 200 OK\r\nContent-'),
  resetting('after the header', (asked) => head(asked, 'Content-Length: 50')),
  resetting('within the body', (asked) => head(asked, 'Content-Length: 500') + asked.good.slice(0, 50)),
  writing(
    'closes the connection without a word',
    [FAILED, 'UND_ERR_SOCKET: the connection was closed before the response was complete'],
    () => '',
  ),
  writing(
    'closes the connection within the header',
    [FAILED, 'closed before the response was complete'],
    () => 'HTTP/1.1 200 OK\r\nContent-Type: text',
  ),
  keeping('answers well and keeps the connection open for ever', ['passed', null], whole),
  writing(
    'answers well without a length and ends its side only',
    ['passed', null],
    (asked) => head(asked) + asked.good,
  ),
  {
    does: 'answers well one byte at a time',
    ...GOOD,
    answer: (socket, asked) => {
      const text = head(asked, 'Connection: close') + asked.good;
      let at = 0;
      const timer = setInterval(() => {
        if (at < text.length && !socket.destroyed) socket.write(text[at++] ?? '');
        else {
          clearInterval(timer);
          socket.end();
        }
      }, 1);
      socket.setNoDelay(true);
    },
  },
  keeping(
    'sends a second response that nobody asked for',
    ['warned', 'http/end: "HTTP/1.1 200 OK'],
    (asked) => whole(asked) + whole(asked).replaceAll('P-1', 'P-2'),
  ),
  writing(
    'sends garbage behind the response',
    ['warned', 'http/end: '],
    (asked) => `${whole(asked)}\0\0garbage`,
  ),
  {
    ...keeping(
      'gives up on the request before it was made',
      ['failed', 'http/status: 408 Request Timeout'],
      () => 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n',
    ),
    atOnce: true,
  },
  {
    ...keeping(
      'greets as a mail server does',
      [FAILED, 'does not begin with an HTTP/1.1 status line'],
      () => '220 mail.example ESMTP ready\r\n',
    ),
    atOnce: true,
  },
  writing('answers with an alert of TLS', [FAILED, 'Expected HTTP/'], bytes('1503010002022f')),
  writing(
    'answers with the preface of HTTP/2',
    [FAILED, 'Expected HTTP/'],
    bytes('000012040000000000000300000080000400010000'),
  ),
  keeping(
    'switches to another protocol',
    [FAILED, 'switched to another protocol'],
    () => 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n',
  ),
  writing(
    'sends every call back to itself',
    ['failed', 'http/status: 302 Found'],
    ({ port }) =>
      `HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${port}/liveb/postsms.asmx\r\nContent-Length: 0\r\n\r\n`,
  ),
];

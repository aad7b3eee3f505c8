/** Peers whose connection does not do what a response needs. */
import { head, type Peer } from './peer.ts';

const GOOD = { verdict: 'passed', says: null } as const;
const FAILED = 'transport-error';

export const connections: readonly Peer[] = [
  {
    does: 'resets the connection before the header',
    ...{ verdict: FAILED, says: 'ECONNRESET' },
    answer: (socket) => socket.resetAndDestroy(),
  },
  {
    does: 'resets the connection within the header',
    ...{ verdict: FAILED, says: 'ECONNRESET' },
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-', () => setTimeout(() => socket.resetAndDestroy(), 30));
    },
  },
  {
    does: 'resets the connection after the header',
    ...{ verdict: FAILED, says: 'ECONNRESET' },
    answer: (socket, asked) => {
      socket.write(head(asked, 'Content-Length: 50'), () => setTimeout(() => socket.resetAndDestroy(), 30));
    },
  },
  {
    does: 'resets the connection within the body',
    ...{ verdict: FAILED, says: 'ECONNRESET' },
    answer: (socket, asked) => {
      const half = asked.good.slice(0, 50);
      socket.write(head(asked, 'Content-Length: 500') + half, () =>
        setTimeout(() => socket.resetAndDestroy(), 30),
      );
    },
  },
  {
    does: 'closes the connection without a word',
    ...{
      verdict: FAILED,
      says: 'UND_ERR_SOCKET: the connection was closed before the response was complete',
    },
    answer: (socket) => socket.end(),
  },
  {
    does: 'closes the connection within the header',
    ...{ verdict: FAILED, says: 'closed before the response was complete' },
    answer: (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Type: text'),
  },
  {
    does: 'answers well and keeps the connection open for ever',
    ...GOOD,
    answer: (socket, asked) => {
      socket.write(head(asked, `Content-Length: ${asked.good.length}`) + asked.good);
    },
  },
  {
    does: 'answers well without a length and ends its side only',
    ...GOOD,
    answer: (socket, asked) => socket.end(head(asked) + asked.good),
  },
  {
    does: 'answers well one byte at a time',
    ...GOOD,
    answer: (socket, asked) => {
      const bytes = head(asked, 'Connection: close') + asked.good;
      let at = 0;
      const timer = setInterval(() => {
        if (at < bytes.length && !socket.destroyed) socket.write(bytes[at++] ?? '');
        else {
          clearInterval(timer);
          socket.end();
        }
      }, 1);
      socket.setNoDelay(true);
    },
  },
  {
    does: 'sends a second response that nobody asked for',
    ...{ verdict: 'warned', says: 'http/end: "HTTP/1.1 200 OK' },
    answer: (socket, asked) => {
      const whole = head(asked, `Content-Length: ${asked.good.length}`) + asked.good;
      socket.write(whole + whole.replaceAll('P-1', 'P-2'));
    },
  },
  {
    does: 'sends garbage behind the response',
    ...{ verdict: 'warned', says: 'http/end: ' },
    answer: (socket, asked) => {
      socket.end(`${head(asked, `Content-Length: ${asked.good.length}`)}${asked.good}\0\0garbage`);
    },
  },
  {
    does: 'gives up on the request before it was made',
    ...{ verdict: 'failed', says: 'http/status: 408 Request Timeout' },
    atOnce: true,
    answer: (socket) => socket.write('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n'),
  },
  {
    does: 'greets as a mail server does',
    ...{ verdict: FAILED, says: 'does not begin with an HTTP/1.1 status line' },
    atOnce: true,
    answer: (socket) => socket.write('220 mail.example ESMTP ready\r\n'),
  },
  {
    does: 'answers with an alert of TLS',
    ...{ verdict: FAILED, says: 'Expected HTTP/' },
    answer: (socket) => socket.end(Buffer.from('1503010002022f', 'hex')),
  },
  {
    does: 'answers with the preface of HTTP/2',
    ...{ verdict: FAILED, says: 'Expected HTTP/' },
    answer: (socket) => socket.end(Buffer.from('000012040000000000000300000080000400010000', 'hex')),
  },
  {
    does: 'switches to another protocol',
    ...{ verdict: FAILED, says: 'switched to another protocol' },
    answer: (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n'),
  },
  {
    does: 'sends every call back to itself',
    ...{ verdict: 'failed', says: 'http/status: 302 Found' },
    answer: (socket, { port }) => {
      const location = `http://127.0.0.1:${port}/liveb/postsms.asmx`;
      socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
    },
  },
];

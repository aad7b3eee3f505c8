/** Peers that send more than anyone asked for, or never come to an end. */
import { drip, head, type Peer, pour } from './peer.ts';

const BLOCK = Buffer.alloc(65_536, 'x');
const HEAD = 'HTTP/1.1 200 OK\r\n';
const TOO_LARGE = 'RESPONSE_TOO_LARGE';
const QUICK = { timeoutMs: 600, firstByteTimeoutMs: 600 };
/** Over the limit of a run, so that nothing but the size counts. */
const GIGABYTE = 1_000_000_000;

export const sizes: readonly Peer[] = [
  {
    does: 'sends a body that never ends',
    ...{ verdict: 'not-read', says: TOO_LARGE },
    answer: (socket, asked) => {
      socket.write(head(asked, 'Connection: close'));
      pour(socket, () => BLOCK);
    },
  },
  {
    does: 'sends a body in chunks that never end',
    ...{ verdict: 'not-read', says: TOO_LARGE },
    answer: (socket, asked) => {
      socket.write(head(asked, 'Transfer-Encoding: chunked'));
      const chunk = Buffer.concat([Buffer.from('10000\r\n'), BLOCK, Buffer.from('\r\n')]);
      pour(socket, () => chunk);
    },
  },
  {
    does: 'sends ten million chunks of one byte',
    ...{ verdict: 'not-read', says: TOO_LARGE },
    answer: (socket, asked) => {
      socket.write(head(asked, 'Transfer-Encoding: chunked'));
      const chunks = Buffer.from('1\r\nx\r\n'.repeat(10_000));
      pour(socket, () => chunks);
    },
  },
  {
    does: 'announces a body of a gigabyte and sends it',
    ...{ verdict: 'not-read', says: `${GIGABYTE} bytes` },
    answer: (socket, asked) => {
      socket.write(head(asked, `Content-Length: ${GIGABYTE}`));
      let left = GIGABYTE;
      pour(socket, () => {
        left -= BLOCK.length;
        return left > 0 ? BLOCK : null;
      });
    },
  },
  {
    does: 'announces a body beyond every number',
    ...{ verdict: 'transport-error', says: 'the length of the response body differs from Content-Length' },
    answer: (socket, asked) => socket.write(head(asked, `Content-Length: ${'9'.repeat(40)}`)),
  },
  {
    does: 'sends header fields that never end',
    ...{ verdict: 'not-read', says: 'UND_ERR_HEADERS_OVERFLOW' },
    answer: (socket) => {
      socket.write(HEAD);
      pour(socket, () => 'X-Padding: more and more and more and more\r\n');
    },
  },
  {
    does: 'sends one Content-Type header whose value never ends',
    ...{ verdict: 'not-read', says: 'UND_ERR_HEADERS_OVERFLOW' },
    answer: (socket) => {
      socket.write(`${HEAD}X-Padding: `);
      pour(socket, () => BLOCK);
    },
  },
  {
    does: 'sends a reason phrase that never ends',
    ...{ verdict: 'transport-error', says: 'no complete response within 600 ms' },
    pace: { timeoutMs: 600 },
    answer: (socket) => {
      socket.write('HTTP/1.1 200 ');
      pour(socket, () => BLOCK);
    },
  },
  {
    does: 'sends a chunk extension that never ends',
    ...{ verdict: 'transport-error', says: 'no complete response within 600 ms' },
    pace: { timeoutMs: 600 },
    answer: (socket, asked) => {
      socket.write(`${head(asked, 'Transfer-Encoding: chunked')}5;`);
      pour(socket, () => BLOCK);
    },
  },
  {
    does: 'sends trailers that never end',
    ...{ verdict: 'not-read', says: 'UND_ERR_HEADERS_OVERFLOW' },
    answer: (socket, asked) => {
      socket.write(`${head(asked, 'Transfer-Encoding: chunked')}2\r\n<a\r\n0\r\n`);
      pour(socket, () => 'X-Padding: more and more and more and more\r\n');
    },
  },
  {
    does: 'sends one byte of the body every 100 ms',
    ...{ verdict: 'transport-error', says: 'no complete response within 600 ms' },
    pace: QUICK,
    answer: (socket, asked) => {
      socket.write(head(asked, 'Content-Length: 5000'));
      drip(socket, 100, ' ');
    },
  },
  {
    does: 'sends one byte of the header every 100 ms',
    ...{ verdict: 'transport-error', says: 'within 600 ms' },
    pace: QUICK,
    answer: (socket) => {
      socket.write(HEAD);
      drip(socket, 100, 'X');
    },
  },
  {
    does: 'never says a word',
    ...{ verdict: 'transport-error', says: 'within 600 ms' },
    pace: QUICK,
    answer: () => {},
  },
  {
    does: 'floods with 103 Early Hints and never answers',
    ...{ verdict: 'not-read', says: 'INTERIM_FLOOD' },
    answer: (socket) => pour(socket, () => 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(100)),
  },
  {
    does: 'sends twenty interim responses before the good one',
    ...{ verdict: 'passed', says: null },
    answer: (socket, asked) => {
      socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(20));
      socket.end(head(asked, 'Connection: close') + asked.good);
    },
  },
];

/** Peers that send more than anyone asked for, or never come to an end. */
import type { Socket } from 'node:net';
import { type Asked, drip, head, type Peer, pour } from './peer.ts';

const BLOCK = Buffer.alloc(65_536, 'x');
const HEAD = 'HTTP/1.1 200 OK\r\n';
const TOO_LARGE = ['not-read', 'RESPONSE_TOO_LARGE'] as const;
const OVERFLOW = ['not-read', 'UND_ERR_HEADERS_OVERFLOW'] as const;
const NOT_WHOLE = ['transport-error', 'no complete response within 600 ms'] as const;
const SHORT = { timeoutMs: 600 };
const QUICK = { ...SHORT, firstByteTimeoutMs: 600 };
/** Over the limit of a run, so that nothing but the size counts. */
const GIGABYTE = 1_000_000_000;
const CHUNKED = 'Transfer-Encoding: chunked';
const FIELD = 'X-Padding: more and more and more and more\r\n';
const TEN_THOUSAND_CHUNKS = Buffer.from('1\r\nx\r\n'.repeat(10_000));
const CHUNK = Buffer.concat([Buffer.from('10000\r\n'), BLOCK, Buffer.from('\r\n')]);

/** A peer that writes a beginning, and then the same for as long as somebody reads. */
function endless(
  does: string,
  [verdict, says]: readonly [Peer['verdict'], string],
  start: (asked: Asked) => string,
  piece: string | Uint8Array,
  pace?: Peer['pace'],
): Peer {
  const answer = (socket: Socket, asked: Asked) => {
    socket.write(start(asked));
    pour(socket, () => piece);
  };
  return { does, verdict, says, answer, ...(pace && { pace }) };
}

/** A peer that is too slow for the limits of its run. */
function slow(does: string, says: string, answer: Peer['answer']): Peer {
  return { does, verdict: 'transport-error', says, pace: QUICK, answer };
}

export const sizes: readonly Peer[] = [
  endless('sends a body that never ends', TOO_LARGE, (asked) => head(asked, 'Connection: close'), BLOCK),
  endless('sends a body in chunks that never end', TOO_LARGE, (asked) => head(asked, CHUNKED), CHUNK),
  endless(
    'sends ten million chunks of one byte',
    TOO_LARGE,
    (asked) => head(asked, CHUNKED),
    TEN_THOUSAND_CHUNKS,
  ),
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
  endless('sends header fields that never end', OVERFLOW, () => HEAD, FIELD),
  endless('sends a header field whose value never ends', OVERFLOW, () => `${HEAD}X-Padding: `, BLOCK),
  endless('sends a reason phrase that never ends', NOT_WHOLE, () => 'HTTP/1.1 200 ', BLOCK, SHORT),
  endless(
    'sends a chunk extension that never ends',
    NOT_WHOLE,
    (asked) => `${head(asked, CHUNKED)}5;`,
    BLOCK,
    SHORT,
  ),
  endless(
    'sends trailers that never end',
    OVERFLOW,
    (asked) => `${head(asked, CHUNKED)}2\r\n<a\r\n0\r\n`,
    FIELD,
  ),
  slow('sends one byte of the body every 100 ms', NOT_WHOLE[1], (socket, asked) => {
    socket.write(head(asked, 'Content-Length: 5000'));
    drip(socket, 100, ' ');
  }),
  slow('sends one byte of the header every 100 ms', 'within 600 ms', (socket) => {
    socket.write(HEAD);
    drip(socket, 100, 'X');
  }),
  slow('never says a word', 'within 600 ms', () => {}),
  endless(
    'floods with 103 Early Hints and never answers',
    ['transport-error', 'no first byte of a final response within 600 ms'],
    () => '',
    'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(100),
    { firstByteTimeoutMs: 600 },
  ),
  {
    does: 'sends twenty interim responses before the good one',
    ...{ verdict: 'passed', says: null },
    answer: (socket, asked) => {
      socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(20));
      socket.end(head(asked, 'Connection: close') + asked.good);
    },
  },
];

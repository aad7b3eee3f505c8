import type { Framing, HttpReply } from '../../reference/seams.ts';
import type { Twin } from './twin.ts';

const framing = 'RFC 9112 §6 and §7.1: how a body is cut on the wire is no part of it';
const cases = ['SendBulkSms/message-emoji'];

const framed = (how: Framing) => ({
  seam: 'wire' as const,
  change: (reply: HttpReply): HttpReply => ({ ...reply, framing: how }),
});

const framings: readonly (readonly [id: string, title: string, how: Framing])[] = [
  ['chunked', 'The body is one chunk', { end: 'chunked' }],
  ['chunked-bytes', 'Every byte of the body is a chunk', { end: 'chunked', pieces: [1] }],
  // Odd lengths cut characters of two, three and four bytes.
  [
    'chunked-odd',
    'The body is cut into chunks of odd lengths',
    { end: 'chunked', pieces: [1, 7, 13, 101, 3] },
  ],
  [
    'slow-bytes',
    'The body comes in pieces under its length, with pauses',
    { pieces: [1, 1, 200, 333], pauseMs: 2 },
  ],
  ['end-by-close', 'The end of the connection ends the body', { end: 'close' }],
  [
    'end-by-close-slow',
    'The body comes in pieces until the connection ends',
    { end: 'close', pieces: [5, 255], pauseMs: 2 },
  ],
];

/** Equal ways to put a reply on the wire. */
export const framingTwins: readonly Twin[] = [
  ...framings.map(([id, title, how]): Twin => ({ id, title, because: framing, cases, ...framed(how) })),
  {
    id: 'connection-close',
    title: 'The server ends the connection after every reply',
    because: 'RFC 9112 §9.6: either side may',
    seam: 'wire',
    change: (reply) => ({ ...reply, headers: [['Connection', 'close'], ...reply.headers] }),
  },
  {
    id: 'interim-continue',
    title: 'A 100 that nobody asked for goes ahead of the reply',
    because:
      'RFC 9110 §15.2: a client has to be able to read interim responses that it did not expect; old IIS sends it',
    ...framed({ interim: 'continue' }),
  },
  {
    id: 'interim-processing',
    title: 'A 102 goes ahead of the reply',
    because: 'RFC 9110 §15.2: a client has to be able to read interim responses that it did not ask for',
    ...framed({ interim: 'processing' }),
  },
  {
    id: 'interim-early-hints',
    title: 'A 103 with a header goes ahead of the reply',
    because: 'RFC 9110 §15.2, RFC 8297: a client has to be able to read interim responses',
    ...framed({ interim: 'early-hints' }),
  },
  {
    id: 'date-absent',
    title: 'There is no Date header',
    because: 'RFC 9110 §6.6.1: a server without a clock sends none; the contract asks for none',
    ...framed({ date: false }),
  },
];

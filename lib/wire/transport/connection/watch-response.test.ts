import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { withEndpoint } from '../../../../suites/self/endpoints.ts';
import { post, get as request, strictOptions } from '../../../../suites/support/transport.ts';
import type { WireRequest } from '../../../model/judging/wire.ts';
import { openSender, type SendOutcome } from '../sender.ts';
import { responseWatcher, type Wire } from './watch-response.ts';

const FIELDS = '\r\nContent-Type: text/xml\r\nContent-Length: 4\r\n\r\n';
const slow: WireRequest = { ...request, framing: { byteByByte: true } };

/** What becomes of requests, one after the other; each connection is answered with the next text and ended. */
function sendTo(answers: readonly string[], requests = answers.map(() => request)) {
  return withEndpoint(
    (socket, number) => socket.once('data', () => socket.end(answers[number - 1] ?? '', 'latin1')),
    async ({ baseUrl }) => {
      const sender = openSender(baseUrl, { ...strictOptions, keepAlive: false });
      const outcomes: SendOutcome[] = [];
      for (const one of requests) outcomes.push(await sender.send(one));
      await sender.close();
      return outcomes;
    },
  );
}

async function responseTo(answer: string) {
  const [outcome] = await sendTo([answer]);
  if (outcome?.kind !== 'response') throw new Error(JSON.stringify(outcome));
  const { body, behind, oddStatusLine } = outcome.response;
  return { body: String(Buffer.from(body)), behind: String(Buffer.from(behind ?? [])), oddStatusLine };
}

const whole = { body: '<a/>', behind: '', oddStatusLine: undefined };
const failureOf = (outcome: SendOutcome | undefined) =>
  outcome?.kind === 'failure' ? outcome.failure.message : 'a response';

describe('what comes behind the end of a response', () => {
  it.each([
    ['a length', `HTTP/1.1 200 OK${FIELDS}<a/>`],
    ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n<a/>\r\n0\r\n\r\n'],
    ['a length before the end of the connection', `HTTP/1.1 200 OK\r\nConnection: close${FIELDS}<a/>`],
  ])('is told behind %s', async (_, answer) => {
    expect(await responseTo(answer)).toEqual(whole);
    expect(await responseTo(`${answer}<b/>`)).toEqual({ ...whole, behind: '<b/>' });
  });

  it('is nothing where the end of the connection is that of the body', async () => {
    expect(await responseTo('HTTP/1.1 200 OK\r\n\r\n<a/><b/>')).toEqual({ ...whole, body: '<a/><b/>' });
  });
});

describe('a status line', () => {
  it.each(['HTTP/1.1 200 OK', 'HTTP/1.0 200 OK', 'HTTP/1.1 200 ', 'HTTP/1.1 200 Tamam \xfc'])(
    'is taken: %j',
    async (line) => {
      expect(await responseTo(`${line}${FIELDS}<a/>`)).toEqual(whole);
      const interim = 'HTTP/1.1 100 Continue\r\nX: y\r\n\r\nHTTP/1.1 102 P\r\n\r\n';
      expect(await responseTo(`${interim}${line}${FIELDS}<a/>`)).toEqual(whole);
    },
  );

  it.each(['HTTP/1.1 200', 'HTTP/2.0 200 OK'])('is told where it is none: %j', async (line) => {
    expect(await responseTo(`${line}${FIELDS}<a/>`)).toEqual({ ...whole, oddStatusLine: line });
  });

  it.each([
    'ICY 200 OK',
    'HTTP/2 200 OK',
    'HTTP/1.1  200 OK',
    'http/1.1 200 OK',
    'HTTP/1.1 1000 OK',
    '220 mail',
  ])('that cannot be read is named in the failure: %j', async (line) => {
    const [outcome] = await sendTo([`${line}${FIELDS}<a/>`]);
    expect(failureOf(outcome)).toBe(
      `the response does not begin with an HTTP/1.1 status line (RFC 9112 §4): "${line}"`,
    );
  });
});

describe('a connection that ends before any answer', () => {
  const tls = 'a port that speaks TLS may close connections like this';
  const answer = `HTTP/1.1 200 OK${FIELDS}<a/>`;

  it('may be one to a port of TLS', async () => {
    const [outcome] = await sendTo(['']);
    expect(failureOf(outcome)).toContain(tls);
  });

  it('is none where another request was answered', async () => {
    const outcomes = await sendTo([answer, '']);
    expect(failureOf(outcomes[1])).toBe('the connection was closed before the response was complete');
  });

  it('is told by how the request came, where that was byte by byte', async () => {
    const [first, , last] = await sendTo(['', answer, ''], [slow, request, slow]);
    for (const outcome of [first, last]) {
      expect(failureOf(outcome)).toContain('the request was sent byte by byte; a server must read');
      expect(failureOf(outcome)).not.toContain('TLS');
    }
  });
});

const final = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const proceed = 'HTTP/1.1 100 Continue\r\n\r\n';

/** What is told of a text that comes in pieces of so many bytes, and the status line that was seen. */
function watched(text: string, size: number) {
  const wire: Wire = {};
  const watch = responseWatcher(wire);
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  const told = pieces.map((piece) => watch(Buffer.from(piece, 'latin1')).toString('latin1')).join('');
  return [told, wire.statusLine];
}

it.each<[string, string, string, string]>([
  ['after a 100', `${proceed}${final}`, `HTTP/1.1 102 Continue\r\n\r\n${final}`, 'HTTP/1.1 200 OK'],
  [
    'after several, with header fields, of the older version, among others',
    `${proceed}HTTP/1.0 100\r\nA: b\r\n\r\nHTTP/1.1 103 X\r\nL: 100\r\n\r\n${proceed}${final}`,
    `HTTP/1.1 102 Continue\r\n\r\nHTTP/1.0 102\r\nA: b\r\n\r\nHTTP/1.1 103 X\r\nL: 100\r\n\r\nHTTP/1.1 102 Continue\r\n\r\n${final}`,
    'HTTP/1.1 200 OK',
  ],
  [
    'with 100 elsewhere',
    `HTTP/1.1 200 100\r\n\r\n${proceed}`,
    `HTTP/1.1 200 100\r\n\r\n${proceed}`,
    'HTTP/1.1 200 100',
  ],
  ['that is something else', `220 smtp\r\n\r\n${proceed}`, `220 smtp\r\n\r\n${proceed}`, '220 smtp'],
  ['of a longer number', 'HTTP/1.1 1000 X\r\n\r\n', 'HTTP/1.1 1000 X\r\n\r\n', 'HTTP/1.1 1000 X'],
])('a response in pieces of any size is read with 102 for 100: %s', (_, text, told, line) => {
  for (const size of [1, 2, 3, 5, 11, 12, 13, 25, 1_000]) expect(watched(text, size)).toEqual([told, line]);
});

it.each([true, false])(
  'a server that says 100 to everybody is understood, with keep-alive %s',
  async (keepAlive) => {
    const answer = (socket: Socket) =>
      socket.on('data', (bytes) => {
        // Every request of these ends in one piece.
        if (/^(?:GET|POST) /.test(bytes.toString('latin1'))) socket.write(proceed + final);
      });
    await withEndpoint(answer, async ({ baseUrl, connections }) => {
      const sender = openSender(baseUrl, { ...strictOptions, keepAlive });
      for (const one of [request, post, request]) {
        expect(await sender.send(one)).toMatchObject({ kind: 'response', response: { status: 200 } });
      }
      await sender.close();
      expect(connections()).toBe(keepAlive ? 1 : 3);
    });
  },
);

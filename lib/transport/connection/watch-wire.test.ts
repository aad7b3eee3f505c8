import { describe, expect, it } from 'vitest';
import { withEndpoint } from '../../../suites/self/endpoints.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import { openSender, type SendOutcome } from '../sender.ts';
import { strictOptions } from '../testing.ts';

const FIELDS = '\r\nContent-Type: text/xml\r\nContent-Length: 4\r\n\r\n';
const request: WireRequest = { method: 'GET', path: '/', headers: [], body: null };
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

import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { withEndpoint } from '../../../../suites/self/endpoints.ts';
import { post, get as request, strictOptions } from '../../../../suites/support/transport.ts';
import { INVALID_HEAD, type SendOutcome, type WireRequest } from '../../../model/judging/wire.ts';
import { openSender } from '../sender.ts';
import { isPlainHead, readHead } from './response-head.ts';
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
      for (const request of requests) outcomes.push(await sender.send(request));
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

  it.each([
    'HTTP/1.1 200',
    'HTTP/2.0 200 OK',
    'HTTP/2 200 OK',
    'HTTP/1.2 200 OK',
    'HTTP/1.1  200 OK',
    'http/1.1 200 OK',
    'HTTP/1.1 200 O\x01K',
  ])('is told where it is none: %j', async (line) => {
    expect(await responseTo(`${line}${FIELDS}<a/>`)).toEqual({ ...whole, oddStatusLine: line });
  });

  it.each(['ICY 200 OK', '220 mail', '<a/>'])(
    'that is none of HTTP is named in the failure: %j',
    async (line) => {
      const [outcome] = await sendTo([`${line}${FIELDS}<a/>`]);
      expect(outcome).toMatchObject({ failure: { code: 'NO_HTTP' } });
      expect(failureOf(outcome)).toBe(
        `the response does not begin with an HTTP/1.1 status line (RFC 9112 §4): "${line}"`,
      );
      expect(outcome).not.toHaveProperty('failure.statusLine');
    },
  );

  it('that is an alert of TLS is told as that', async () => {
    const [outcome] = await sendTo(['\x15\x03\x01\0\x02\x02\x28']);
    expect(failureOf(outcome)).toContain('the port speaks TLS: try --target https://…');
  });
});

describe('a head that recipients may read', () => {
  const headOf = async (head: string, body = '<a/>') => {
    const [outcome] = await sendTo([`${head}${body}`]);
    if (outcome?.kind !== 'response') throw new Error(JSON.stringify(outcome));
    const { headers, headFaults = [], status, reason } = outcome.response;
    expect(String(Buffer.from(outcome.response.body))).toBe('<a/>');
    return { status, reason, headers, faults: headFaults.map(({ kind, line }) => `${kind}: ${line}`) };
  };
  const length = ['Content-Length', '4'];

  it.each<[string, string, readonly string[], readonly (readonly string[])[]]>([
    ['in order', 'Content-Length: 4\r\n', [], [length]],
    [
      'with a folded field',
      'Content-Type: text/xml;\r\n\t charset=utf-8\r\nContent-Length: 4\r\n',
      ['folded-field: \t charset=utf-8'],
      [['Content-Type', 'text/xml; charset=utf-8'], length],
    ],
    [
      'with white space before the first field',
      ' X: y\r\nContent-Length: 4\r\n',
      ['leading-blank:  X: y'],
      [length],
    ],
    [
      'with a blank before a colon',
      'Content-Length \t: 4\r\n',
      ['blank-before-colon: Content-Length \t: 4'],
      [length],
    ],
    [
      'with a control character',
      'X: a\0b\rc\x7f\r\nContent-Length: 4\r\n',
      ['control-character: X: a\0b\rc\x7f'],
      [['X', 'a b c '], length],
    ],
    [
      'with two equal lengths',
      'Content-Length: 4\r\ncontent-length: 4\r\n',
      ['repeated-length: Content-Length: 4, content-length: 4'],
      [length],
    ],
    [
      'with a list of equal lengths',
      'Content-Length: 4 , 4\r\n',
      ['repeated-length: Content-Length: 4 , 4'],
      [length],
    ],
    [
      'with a length beside the coding identity',
      'Transfer-Encoding: identity\r\nContent-Length: 4\r\n',
      ['length-and-coding: Transfer-Encoding: identity, Content-Length: 4'],
      [length],
    ],
  ])('%s is read', async (_, fields, faults, headers) => {
    const read = await headOf(`HTTP/1.1 200 OK\r\n${fields}\r\n`);
    expect(read).toEqual({ status: 200, reason: 'OK', headers, faults });
  });

  it('with line feeds alone is read, some or all of them', async () => {
    const fault = { faults: ['line-feed: HTTP/1.1 200 OK'] };
    expect(await headOf('HTTP/1.1 200 OK\nContent-Length: 4\n\n')).toMatchObject(fault);
    expect(await headOf('HTTP/1.1 200 OK\r\nX: y\nContent-Length: 4\r\n\n')).toMatchObject({
      faults: ['line-feed: X: y'],
    });
  });

  it('behind empty lines is read', async () => {
    const head = '\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n';
    expect(await headOf(head)).toMatchObject({ faults: ['empty-first-line: '] });
  });

  it.each([
    ['chunked', 'Transfer-Encoding: chunked\r\n', []],
    ['chunked twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: Chunked\r\n', ['chunked-twice']],
    ['chunked twice in a list', 'Transfer-Encoding: chunked, chunked\r\n', ['chunked-twice']],
    ['chunked beside a length', 'Content-Length: 9\r\nTransfer-Encoding: chunked\r\n', ['length-and-coding']],
    [
      'chunked beside no number',
      'Content-Length: x\r\nTransfer-Encoding: chunked\r\n',
      ['length-and-coding'],
    ],
  ])('%s is read by its chunks', async (_, fields, kinds) => {
    const { faults } = await headOf(`HTTP/1.1 200 OK\r\n${fields}\r\n`, '4\r\n<a/>\r\n0\r\n\r\n');
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(kinds);
  });

  it('has its reason phrase in Latin-1, as its fields', async () => {
    expect(await headOf(`HTTP/1.1 599 Ge\xe7ersiz${FIELDS}`)).toMatchObject({
      status: 599,
      reason: 'Ge\xe7ersiz',
    });
  });

  it('of an interim response counts as well', async () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\nLink: a,\r\n b\r\n\r\n';
    expect(await headOf(`${interim}HTTP/1.1 200 OK${FIELDS}`)).toMatchObject({
      status: 200,
      faults: ['folded-field:  b'],
    });
  });
});

it.each<[boolean, string]>([
  [true, 'Content-Type: text/xml\r\nContent-Length: 4\r\nX: caf\xe9\r\n'],
  [true, 'transfer-encoding: \tChunked \r\nX:\r\n'],
  [true, 'X: y\r\n'],
  [false, 'Content-Length: 4\r\nContent-Length: 4\r\n'],
  [false, 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
  [false, 'Content-Length: 4, 4\r\n'],
  [false, 'Content-Length: x\r\n'],
  [false, 'Transfer-Encoding: gzip, chunked\r\n'],
  [false, 'X : y\r\n'],
  [false, 'X: a\0b\r\n'],
  [false, 'X: y\n'],
  [false, 'X: y\r\n z\r\n'],
])('a head is plain (%s) only where reading it line by line changes nothing: %j', (isPlain, fields) => {
  const head = `HTTP/1.1 200 OK\r\n${fields}\r\n`;
  expect(isPlainHead(head)).toBe(isPlain);
  if (isPlain) expect(readHead(head)).toEqual({ status: 200, text: head, faults: [] });
  for (const line of ['HTTP/1.1 103 Early Hints', 'HTTP/1.1 101 Switching', 'HTTP/2 200', 'HTTP/1.1 200'])
    expect(isPlainHead(`${line}\r\n${fields}\r\n`)).toBe(false);
});

it.each([
  ['no number', 'Content-Length: four', 'the length of the body is no number: "Content-Length: four"'],
  ['a sign', 'Content-Length: +4', 'the length of the body is no number: "Content-Length: +4"'],
  [
    'two lengths',
    'Content-Length: 4\r\nContent-Length: 5',
    'the lengths of the body differ: "Content-Length: 4, Content-Length: 5"',
  ],
  ['no colon', 'Content-Length: 4\r\nX-Y', 'a line of the header section is no field: "X-Y"'],
  ['no name', ': y', 'a line of the header section is no field: ": y"'],
  ['a blank in a name', 'X Y: z', 'a line of the header section is no field: "X Y: z"'],
])('a head that nobody may read is a failure with its line: %s', async (_, fields, message) => {
  const [outcome] = await sendTo([`HTTP/1.1 200 OK\r\n${fields}\r\n\r\n<a/>`]);
  expect(outcome).toMatchObject({
    failure: { code: INVALID_HEAD, message, statusLine: 'HTTP/1.1 200 OK' },
  });
});

it.each(['HTTP/1.1 1000 OK', 'HTTP/1.1 20 OK', 'HTTP/1.1 000 x', 'HTTP/1.1 099 x', 'HTTP/1.1 OK'])(
  'a status line without a status code is a failure: %s',
  async (line) => {
    const [outcome] = await sendTo([`${line}${FIELDS}<a/>`]);
    expect(failureOf(outcome)).toBe(`the status line has no status code from 100 on: "${line}"`);
  },
);

it('a change to another protocol is a failure: nothing asked for it', async () => {
  const [outcome] = await sendTo(['HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n']);
  expect(failureOf(outcome)).toBe(
    'the request asked for no other protocol: "HTTP/1.1 101 Switching Protocols"',
  );
});

it('a head that breaks off is told without a guess about TLS', async () => {
  const [outcome] = await sendTo(['HTTP/1.1 200 OK\r\nX-']);
  expect(outcome).toMatchObject({ failure: { code: 'UND_ERR_SOCKET', statusLine: 'HTTP/1.1 200 OK' } });
  expect(failureOf(outcome)).toBe('the connection was closed before the response was complete');
});

describe('a response before the request was read', () => {
  const long: WireRequest = { ...post, body: Buffer.alloc(3_000_000, 'a') };
  const requests = [
    long,
    { ...long, framing: { chunks: [1_000] } },
    { ...post, framing: { byteByByte: true } },
  ];
  const refusal = 'HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nno';

  it.each<[string, (socket: Socket) => void]>([
    ['closes', (socket) => socket.end(refusal, () => socket.destroy())],
    ['resets the connection', (socket) => socket.write(refusal, () => socket.resetAndDestroy())],
    ['says 100 first', (socket) => socket.end(`${proceed}${refusal}`, () => socket.destroy())],
  ])('is read from a server that %s', async (_, answer) => {
    await withEndpoint(
      (socket) => socket.once('data', () => answer(socket)),
      async ({ baseUrl, connections }) => {
        const sender = openSender(baseUrl, { ...strictOptions, keepAlive: false });
        for (const sent of requests)
          expect(await sender.send(sent)).toMatchObject({ kind: 'response', response: { status: 500 } });
        expect(connections()).toBe(requests.length);
        await sender.close();
      },
    );
  });

  it('is a failure where there is none', async () => {
    await withEndpoint(
      (socket) => socket.once('data', () => socket.resetAndDestroy()),
      async ({ baseUrl }) => {
        const sender = openSender(baseUrl, { ...strictOptions, keepAlive: false });
        expect(await sender.send(long)).toMatchObject({ failure: { code: 'ECONNRESET' } });
        await sender.close();
      },
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
  const told = pieces
    .map((piece) => {
      const passed = watch(Buffer.from(piece, 'latin1'));
      return passed instanceof Error ? passed.message : passed.toString('latin1');
    })
    .join('');
  return [told, wire.statusLine];
}

it.each<[string, string, string, string]>([
  ['after a 100', `${proceed}${final}`, `HTTP/1.1 102 Continue\r\n\r\n${final}`, 'HTTP/1.1 200 OK'],
  [
    'after several, with header fields, of the older version, among others',
    `${proceed}HTTP/1.0 100 \r\nA: b\r\n\r\nHTTP/1.1 103 X\r\nL: 100\r\n\r\n${proceed}${final}`,
    `HTTP/1.1 102 Continue\r\n\r\nHTTP/1.0 102 \r\nA: b\r\n\r\nHTTP/1.1 103 X\r\nL: 100\r\n\r\nHTTP/1.1 102 Continue\r\n\r\n${final}`,
    'HTTP/1.1 200 OK',
  ],
  [
    'with 100 elsewhere',
    `HTTP/1.1 200 100\r\n\r\n${proceed}`,
    `HTTP/1.1 200 100\r\n\r\n${proceed}`,
    'HTTP/1.1 200 100',
  ],
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
      for (const next of [request, post, request]) {
        expect(await sender.send(next)).toMatchObject({ kind: 'response', response: { status: 200 } });
      }
      await sender.close();
      expect(connections()).toBe(keepAlive ? 1 : 3);
    });
  },
);

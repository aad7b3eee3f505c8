import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { RequestFraming, WireRequest } from '../model/judging/wire.ts';
import { openSender } from './sender.ts';
import type { SenderOptions } from './sender-options.ts';
import { strictOptions } from './testing.ts';

const post: WireRequest = {
  method: 'POST',
  path: '/x.asmx?a=%2B',
  headers: [['Content-Type', 'text/xml; charset=utf-8']],
  body: Buffer.from('<é>what is sent in pieces</é>'),
};
const get: WireRequest = { method: 'GET', path: '/x?y=z', headers: [['X-A', 'b']], body: null };
const reply = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** What came in over one connection, read by read. */
type Reads = Buffer[];

/** A raw server that is told of every read; gives what came in over each of its connections. */
async function received(
  onRead: (socket: Socket, soFar: string) => void,
  use: (baseUrl: string) => Promise<void>,
): Promise<readonly Reads[]> {
  const connections: Reads[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const reads: Reads = [];
    connections.push(reads);
    open.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      reads.push(bytes);
      onRead(socket, Buffer.concat(reads).toString('latin1'));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return connections;
  } finally {
    for (const socket of open) socket.destroy();
    server.close();
  }
}

/** Answers when the end of a request has come in that has this for its last bytes. */
const answerAt = (end: string) => (socket: Socket, soFar: string) => {
  if (soFar.endsWith(end)) socket.write(reply);
};

async function send(baseUrl: string, request: WireRequest, changed: Partial<SenderOptions> = {}) {
  const sender = openSender(baseUrl, { ...strictOptions, ...changed });
  try {
    return await sender.send(request);
  } finally {
    await sender.close();
  }
}

async function sentOnce(
  request: WireRequest,
  framing: RequestFraming,
  end: string,
  keepAlive: boolean,
): Promise<Reads> {
  const connections = await received(answerAt(end), async (baseUrl) => {
    const outcome = await send(baseUrl, { ...request, framing }, { keepAlive });
    expect(outcome).toMatchObject({ kind: 'response', response: { status: 200, body: Buffer.from('ok') } });
  });
  expect(connections).toHaveLength(1);
  return connections[0] ?? [];
}

const LAST_CHUNK = '\r\n0\r\n\r\n';

/** The chunks of a body, read as RFC 9112 §7.1 has them; throws where they are not so. */
function readChunks(body: Buffer): readonly Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at);
    const size = body.subarray(at, end).toString('latin1');
    if (!/^[0-9a-f]+$/.test(size)) throw new Error(`"${size}" is no size of a chunk`);
    const length = Number.parseInt(size, 16);
    const after = end + 2 + length;
    if (body.subarray(after, after + 2).toString() !== '\r\n') throw new Error(`no line end at ${after}`);
    if (length === 0) {
      if (after + 2 !== body.length) throw new Error('there is more behind the last chunk');
      return chunks;
    }
    chunks.push(body.subarray(end + 2, after));
    at = after + 2;
  }
}

describe.each([true, false])('with keep-alive %s', (keepAlive) => {
  it('a body in chunks has the asked-for ones, the last length again, and no Content-Length', async () => {
    const bytes = Buffer.concat(await sentOnce(post, { chunks: [1, 3, 17, 2] }, LAST_CHUNK, keepAlive));
    const head = bytes.subarray(0, bytes.indexOf('\r\n\r\n')).toString('latin1');
    expect(head).toMatch(/^POST \/x\.asmx\?a=%2B HTTP\/1\.1\r\n/);
    expect(head.match(/^transfer-encoding: chunked$/gim)).toHaveLength(1);
    expect(head).not.toMatch(/content-length/i);
    const chunks = readChunks(bytes.subarray(head.length + 4));
    expect(Buffer.concat(chunks).equals(Buffer.from(post.body ?? []))).toBe(true);
    expect(chunks.map(({ length }) => length)).toEqual([1, 3, 17, 2, 2, 2, 2, 2]);
  });

  it.each<[string, WireRequest, string]>([
    ['POST', post, '</é>'],
    ['GET', get, '\r\n\r\n'],
  ])('a request byte by byte comes in by many reads, and is the same: %s', async (_, request, end) => {
    const wireEnd = Buffer.from(end).toString('latin1');
    const slow = await sentOnce(request, { byteByByte: true }, wireEnd, keepAlive);
    const plain = await sentOnce(request, {}, wireEnd, keepAlive);
    const withoutPort = (reads: Reads) =>
      Buffer.concat(reads)
        .toString('latin1')
        .replace(/host: .*/, '');
    expect(withoutPort(slow)).toBe(withoutPort(plain));
    expect(plain.length).toBeLessThan(3);
    // The system may bring some bytes together.
    expect(slow.length).toBeGreaterThan(Buffer.concat(slow).length / 2);
  });
});

describe.each<[string, WireRequest]>([
  ['in chunks', { ...post, framing: { chunks: [1, 3] } }],
  ['byte by byte', { ...post, framing: { byteByByte: true } }],
  ['byte by byte over GET', { ...get, framing: { byteByByte: true } }],
])('a request %s', (_, request) => {
  it.each<[string, (socket: Socket) => void]>([
    ['ends the connection at once', (socket) => socket.destroy()],
    ['ends it politely', (socket) => socket.end()],
    ['answers with what is not HTTP', (socket) => socket.end('220 smtp ready\r\n\r\n')],
  ])('fails and is not sent again where the server %s', async (_title, onRead) => {
    const connections = await received(onRead, async (baseUrl) => {
      for (const keepAlive of [true, false]) {
        expect(await send(baseUrl, request, { keepAlive })).toMatchObject({ kind: 'failure' });
      }
      // Whoever sends again does it at once.
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(connections).toHaveLength(2);
  });
});

import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindings } from '../bindings/index.ts';
import { sampleCalls, sampleTarget } from '../bindings/testing.ts';
import type { Target, WireRequest } from '../model/judging/wire.ts';
import { renderRequest } from './render-request.ts';
import { openSender } from './sender.ts';
import { strictOptions } from './testing.ts';

let server: Server;
let received: Buffer;
let target: Target;

/** Whether the message is whole: its head, and behind it the last chunk or as many bytes as content-length says. */
function isWhole(bytes: Buffer): boolean {
  const head = bytes.indexOf('\r\n\r\n');
  if (head < 0) return false;
  if (/^transfer-encoding: chunked$/m.test(bytes.toString('latin1'))) return bytes.includes('\r\n0\r\n\r\n');
  const length = /^content-length: (\d+)$/im.exec(bytes.subarray(0, head).toString('latin1'))?.[1] ?? '0';
  return bytes.length >= head + 4 + Number(length);
}

beforeAll(async () => {
  server = createServer((socket) => {
    received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (isWhole(received)) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  target = { ...sampleTarget, baseUrl: `http://127.0.0.1:${port}/base` };
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

async function onTheWire(request: WireRequest, keepAlive = false): Promise<string> {
  const sender = openSender(target.baseUrl, { ...strictOptions, keepAlive });
  try {
    expect(await sender.send(request)).toMatchObject({ kind: 'response', response: { status: 200 } });
    return received.toString('latin1');
  } finally {
    await sender.close();
  }
}

describe('renderRequest', () => {
  it('keeps the connection to the reference alone', async () => {
    const reference: Target = { ...target, kind: 'reference' };
    const request: WireRequest = { method: 'GET', path: '/a?b=c', headers: [], body: null };
    const rendered = Buffer.from(renderRequest(reference, request)).toString('latin1');
    expect(rendered).toContain('connection: keep-alive');
    expect(await onTheWire(request, true)).toBe(rendered);
  });

  const samples = sampleCalls().map((call) => ({
    name: `${call.operation.name} over ${call.binding.id}`,
    call,
  }));

  it.each(samples)('gives the bytes of the wire: $name', async ({ call }) => {
    const request = bindings[call.binding.id].encode({ ...call, target });
    expect(Buffer.from(renderRequest(target, request)).toString('latin1')).toBe(await onTheWire(request));
  });

  const get: WireRequest = { method: 'GET', path: '/a?b=%20', headers: [], body: null };
  const posted = (text: string, framing: WireRequest['framing'] = {}): WireRequest => ({
    ...{ method: 'POST', path: '/', headers: [['Content-Type', 'a/b']], body: Buffer.from(text) },
    ...(framing.chunks ? { framing } : {}),
  });

  it.each<[string, WireRequest]>([
    ['no header at all', get],
    [
      'odd header names',
      {
        ...get,
        headers: [
          ['x-LOWER', '1'],
          ['X-Twice', 'a'],
          ['X-Twice', 'b'],
        ],
      },
    ],
    ['every byte by itself', { ...get, headers: [['X-A', 'b']], framing: { byteByByte: true } }],
    ['a POST without a body', { ...posted(''), headers: [], body: null }],
    ['an empty body', posted('')],
    ['a body beyond ASCII', posted('ş\u{1F600}\0')],
    ['a body in chunks', posted('ğüşiöç, a body of more than sixteen bytes', { chunks: [1, 18, 3] })],
    ['a body of no bytes in chunks', posted('', { chunks: [1] })],
  ])('gives the bytes of the wire with %s', async (_, request) => {
    expect(Buffer.from(renderRequest(target, request)).toString('latin1')).toBe(await onTheWire(request));
  });

  it.each([
    ['http://gateway.example:80/base', 'gateway.example'],
    ['https://gateway.example:8443', 'gateway.example:8443'],
  ])('names the host of %s without the port of the scheme', (baseUrl, host) => {
    expect(Buffer.from(renderRequest({ ...target, baseUrl }, get)).toString()).toContain(`host: ${host}\r\n`);
  });
});

import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../model/judging/wire.ts';
import { chunksOf } from './render-request.ts';
import { countingServer, sendTo, withListener } from './testing.ts';

const post: WireRequest = {
  method: 'POST',
  path: '/x.asmx?a=%2B',
  headers: [['Content-Type', 'text/xml; charset=utf-8']],
  body: Buffer.from('<é>what is sent in pieces</é>'),
};
const get: WireRequest = { method: 'GET', path: '/x?y=z', headers: [['X-A', 'b']], body: null };

/** What a server reads of a request that ends so, read by read. */
async function readsOf(request: WireRequest, end: string, keepAlive: boolean): Promise<readonly Buffer[]> {
  const reads: Buffer[] = [];
  const { server } = countingServer((socket) => {
    socket.on('data', (bytes) => {
      reads.push(bytes);
      if (Buffer.concat(reads).toString().endsWith(end)) {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      }
    });
  });
  await withListener(server, async (port) => {
    const outcome = await sendTo(`http://127.0.0.1:${port}`, request, { keepAlive });
    expect(outcome).toMatchObject({ kind: 'response', response: { status: 200, body: Buffer.from('ok') } });
  });
  return reads;
}

describe.each([true, false])('with keep-alive %s', (keepAlive) => {
  it.each<[string, WireRequest, string]>([
    ['POST', post, '</é>'],
    ['GET', get, '\r\n\r\n'],
  ])('a request byte by byte comes in by many reads, and is the same: %s', async (_, request, end) => {
    const slow = await readsOf({ ...request, framing: { byteByByte: true } }, end, keepAlive);
    const plain = await readsOf(request, end, keepAlive);
    const withoutPort = (reads: readonly Buffer[]) => String(Buffer.concat(reads)).replace(/host: .*/, '');
    expect(withoutPort(slow)).toBe(withoutPort(plain));
    expect(plain.length).toBeLessThan(3);
    // The system may bring some bytes together.
    expect(slow.length).toBeGreaterThan(Buffer.concat(slow).length / 2);
  });
});

it('a body in chunks has the asked-for lengths, the last one again', () => {
  const chunks = chunksOf({ ...post, framing: { chunks: [1, 3, 17, 2] } }) ?? [];
  expect(chunks.map(({ length }) => length)).toEqual([1, 3, 17, 2, 2, 2, 2, 2]);
  expect(Buffer.concat(chunks)).toEqual(post.body);
});

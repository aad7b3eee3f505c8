import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { byteByByte } from './byte-by-byte.ts';

/** Sends a text of 200 bytes byte by byte for at most so long, and returns the reads of the peer. */
async function reads(mostMs?: number): Promise<readonly string[]> {
  const texts: string[] = [];
  const server = createServer((peer) => {
    peer.setEncoding('latin1').on('data', (text: string) => texts.push(text));
    peer.on('end', () => server.close());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  byteByByte(socket, mostMs).end('0123456789'.repeat(20));
  await once(server, 'close');
  return texts;
}

it('sends every byte by itself', async () => {
  const texts = await reads();
  expect(texts.join('')).toBe('0123456789'.repeat(20));
  // The system may bring some bytes together.
  expect(texts.length).toBeGreaterThan(100);
});

it('sends the rest at once where that takes long, as on a machine under load: a server may stop to wait', async () => {
  const texts = await reads(0);
  expect(texts.join('')).toBe('0123456789'.repeat(20));
  expect(texts.length).toBeLessThan(4);
});

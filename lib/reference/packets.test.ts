import { describe, expect, it } from 'vitest';
import { createPacketStore, type Packet } from './service.ts';
import { testContract } from './testing.ts';

const [operation] = testContract().operations;

function packet(id: string, text = ''): Packet {
  if (operation === undefined) throw new Error('the contract has no operation');
  return { id, ticket: 'T', operation, values: { Message: text }, recipients: [], sentAt: new Date(0) };
}

describe('the packet store', () => {
  it('keeps the newest packets up to an amount of text', () => {
    const store = createPacketStore(100, 2_500);
    for (const id of ['1', '2', '3']) store.add(packet(id, 'x'.repeat(1_000)));
    expect(['1', '2', '3'].map((id) => store.find(id, 'T')?.id)).toEqual([undefined, '2', '3']);
    store.add(packet('4', 'x'.repeat(2_300)));
    expect(['2', '3', '4'].map((id) => store.find(id, 'T')?.id)).toEqual([undefined, undefined, '4']);
  });

  it('counts a packet once when its id comes again', () => {
    const store = createPacketStore(100, 2_500);
    for (let i = 0; i < 10; i += 1) store.add(packet('same', 'x'.repeat(1_000)));
    store.add(packet('other', 'x'.repeat(1_000)));
    expect(store.find('same', 'T')?.id).toBe('same');
  });
});

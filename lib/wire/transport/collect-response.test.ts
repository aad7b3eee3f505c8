import { expect, it } from 'vitest';
import { collectResponse } from './collect-response.ts';

const bytes = (from: number, count: number) => Buffer.from(Array.from({ length: count }, (_, i) => from + i));

it('a response is kept in order, however it is cut, and not changed by what becomes of its pieces', () => {
  for (const sizes of [[], [3], [1, 1, 1], [2, 70_000, 1, 140_000]]) {
    const collected = collectResponse(1_000_000);
    const pieces = sizes.map((size, i) => bytes(i, size));
    const whole = Buffer.concat(pieces);
    for (const piece of pieces) {
      collected.add(piece);
      piece.fill(0);
    }
    expect(collected.length).toBe(whole.length);
    expect(Buffer.compare(collected.body(), whole)).toBe(0);
  }
});

import { describe, expect, it } from 'vitest';
import type { ResponseHead } from '../model/judging/wire.ts';
import { collectResponse } from './collect-response.ts';

const head = (status: number, length?: string): ResponseHead => ({
  status,
  reason: '',
  headers: length === undefined ? [] : [['content-LENGTH', length]],
});
const bytes = (from: number, count: number) => Buffer.from(Array.from({ length: count }, (_, i) => from + i));

describe('a response', () => {
  it('is kept in order, however it is cut, and not changed by what becomes of its pieces', () => {
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

  it('may have all the bytes that are allowed and not one more', () => {
    const collected = collectResponse(2);
    collected.start(head(200, '2'));
    collected.add(bytes(0, 2));
    expect(() => collected.add(bytes(0, 1))).toThrow(
      expect.objectContaining({
        name: 'RESPONSE_TOO_LARGE',
        message: 'the response has a body that is too long; at most 2 bytes are read (--max-response-bytes)',
      }),
    );
  });

  it('that announces more is not waited for', () => {
    expect(() => collectResponse(2).start(head(200, '3'))).toThrow(
      expect.objectContaining({
        name: 'RESPONSE_TOO_LARGE',
        message: 'the response announces a body of 3 bytes; at most 2 bytes are read (--max-response-bytes)',
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { Need } from '../model/evidence.ts';
import { hadItsSay } from './had-say.ts';

function read(reached: Need, deliveries = reached === 'reply' ? 1 : 0) {
  return { reached, deliveries };
}

describe('a rule had its say', () => {
  it.each([
    ['http/charset', 'success', true],
    ['http/charset', 'response', false],
    ['result/field-order', 'payload', true],
    ['result/field-order', 'document', false],
    ['delivery/echo', 'reply', true],
    ['delivery/echo', 'payload', false],
    ['report/same-content', 'reply', true],
    ['report/same-content', 'payload', false],
  ] as const)('%s where replies were read as far as %s: %s', (rule, reached, had) => {
    expect(hadItsSay(rule, [read(reached), read(reached)])).toBe(had);
  });

  it('only where every reply could be read so far', () => {
    expect(hadItsSay('result/field-order', [read('reply'), read('response')])).toBe(false);
  });

  it('of delivery results only where one was there', () => {
    expect(hadItsSay('delivery/echo', [read('reply', 0)])).toBe(false);
    expect(hadItsSay('delivery/echo', [read('reply', 0), read('reply', 2)])).toBe(true);
    expect(hadItsSay('result/field-order', [read('reply', 0)])).toBe(true);
  });
});

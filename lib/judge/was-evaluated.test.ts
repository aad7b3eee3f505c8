import { describe, expect, it } from 'vitest';
import type { Need } from '../model/judging/evidence.ts';
import { wasEvaluated } from './was-evaluated.ts';

function read(reached: Need, deliveries = reached === 'reply' ? 1 : 0) {
  return { reached, deliveries };
}

describe('a rule was evaluated', () => {
  it.each([
    ['http/charset', 'body', true],
    ['http/charset', 'response', false],
    ['result/field-order', 'payload', true],
    ['result/field-order', 'document', false],
    ['delivery/echo', 'reply', true],
    ['delivery/echo', 'payload', false],
    ['report/same-content', 'reply', true],
    ['report/same-content', 'payload', false],
  ] as const)('%s where replies were read as far as %s: %s', (rule, reached, had) => {
    expect(wasEvaluated(rule, [read(reached), read(reached)])).toBe(had);
  });

  it('only where every reply could be read so far', () => {
    expect(wasEvaluated('result/field-order', [read('reply'), read('response')])).toBe(false);
  });

  it('of delivery results only where one was there', () => {
    expect(wasEvaluated('delivery/echo', [read('reply', 0)])).toBe(false);
    expect(wasEvaluated('delivery/echo', [read('reply', 0), read('reply', 2)])).toBe(true);
    expect(wasEvaluated('result/field-order', [read('reply', 0)])).toBe(true);
  });
});

import { expect, it } from 'vitest';
import { toldTests } from './told-tests.ts';

interface Meta {
  readonly allureRuntimeMessages?: string[];
  readonly exchange?: unknown;
}

function ended(count: number, msEach: number): readonly Meta[] {
  let time = 0;
  const told = toldTests(() => time);
  return Array.from({ length: count }, () => {
    const meta = { allureRuntimeMessages: ['a request'], exchange: { id: 'a/b/c' } };
    time += msEach;
    told.ended(meta as never);
    return meta;
  });
}

const kept = (metas: ReturnType<typeof ended>) =>
  metas.flatMap(({ allureRuntimeMessages, exchange }, index) => {
    expect(allureRuntimeMessages === undefined).toBe(exchange === undefined);
    return exchange === undefined ? [] : [index];
  });

it('keeps what was told of the last tests, and lets go of the others', () => {
  expect(kept(ended(2_000, 10))).toEqual(Array.from({ length: 500 }, (_, index) => 1_500 + index));
});

it('keeps what may not have been handed on yet, however many have ended since', () => {
  expect(kept(ended(2_000, 0))).toHaveLength(2_000);
  expect(kept(ended(2_000, 1))).toEqual(Array.from({ length: 1_000 }, (_, index) => 1_000 + index));
});

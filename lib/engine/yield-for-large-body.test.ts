import { expect, it } from 'vitest';
import { yieldForLargeBody } from './yield-for-large-body.ts';

it('work on large bodies is done one by one, and other work in between', async () => {
  const done: string[] = [];
  const work = async (name: string, bytes: number) => {
    await yieldForLargeBody(bytes);
    done.push(name);
    // Whatever else is due in this turn of the loop.
    setImmediate(() => done.push('other'));
  };
  await Promise.all([work('large 1', 1_000_000), work('large 2', 1_000_000), work('small', 10)]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(done.slice(0, 4)).toEqual(['small', 'large 1', 'other', 'large 2']);
});

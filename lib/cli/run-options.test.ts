import { expect, it } from 'vitest';
import { runWithOptions } from './run-options.ts';

it.each([
  ['4/3', '--shard "4/3" is not a shard i/n'],
  ['2/2', 'shard 2/2 has nothing to run'],
])('a program that asks for shard %s is told why it gets none', async (shard, message) => {
  const ended = await runWithOptions({ shard, case: ['SendBulkSms/canonical/soap11'] });
  expect(ended).toEqual({ exitCode: 2, results: null, message: expect.stringContaining(message) });
});

import { expect, it } from 'vitest';
import { runWithOptions } from './run-options.ts';

it.each([
  ['4/3', '--shard "4/3" is not a shard i/n'],
  ['2/2', 'shard 2/2 has nothing to run'],
])('a program that asks for shard %s is told why it gets none', async (shard, message) => {
  const ended = await runWithOptions({ shard, case: ['SendBulkSms/canonical/soap11'] });
  expect(ended).toEqual({ exitCode: 2, results: null, message: expect.stringContaining(message) });
});

it.each([
  [{ target: undefined }, 'the option "target" is undefined: leave it out, or give it a value'],
  [{ case: ['*/*'], gate: undefined }, 'the option "gate" is undefined'],
  [{ ticket: undefined }, 'the option "ticket" is undefined'],
  [{ ticket: '' }, 'the option "ticket" is empty: leave it out, or give the ticket'],
])('a program that gives nothing for %o does not get the default for it', async (options, message) => {
  // As programs without types call it.
  const ended = await runWithOptions(options as Parameters<typeof runWithOptions>[0]);
  expect(ended).toEqual({ exitCode: 2, results: null, message: expect.stringContaining(message) });
});

import { expect, it } from 'vitest';
import type { RunOptions } from '../run/run-options.ts';
import { processIo } from './process-io.ts';
import { runWithOptions } from './run-options.ts';

const io = processIo();

it.each<[object, string]>([
  [{ case: 5 }, 'option case "5" matches nothing'],
  [{ timeout: 'soon' }, 'option timeout "soon" is not a whole number'],
  [{ maxMessages: 'x' }, 'option maxMessages "x" is not'],
  [{ allure: 'x' }, 'option allure "x" is not true or false'],
  [{ reporter: ['tap=x', 'badge=x'] }, 'reporter (option reporter): '],
  [{ config: 'nowhere.yaml' }, 'option config "nowhere.yaml": there is no such file'],
])('a program is told of the option that it gave, and of no flag: %j', async (options, message) => {
  const ended = await runWithOptions(options, io);
  expect(ended).toEqual({ exitCode: 2, results: null, message: expect.stringContaining(message) });
  expect(ended.message?.startsWith('--')).toBe(false);
});

it.each([
  ['4/3', 'option shard "4/3" is not a shard i/n'],
  ['2/2', 'shard 2/2 has nothing to run'],
])('a program that asks for shard %s is told why it gets none', async (shard, message) => {
  const ended = await runWithOptions({ shard, case: ['SendBulkSms/canonical/soap11'] }, io);
  expect(ended).toEqual({ exitCode: 2, results: null, message: expect.stringContaining(message) });
});

it.each([
  [{ target: undefined }, 'the option "target" is undefined: leave it out, or give it a value'],
  [{ case: ['*/*'], gate: undefined }, 'the option "gate" is undefined'],
  [{ ticket: undefined }, 'the option "ticket" is undefined'],
  [{ ticket: '' }, 'the option "ticket" is empty: leave it out, or give the ticket'],
])('a program that gives nothing for %o does not get the default for it', async (options, message) => {
  // As programs without types call it.
  const ended = await runWithOptions(options as RunOptions, io);
  expect(ended).toEqual({ exitCode: 2, results: null, message: expect.stringContaining(message) });
});

it.each([
  ['null', null, 'run() takes an object of options'],
  ['a list', [], 'run() takes an object of options'],
  ['a text', 'http://127.0.0.1:1', 'run() takes an object of options'],
  ['a number for the ticket', { ticket: 42 }, 'option "ticket" must be a text'],
  ['a text for true or false', { quiet: 'yes' }, 'option "quiet" must be true or false'],
  ['null for the file of settings', { config: null }, 'option "config" must be a text'],
  ['what has no text', { target: Object.create(null) }, 'option "target" must be a text, a number, '],
  ['what has no text for what is no option', { targt: Object.create(null) }, 'unknown option "targt"'],
])('a program that gives %s is told what an option is', async (_, given, message) => {
  const ended = await runWithOptions(given as unknown as RunOptions, io);
  expect(ended).toEqual({ exitCode: 2, results: null, message: expect.stringContaining(message) });
});

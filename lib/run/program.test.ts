import { expect, it } from 'vitest';
import { processIo } from '../cli/process.ts';
import { runWithOptions } from './program.ts';
import type { RunOptions } from './run-options.ts';

it.each<[string, unknown, string]>([
  // It gave an option, and no flag.
  ['case', { case: 5 }, 'option case "5" matches nothing'],
  ['timeout', { timeout: 'soon' }, 'option timeout "soon" is not a whole number'],
  ['maxMessages', { maxMessages: 'x' }, 'option maxMessages "x" is not'],
  ['allure', { allure: 'x' }, 'option allure "x" is not true or false'],
  ['reporter', { reporter: ['tap=x', 'badge=x'] }, 'reporter (option reporter): '],
  ['config', { config: 'nowhere.yaml' }, 'option config "nowhere.yaml": there is no such file'],
  ['a shard', { shard: '4/3' }, 'option shard "4/3" is not a shard i/n'],
  [
    'an empty shard',
    { shard: '2/2', case: ['SendBulkSms/canonical/soap11'] },
    'shard 2/2 has nothing to run',
  ],
  // It does not get the default for nothing.
  ['no target', { target: undefined }, 'the option "target" is undefined: leave it out, or give it a value'],
  ['no gate', { case: ['*/*'], gate: undefined }, 'the option "gate" is undefined'],
  ['no ticket', { ticket: undefined }, 'the option "ticket" is undefined'],
  ['an empty ticket', { ticket: '' }, 'the option "ticket" is empty: leave it out, or give it a value'],
  ['what is no option', { targt: 'http://127.0.0.1:1' }, 'unknown option "targt"; did you mean target?'],
  [
    'no ticket for a live target, and a case that does not exist',
    { target: 'http://gateway.example', namespace: 'urn:x', case: ['nosuch'] },
    '\noption case "nosuch" matches nothing',
  ],
])('a program that gives %s is told so', async (_, given, message) => {
  const ended = await runWithOptions(given as RunOptions, processIo());
  expect(ended).toEqual({ exitCode: 2, results: null, message: expect.stringContaining(message) });
  expect(ended.message?.startsWith('--')).toBe(false);
});

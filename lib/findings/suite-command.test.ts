import { expect, it } from 'vitest';
import { ownText } from '../secrets/mask.ts';
import { type CommandContext, invocation, suiteCommand } from './suite-command.ts';

const target = { baseUrl: ownText('http://h/a&b'), namespace: ownText('urn:x'), kind: 'external' } as const;
const commandOf = (file: string, run: CommandContext = { target }, what: 'run' | 'show' = 'run') =>
  suiteCommand(
    what,
    { id: ownText('SendBulkSms/own/soap11'), source: { file: ownText(file), line: 1 } },
    run,
  );

const own = 'postsms-conformance run --case SendBulkSms/own/soap11';
const live = "--target 'http://h/a&b' --namespace urn:x";

it.each([
  ['of a built-in case has the target of the run', 'cases/SendBulkSms/canonical.yaml', `${own} ${live}`],
  ['of a case of the user has its folder, too', 'our cases/a.yaml', `${own} ${live} --cases 'our cases'`],
  ['of a case beside the settings has the folder', 'a.yaml', `${own} ${live} --cases .`],
])('the command %s', (_, file, command) => {
  expect(commandOf(file)).toBe(command);
});

it('to run repeats what lets a live target be asked, and no permission to send', () => {
  const packetIds = [ownText('P1'), ownText('P 2')];
  const refusing = { target, permitted: { packetIds, sends: 'refuse' } } as const;
  const file = 'cases/SendBulkSms/canonical.yaml';
  expect(commandOf(file, refusing)).toBe(`${own} ${live} --packet-ids 'P1,P 2' --sends refuse`);
  expect(commandOf(file, { target, permitted: { packetIds } })).toMatch(/--packet-ids 'P1,P 2'$/);
  expect(commandOf(file, refusing, 'show')).not.toMatch(/--packet-ids|--sends/);
});

it('of a call of a client names the file of its dialect, a recording too, and chooses built-in clients', () => {
  const id = ownText('clients/zeep/soap11/SendBulkSms');
  const callOf = (file: string, what: 'run' | 'show' = 'run') =>
    suiteCommand(what, { id, source: { file: ownText(file), line: 1 } }, { target });
  const run = `postsms-conformance run --case ${id} ${live}`;
  const show = `postsms-conformance show ${id} --curl ${live}`;
  for (const file of ['their files/zeep.yaml', 'their traffic.har']) {
    expect(callOf(file)).toBe(`${run} --clients '${file}'`);
    expect(callOf(file, 'show')).toBe(`${show} --clients '${file}'`);
  }
  expect(callOf('cases/clients/zeep.yaml')).toBe(`${run} --clients built-in`);
  expect(callOf('cases/clients/zeep.yaml', 'show')).toBe(show);
});

it('the embedded reference is no target of a command, and recorded calls have none', () => {
  const file = 'cases/SendBulkSms/canonical.yaml';
  const ofReference = { target: { ...target, kind: 'reference' } } as const;
  expect(commandOf(file, ofReference, 'show')).toBe('postsms-conformance show SendBulkSms/own/soap11 --curl');
  expect(commandOf('calls.HAR')).toBeUndefined();
  expect(commandOf('listen', { target, clients: true })).toBeUndefined();
});

it.each([
  ['npm start --', 'start', 'file:///gateway/lib/findings/suite-command.ts'],
  ['postsms-conformance', 'test', 'file:///gateway/lib/findings/suite-command.ts'],
  ['postsms-conformance', undefined, 'file:///usr/lib/node_modules/postsms-conformance/dist/main.js'],
  ['npx postsms-conformance', 'npx', 'file:///gateway/node_modules/postsms-conformance/dist/main.js'],
  ['npx postsms-conformance', 'start', 'file:///gateway/node_modules/postsms-conformance/dist/main.js'],
])('begins with %s under the script %s of %s', (command, script, module) => {
  expect(invocation({ ...(script && { npm_lifecycle_event: script }) }, module)).toBe(command);
});

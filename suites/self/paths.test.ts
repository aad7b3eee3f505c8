import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtInDeclarations } from '../../lib/run/built-in.ts';
import { requestedRecipients } from '../../lib/run/sends/send-budget.ts';
import { bindings } from '../../lib/wire/bindings/index.ts';
import { sampleCalls, sampleTarget } from '../support/calls.ts';
import { inProcess, newFolder, ran, resultsIn } from './command.ts';
import { at, handOn, serving, withEndpoint } from './endpoints.ts';
import { filesIn } from './folders.ts';

// Which paths are refused is in lib/settings/golden/messages.txt.

const { contract: declared, register } = builtInDeclarations();
const BASE = '/sms/postsms.asmx';
const paths = Object.fromEntries(declared.operations.map(({ name }) => [name, BASE]));
const { contract } = builtInDeclarations({ paths });
const flags = Object.keys(paths).flatMap((name) => ['--path', `${name}=${BASE}`]);
const aboutPaths = register.filter(({ rules }) => rules.includes('request/path')).map(({ id }) => id);

/** The states of requirements in the results of a run, by their ids. */
const statesIn = (folder: string) =>
  new Map(resultsIn(folder).requirements.map(({ id, state }) => [id as string, state]));

it('a service with all operations under one path base conforms, and nothing about paths is held', async () => {
  await serving({ contract }, async ({ baseUrl, port }) => {
    const asked: string[] = [];
    const front = (socket: Socket) => {
      socket.on('data', (bytes) =>
        asked.push(/^[A-Z]+ (\S+) HTTP/.exec(bytes.toString('latin1'))?.[1] ?? ''),
      );
      handOn(socket, port);
    };
    const chosen = ['--case', '{*/canonical,ReportSmsWithPacketId/**,clients/**}'];
    const environment = { POSTSMS_REPORTER: 'har,junit,markdown,tap' };
    const { code, said, folder } = await withEndpoint(front, (endpoint) =>
      ran([...at(endpoint.baseUrl), ...chosen, ...flags], { ...environment, POSTSMS_HTML: 'false' }),
    );
    expect([code, said]).toEqual([0, expect.stringMatching(/^note +adapted: 4 paths, SingleShot/m)]);
    const lines = asked.filter((path) => path !== '');
    expect(lines.length).toBeGreaterThan(200);
    expect(lines.filter((path) => !path.startsWith(BASE))).toEqual([]);
    const noted = [...filesIn(folder)]
      .filter(([, text]) => text.includes('adapted: 4 paths'))
      .map(([name]) => name);
    const reports = ['results.json', 'summary.md', 'junit.xml', 'results.tap'];
    expect(noted).toEqual(expect.arrayContaining(reports));
    expect(aboutPaths.length).toBeGreaterThan(10);
    const states = statesIn(folder);
    expect(aboutPaths.filter((id) => states.get(id) !== 'untested')).toEqual([]);
    const judged = newFolder();
    const again = await inProcess(['judge', folder, '--no-allure', '--report-dir', judged, ...flags]);
    expect([again.code, again.said]).toEqual([0, expect.stringContaining('adapted: 4 paths')]);
    expect(aboutPaths.filter((id) => statesIn(judged).get(id) !== 'untested')).toEqual([]);
    const plain = await ran([...at(baseUrl), '--case', 'SendBulkSms/canonical']);
    expect(plain.code).toBe(1);
  });
});

it('without other paths the requirements about paths are held', async () => {
  await serving({}, async ({ baseUrl }) => {
    const { folder, said } = await ran([...at(baseUrl), '--case', '*/canonical']);
    const states = statesIn(folder);
    expect(aboutPaths.filter((id) => states.get(id) !== 'held')).toEqual([]);
    expect(said).not.toContain('adapted');
    const same = ['--case', 'SendBulkSms/canonical', '--path', 'SendBulkSms=/liveb/postsms.asmx'];
    expect((await ran([...at(baseUrl), ...same])).said).not.toContain('adapted');
  });
});

it('compare pairs the exchanges of sides with other paths, also from their recordings', async () => {
  await serving({}, (old) =>
    serving({ contract }, async (now) => {
      const list = Object.keys(paths).map((name) => `${name}=${BASE}`);
      const yaml = `namespace: http://sms.example/ns\ntargets:\n  old: { url: "${old.baseUrl}" }\n  new:\n    url: ${now.baseUrl}\n    paths: [${list.join(', ')}]\n`;
      const folder = newFolder();
      writeFileSync(join(folder, 'conformance.yaml'), yaml);
      const reports = join(folder, 'reports');
      const environment = { POSTSMS_CONFIG: join(folder, 'conformance.yaml') };
      const chosen = ['--case', '*/canonical', '--report-dir', reports];
      const { code, said } = await inProcess(['compare', 'old', 'new', ...chosen], environment);
      expect([code, said]).toEqual([0, expect.stringContaining('24 replies: 24 the same')]);
      const recorded = ['compare', join(reports, 'new'), join(reports, 'new'), ...flags];
      const again = await inProcess([...recorded, '--report-dir', join(folder, 'again')]);
      expect([again.code, again.said]).toEqual([0, expect.any(String)]);
    }),
  );
});

it('listen takes calls under the other path, and fails one under that of the contract', async () => {
  const listened = async (base: string) => {
    const folder = newFolder();
    let called: Promise<unknown> | undefined;
    const call = (url: string) =>
      fetch(`${url}${base}/ReportSmsWithPacketId`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'ServiceTicket=T1cket-0001&PacketId=P1',
      });
    const args = ['listen', '--port', '0', '--calls', '1', '--no-allure', '--report-dir', folder];
    const { said, code } = await inProcess(
      [...args, '--path', `ReportSmsWithPacketId=${BASE}`],
      {},
      {
        heard: (text) => {
          const url = /^listening on (\S+)/m.exec(text)?.[1];
          if (url) called ??= call(url);
        },
      },
    );
    await called;
    const rules = resultsIn(folder).exchanges.flatMap(({ findings }) => findings.map(({ rule }) => rule));
    return { said, code, rules };
  };
  const [right, wrong] = [await listened(BASE), await listened('/ecomm/postsms.asmx')];
  expect(right).toMatchObject({ code: 0, rules: [] });
  expect(right.said).toContain('adapted: 1 path, ReportSmsWithPacketId=/sms/postsms.asmx');
  expect(wrong).toMatchObject({ code: 1, rules: ['request/path'] });
});

it('merge takes no shards with different paths', async () => {
  const shard = (index: number, more: readonly string[]) =>
    ran(['--case', '*/canonical', '--shard', `${index}/2`, '--run-id', 'r', ...more]);
  const [first, second] = [await shard(1, flags), await shard(2, [])];
  const merged = await inProcess(['merge', first.folder, second.folder, '--report-dir', newFolder()]);
  expect(merged).toMatchObject({ code: 2, said: expect.stringContaining('are of different plans') });
});

it('messages are counted under other paths', () => {
  for (const call of sampleCalls) {
    const operation = contract.operations.find(({ name }) => name === call.operation.name);
    if (!operation) throw new Error('no operation');
    const request = (one: typeof operation) =>
      bindings[call.binding.id].encode({ ...call, operation: one, target: sampleTarget });
    expect(requestedRecipients(request(operation), contract)).toEqual(
      requestedRecipients(request(call.operation), declared),
    );
  }
});

it('wsdl and show are of the other path', async () => {
  const described = await inProcess(['wsdl', '--path-base', '/sms', ...flags]);
  expect(described).toMatchObject({ code: 0 });
  expect(described.said.match(/<wsdl:operation name="/g)?.length).toBeGreaterThan(12);
  const shown = await inProcess(['show', 'SendBulkSms/canonical/http-post', ...flags]);
  expect(shown.said).toContain(`POST ${BASE}/SendBulkSms HTTP/1.1`);
});

it('an operation with two path bases, and a field that is named twice, are mistakes', async () => {
  const paths = await ran(['--path', 'SendBulkSms=/a', '--path', 'SendBulkSms=/b']);
  expect(paths).toMatchObject({ code: 2, said: expect.stringContaining('gives SendBulkSms two path bases') });
  const header = (name: string) => ['--header', `${name}=env:KEY`];
  const target = ['--target', 'http://127.0.0.1:1', '--namespace', 'http://sms.example/ns'];
  const fields = await ran([...target, ...header('X-Api-Key'), ...header('x-api-key')], { KEY: 'abcdefgh' });
  expect(fields).toMatchObject({ code: 2, said: expect.stringContaining('names the field x-api-key twice') });
});

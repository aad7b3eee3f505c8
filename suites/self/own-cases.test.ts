import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, inProcess, resultsIn } from './command.ts';

const hello = `operation: SendBulkSms
cases:
  - id: own-hello
    title: A message of our own is taken
    requirements: [gaps.message-length]
    tags: [ours]
    with: { Message: Merhaba }
`;

/** The reference says 1 of every packet. */
const status = `operation: SendBulkSms
cases:
  - id: own-status
    title: A packet has the status that our gateway gives it
    bindings: [soap11]
    expect: { packet: { PacketStatus: '7' } }
`;

const run = (folder: string, ...args: readonly string[]) =>
  inProcess(['run', '--no-allure', ...args], {}, { folder });

describe("cases of a folder of one's own", () => {
  it('are judged besides the built-in ones, and say where they appear', async () => {
    const folder = folderWith({ 'own/hello.yaml': hello });
    const { code, said } = await run(folder, '--cases', 'own', '--case', 'SendBulkSms/{canonical,own-hello}');
    expect(said).toContain('8 planned: 8 passed');
    expect(code).toBe(0);
    const { exchanges, requirements } = resultsIn(join(folder, 'reports'));
    const judged = exchanges.filter((exchange) => exchange.case === 'own-hello');
    expect(judged.map(({ source }) => source)).toEqual(Array(4).fill({ file: 'own/hello.yaml', line: 3 }));
    expect(requirements.find(({ id }) => id === 'gaps.message-length')?.exchanges).toBe(4);
  });

  it('may say all that the guide shows', async () => {
    const guide = readFileSync(new URL('../../cases/language.md', import.meta.url), 'utf8');
    const [, example = ''] =
      /^```yaml\n(# yaml-language-server(?:(?!^```).)*own-unknown-packet.*?)^```$/ms.exec(guide) ?? [];
    const capture = `  - id: own-key
    title: A key that came back can be sent again
    operation: SingleShotSmsWithTypeAndKeyID
    steps:
      - { send: SingleShotSmsWithTypeAndKeyID, capture: { key: { delivery: 1, field: KeyID } } }
      - { send: SingleShotSmsWithTypeAndKeyID, with: { KeyID: "\${key}" } }
`;
    const folder = folderWith({ 'own/example.yaml': `${example}${capture}` });
    const alone = ['--cases', 'own', '--no-built-in-cases'];
    const { code, said } = await run(folder, ...alone);
    expect(said).toContain('12 planned: 12 passed');
    expect(code).toBe(0);
    const { requirements } = resultsIn(join(folder, 'reports'));
    const judgedIn = (name: string) => requirements.find(({ id }) => id === name)?.exchanges;
    // What an expectation takes the place of is not judged.
    expect([judgedIn('gaps.pinned-values'), judgedIn('bindings.soap12.response-status')]).toEqual([8, 2]);
  });

  it('are judged instead of them, and alone then', async () => {
    const folder = folderWith({ 'own/sends/hello.yml': hello, 'more/status.yaml': status });
    const all = ['--cases', 'own', '--cases', 'more', '--no-built-in-cases'];
    const { code, said } = await run(folder, ...all);
    expect(said).toContain('5 planned: 4 passed, 1 failed');
    expect(said).toContain('FAILED  SendBulkSms/own-status/soap11');
    expect(code).toBe(1);
  });

  it('are there for list and show too, by conformance.yaml as by a flag', async () => {
    const folder = folderWith({ 'own/hello.yaml': hello });
    const flags = ['--cases', 'own', '--no-built-in-cases'];
    const byFlag = await inProcess(['list', ...flags], {}, { folder });
    expect(byFlag.said).toMatch(/^SendBulkSms\/own-hello .*\n\n1 case\n$/m);
    const settings = 'cases: [../own]\nbuiltInCases: false\n';
    mkdirSync(join(folder, 'settings'));
    writeFileSync(join(folder, 'settings/conformance.yaml'), settings);
    const config = ['--config', 'settings/conformance.yaml'];
    expect(await inProcess(['list', ...config], {}, { folder })).toEqual(byFlag);
    const shown = await inProcess(['show', 'SendBulkSms/own-hello/http-get', ...config], {}, { folder });
    expect(shown).toMatchObject({ code: 0, said: expect.stringContaining('Message=Merhaba') });
    const classes = await inProcess(['show', 'SendBulkSms/values/soap11/markup'], {}, { folder });
    expect(classes.said).toMatch(/^# Message: tag, ampersand, .*\n# Originator: .*\n(# .*\n)+POST/);
    const comment = await inProcess(['show', 'comment'], {}, { folder });
    expect(comment.said).toMatch(/^id {7}"comment"\ngroup {4}"markup"\ninside {3}"<!--x-->"\n/);
    const without = await inProcess(['show', 'SendBulkSms/own-hello/http-get'], {}, { folder });
    expect(without).toMatchObject({ code: 2, said: expect.stringContaining('unknown exchange') });
  });

  it('can be known to fail, and are annotated where they appear in the workspace', async () => {
    const known = `known-failures:
  - exchanges: SendBulkSms/own-status/*
    rules: [case/expectation]
    reason: the reference gives another status
    expires: 2099-12-31
`;
    const folder = folderWith({ 'job/own/status.yaml': status, 'job/known.yaml': known });
    const alone = ['--cases', 'own', '--no-built-in-cases', '--reporter', 'github'];
    const way = { folder: join(folder, 'job') };
    const github = { GITHUB_WORKSPACE: folder };
    const failed = await inProcess(['run', '--no-allure', ...alone], github, way);
    expect(failed.said).toMatch(/^::error file=job\/own\/status\.yaml,line=3,title=FAILED /m);
    expect(failed.code).toBe(1);
    const accepted = await inProcess(['run', '--no-allure', ...alone, '--known', 'known.yaml'], github, way);
    expect(accepted.said).not.toContain('::error');
    expect(accepted.said).toContain('1 planned: 1 known failure');
    expect(accepted.code).toBe(0);
  });

  // Mistakes inside of a file appear in lib/cases/mistakes/golden.
  it('are refused at the place of a mistake', async () => {
    const folder = folderWith({ 'own/file.yaml': hello.replace('own-hello', 'canonical') });
    for (const words of [['run'], ['list'], ['show', 'SendBulkSms/canonical/soap11']]) {
      const { code, said } = await inProcess([...words, '--cases', 'own'], {}, { folder });
      expect(said).toMatch(
        /^own\/file\.yaml:3:9: the case SendBulkSms\/canonical is a built-in one, at \S+canonical\.yaml:\d+; give yours another id\n/,
      );
      expect(code).toBe(2);
    }
    // Where the built-in one is left out, the name is free.
    const alone = await run(folder, '--cases', 'own', '--no-built-in-cases', '--dry-run');
    expect(alone.said).toContain('SendBulkSms/canonical/soap11');
    expect(alone.code).toBe(0);
  });

  it('are read once where a folder and one below it are named', async () => {
    const folder = folderWith({ 'own/sends/hello.yaml': hello });
    const flags = ['--cases', 'own', '--cases', 'own/sends', '--tag', 'ours'];
    expect((await inProcess(['list', ...flags], {}, { folder })).said).toMatch(/\n\n1 case\n$/);
  });
});

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compile } from '../../scripts/compile.mjs';
import {
  folderWith,
  inProcess,
  newFolder,
  npmStart,
  ran,
  reportListing,
  resultsIn,
  root,
  spawnCommand,
} from './command.ts';
import { at, withReference } from './endpoints.ts';
import { lacks } from './needs.ts';

/** How the command for a shell of this system begins. */
const CURL = process.platform === 'win32' ? "$PSNativeCommandArgumentPassing = 'Legacy'; curl.exe" : 'curl';

// Exit codes, and what decides them; which verdict has which is said by lib/results/ending.test.ts.

const canonical = ['--case', 'SendBulkSms/canonical'];

describe('exit code 0', () => {
  it('a reference that conforms, also as a process, whose worker Vitest takes and starts none of its own', async () => {
    const note = `require('node:fs').appendFileSync(__dirname + '/started', process.argv[1] + '\\n');`;
    const noting = folderWith({ 'note.cjs': note });
    const NODE_OPTIONS = `--require ${join(noting, 'note.cjs')}`;
    const { code, said, folder } = await ran(canonical, { NODE_OPTIONS }, spawnCommand);
    const workers = readFileSync(join(noting, 'started'), 'utf8').match(/(?:forks|worker)\.js$/gm);
    expect(workers).toEqual(['worker.js']);
    expect(said).toContain('4 planned: 4 passed');
    expect(said).toContain('outcome       conforms');
    expect(code).toBe(0);
    expect(resultsIn(folder)).toMatchObject({ outcome: 'conforms', exitCode: 0, summary: { passed: 4 } });
    expect(reportListing(folder)).toEqual(['junit.xml', 'report.html', 'results.json']);
  });

  it('what is only a should, at gate must; the same is 1 at gate should', async () => {
    await withReference(['result-status-first'], async ({ baseUrl }) => {
      const lenient = await ran([...canonical, ...at(baseUrl)]);
      expect(lenient.said).toContain('WARNED  SendBulkSms/canonical/soap11');
      expect(lenient.code).toBe(0);
      const strict = await ran([...canonical, ...at(baseUrl), '--gate', 'should']);
      expect(strict.said).toContain('outcome       deviates (gate should');
      expect(strict.code).toBe(1);
    });
  });

  it.each([
    ['--help', 'Usage: postsms-conformance'],
    ['list exchanges --case SendBulkSms/canonical', '4 exchanges'],
    ['show SendBulkSms/canonical/soap11', 'POST /liveb/postsms.asmx HTTP/1.1'],
    ['show SendBulkSms/wire-form-text/soap12/cdata', '<![CDATA[POSTSMS]]>'],
    ['show SendBulkSms/wire-form-header-names/http-post/lower-case --curl', "'content-type: application"],
    [
      'show SendBulkSms/wire-form-bytes/http-get --curl',
      `# curl writes at once what the suite writes byte by byte\n${CURL} -sS -g -i `,
    ],
    ['serve --defect list', 'packetid-lower-case'],
    [
      'wsdl --path-base /ecomm --target http://sms.example/a --namespace urn:n',
      '<http:address location="http://sms.example/a/ecomm/postsms.asmx" />',
    ],
  ])('%s', async (typed, text) => {
    const { code, said } = await inProcess(typed.split(' '));
    expect(said).toContain(text);
    expect(code).toBe(0);
  });
});

describe('exit code 1', () => {
  it('a target that breaks the contract, with every finding', async () => {
    await withReference(['packetid-lower-case'], async ({ baseUrl }) => {
      const { code, said, folder } = await ran([...canonical, ...at(baseUrl)]);
      expect(said).toMatch(
        /FAILED {2}SendBulkSms\/canonical\/soap11\n {2}packetID is not PacketID: .*; 8 findings follow from it\n {2}result\/field-once {2}must {2}§2\.1/,
      );
      expect(said).toContain('PacketID must occur exactly once in SendBulkSmsResult');
      expect(said).toContain('the same in');
      expect(said).toContain('4 planned: 4 failed');
      expect(code).toBe(1);
      expect(resultsIn(folder)).toMatchObject({ outcome: 'deviates', exitCode: 1, summary: { failed: 4 } });
    });
  });

  it.each([
    ['--wsdl', /^hint {10}the WSDL at \/liveb\/postsms\.asmx: its namespace is \S+\/ns, not urn:n;/],
    ['--no-wsdl', /^(?!hint {10}the WSDL at)/],
  ])('a target of another namespace, whose WSDL is read first with %s', async (flag, told) => {
    await withReference([], async ({ baseUrl }) => {
      const { code, said } = await ran([...canonical, '--target', baseUrl, '--namespace', 'urn:n', flag]);
      expect(said).toMatch(told);
      expect(code).toBe(1);
    });
  });
});

// Most mistakes appear in golden/messages.txt, each with its exit code.
describe('exit code 2', () => {
  it('flags without --, which npm takes for itself', async () => {
    const url = 'http://127.0.0.1:1';
    const byNpm = { npm_lifecycle_event: 'start', npm_config_target: 'true', npm_config_namespace: 'urn:n' };
    for (const { code, said } of [
      await npmStart(['--target', url, '--namespace=urn:n']),
      await inProcess(['run', url], byNpm),
    ]) {
      expect(said).toContain('npm took --target, --namespace for itself; put -- before the arguments: ');
      expect(code).toBe(2);
    }
  });
});

// Windows keeps the working folder of a process.
describe.skipIf(lacks('signals'))('a working folder that was removed', () => {
  const REMOVED = 'the working folder was removed; change to a folder that exists';
  const removing = (text: string) => {
    const file = `process.chdir(${JSON.stringify(newFolder())}); fs.rmdirSync(process.cwd()); ${text}`;
    return spawnSync(process.execPath, ['-e', file], { encoding: 'utf8' });
  };

  const starting = (...args: readonly string[]) =>
    removing(
      `process.exitCode = child_process.spawnSync(process.execPath, ${JSON.stringify(args)}, { stdio: 'inherit' }).status;`,
    );

  // It ends before any argument is read.
  it('is told in a sentence', () => {
    const { status, stdout, stderr } = starting(join(root, 'lib/cli/bin.mjs'), 'run');
    expect([status, stdout, stderr]).toEqual([2, '', `${REMOVED}\n`]);
  });

  it('is told to a program', async () => {
    const text = `import { run } from ${JSON.stringify(await compile('index'))};
const { exitCode, message } = await run();
console.log(exitCode, message);`;
    const { stdout } = starting(join(folderWith({ 'program.mjs': text }), 'program.mjs'));
    expect(stdout).toMatch(new RegExp(`^5 .*${REMOVED}\n$`));
  });
});

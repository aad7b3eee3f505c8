import { execFileSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compile } from '../../scripts/compile.mjs';
import { folderWith, resultsIn, root, vitest } from './command.ts';
import { namespace, withReference } from './endpoints.ts';

// The suite in somebody's own Vitest project, as `postsms-conformance/vitest` declares it.

const entry = await compile('vitest');

/** Runs a Vitest project whose one file declares the tests of an endpoint, whose URL it knows once its own hook has run. */
async function runProject(options: string, flags: readonly string[] = [], url = '') {
  const folder = folderWith({
    'gateway.test.ts': `import { beforeAll, expect, it } from 'vitest';
      import { conformanceTests } from '${entry}';
      let url = '';
      beforeAll(() => { url = process.env.GATEWAY; });
      it('has tests of its own', () => expect(url).toBe(process.env.GATEWAY));
      const namespace = '${namespace}';
      conformanceTests(${options});`,
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const ended = await vitest(
    ['run', ...(flags.includes('--reporter') ? [] : ['--reporter', 'verbose']), ...flags],
    { GATEWAY: url },
    { folder },
  );
  return { ...ended, folder };
}

// The hooks of Vitest 3 do not get the suite, and it cannot be installed beside another version.
it('needs a Vitest whose hooks say which tests are due', () => {
  const program = `globalThis.__vitest_index__ = {
    describe: (name, options, declare) => { declared = declare(); },
    beforeAll: (hook) => { begin = hook; }, afterAll() {}, test() {},
  };
  let declared, begin;
  const { conformanceTests } = await import(${JSON.stringify(entry)});
  conformanceTests({ case: ['SendBulkSms/canonical'] });
  await declared;
  await begin({}).catch((error) => console.log(error.message));`;
  const folder = folderWith({ 'older.mjs': program });
  const said = execFileSync(process.execPath, [join(folder, 'older.mjs')], { encoding: 'utf8' });
  expect(said).toBe('conformanceTests needs Vitest 4.1 or newer\n');
});

const FEW = "case: ['SendBulkSms/canonical']";

describe('conformanceTests', () => {
  it('declares a test for each exchange, asks for the target after the hooks around, and says the outcome last', async () => {
    await withReference([], async ({ baseUrl }) => {
      const options = `{ target: async () => url, namespace, ${FEW}, reportDir: 'out', reporter: ['tap'] }`;
      const { code, said, folder } = await runProject(options, [], baseUrl);
      expect([code, said]).toEqual([0, expect.stringMatching(/6 passed \(6\)/)]);
      const places = ['soap11', 'soap12', 'http-get', 'http-post'].map((id) =>
        said.indexOf(`canonical/${id}`),
      );
      expect([...places, said.indexOf('> outcome')]).toEqual(
        [...places, said.indexOf('> outcome')].sort((a, b) => a - b),
      );
      expect(places.every((place) => place > 0)).toBe(true);
      expect(said).toMatch(
        /outcome {7}conforms; SendBulkSms\/canonical: 4 of \d+ exchanges; .* \(gate must, /,
      );
      expect(
        readdirSync(join(folder, 'out'))
          .filter((name) => !name.startsWith('.'))
          .sort(),
      ).toEqual(['report.html', 'results.json', 'results.tap']);
      expect(resultsIn(join(folder, 'out'))).toMatchObject({
        exitCode: 0,
        summary: { planned: 4, passed: 4 },
      });
    });
  });

  it('throws the block of findings at the place of the case, and the broken requirements', async () => {
    await withReference(['charset-missing'], async ({ baseUrl }) => {
      const { code, said, folder } = await runProject(`{ target: '${baseUrl}', namespace, ${FEW} }`);
      expect([code, said]).toEqual([1, expect.stringMatching(/5 failed \| 1 passed \(6\)/)]);
      expect(said).toMatch(
        /AssertionError: no charset instead of [^\n]+\nhttp\/charset {2}must {2}§4\.1 Bindings\n/,
      );
      expect(said).toMatch(/❯ .*cases\/SendBulkSms\/canonical\.yaml:\d+:9/);
      expect(said).toMatch(/\nbroken {8}bindings\.soap11\.response-charset: /);
      expect(readdirSync(folder).sort()).toEqual(['gateway.test.ts', 'node_modules']);
    });
  });

  it('shows in its last test what warned, with the usual reporter too', async () => {
    await withReference(['result-status-first'], async ({ baseUrl }) => {
      const options = `{ target: '${baseUrl}', namespace, ${FEW} }`;
      for (const reporter of ['default', 'verbose']) {
        const { code, said } = await runProject(options, ['--reporter', reporter]);
        expect([code, said]).toEqual([0, expect.stringMatching(/6 passed \(6\)/)]);
        expect(said).toMatch(
          /stderr[^\n]+outcome\nwarned {8}SendBulkSms\/canonical\/soap11 and 3 more: [^\n]*PacketStatus/,
        );
      }
    });
  });

  it('runs what a filter chooses and nothing else, without an outcome', async () => {
    await withReference([], async ({ baseUrl }) => {
      const options = `{ target: () => url, namespace, ${FEW}, reportDir: 'out' }`;
      const { code, said, folder } = await runProject(options, ['-t', 'canonical/soap12'], baseUrl);
      expect([code, said]).toEqual([0, expect.stringMatching(/1 passed \| 5 skipped \(6\)/)]);
      expect(readdirSync(folder)).not.toContain('out');
    });
  });

  it.each([
    [
      'an option that it does not know',
      `{ targets: 'http://127.0.0.1:1' }`,
      'unknown option "targets"; did you mean target?',
    ],
    [
      'a live target without permission',
      `{ target: 'https://a.example', namespace, ticket: 'T1cket-0001' }`,
      'add --sends allow',
    ],
    [
      'a live target that comes late',
      `{ target: () => 'https://a.example', namespace, ticket: 'T1cket-0001' }`,
      'add --sends allow',
    ],
  ])('refuses %s before anything is sent', async (_, options, why) => {
    const { code, said } = await runProject(options);
    expect([code, said]).toEqual([1, expect.stringContaining(why)]);
    expect(said).not.toMatch(/T1cket-0001| passed \(\d{2,}\)/);
  });
});

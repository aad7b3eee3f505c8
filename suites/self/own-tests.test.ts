import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compile } from '../../scripts/compile.mjs';
import { becomeProject, folderWith, resultsIn, vitest } from './command.ts';
import { namespace, withReference } from './endpoints.ts';

// The suite in somebody's own Vitest project, as `postsms-conformance/vitest` declares it.

const entry = await compile('vitest');

/** Runs a Vitest project each of whose files declares the tests of an endpoint, whose URL it knows once its own hook has run. */
async function runProject(
  options: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  url = '',
) {
  const files = Object.entries(options).map(([name, option]) => [
    `${name}.test.ts`,
    `import { beforeAll, expect, it } from 'vitest';
      import { conformanceTests } from '${entry}';
      let url = '';
      beforeAll(() => { url = process.env.GATEWAY; });
      it('has tests of its own', () => expect(url).toBe(process.env.GATEWAY));
      const namespace = '${namespace}';
      conformanceTests(${option});`,
  ]);
  const folder = folderWith(Object.fromEntries(files));
  becomeProject(folder);
  const reporter = flags.includes('--reporter') ? [] : ['--reporter', 'verbose'];
  const ended = await vitest(['run', ...reporter, ...flags], { GATEWAY: url }, { folder });
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
const WARNED = /stderr[^\n]+outcome\nwarned {8}SendBulkSms\/canonical\/soap11 and 3 more: [^\n]*PacketStatus/;

describe('conformanceTests', () => {
  it('declares a test for each exchange, asks for the target after the hooks around, and says the outcome last', async () => {
    await withReference([], async ({ baseUrl }) => {
      const options = `{ target: async () => url, namespace, ${FEW}, reportDir: 'out', reporter: ['tap'] }`;
      const { code, said, folder } = await runProject({ gateway: options }, [], baseUrl);
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
      ).toEqual(['history', 'report.html', 'results.json', 'results.tap']);
      expect(resultsIn(join(folder, 'out'))).toMatchObject({
        exitCode: 0,
        summary: { planned: 4, passed: 4 },
      });
    });
  });

  it('throws the block of findings at the place of the case, and the broken requirements; shows in its last test what warned', async () => {
    await withReference(['charset-missing'], ({ baseUrl: broken }) =>
      withReference(['result-status-first'], async ({ baseUrl: warning }) => {
        const { code, said, folder } = await runProject({
          broken: `{ target: '${broken}', namespace, ${FEW} }`,
          warning: `{ target: '${warning}', namespace, ${FEW} }`,
        });
        expect([code, said]).toEqual([1, expect.stringMatching(/5 failed \| 7 passed \(12\)/)]);
        expect(said).toMatch(
          /AssertionError: no charset instead of [^\n]+\nhttp\/charset {2}must {2}§4\.1 Bindings\n/,
        );
        expect(said).toMatch(/❯ .*cases\/SendBulkSms\/canonical\.yaml:\d+:9/);
        expect(said).toMatch(/\nbroken {8}bindings\.soap11\.response-charset: /);
        expect(said).toMatch(WARNED);
        expect(readdirSync(folder).sort()).toEqual([
          'broken.test.ts',
          'node_modules',
          'vitest.config.mjs',
          'warning.test.ts',
        ]);
      }),
    );
  });

  it('shows what warned with the usual reporter too', async () => {
    await withReference(['result-status-first'], async ({ baseUrl }) => {
      const options = `{ target: '${baseUrl}', namespace, ${FEW} }`;
      const { code, said } = await runProject({ gateway: options }, ['--reporter', 'default']);
      expect([code, said]).toEqual([0, expect.stringMatching(/6 passed \(6\)/)]);
      expect(said).toMatch(WARNED);
    });
  });

  it('runs what a filter chooses and nothing else, without an outcome', async () => {
    await withReference([], async ({ baseUrl }) => {
      const options = `{ target: () => url, namespace, ${FEW}, reportDir: 'out' }`;
      const { code, said, folder } = await runProject(
        { gateway: options },
        ['-t', 'canonical/soap12'],
        baseUrl,
      );
      expect([code, said]).toEqual([0, expect.stringMatching(/1 passed \| 5 skipped \(6\)/)]);
      expect(readdirSync(folder)).not.toContain('out');
    });
  });

  it('refuses an unknown option and a live target without permission before anything is sent', async () => {
    const live = `namespace, ticket: 'T1cket-0001'`;
    const { code, said } = await runProject({
      unknown: `{ targets: 'http://127.0.0.1:1' }`,
      live: `{ target: 'https://a.example', ${live} }`,
      late: `{ target: () => 'https://b.example', ${live} }`,
    });
    expect(code).toBe(1);
    expect(said).toMatch(/FAIL {2}unknown\.test\.ts[\s\S]*?unknown option "targets"; did you mean target\?/);
    expect(said).toMatch(/FAIL {2}live\.test\.ts[\s\S]*?a\.example[\s\S]*?add --sends allow/);
    expect(said).toMatch(/FAIL {2}late\.test\.ts[\s\S]*?b\.example[\s\S]*?add --sends allow/);
    expect(said).not.toMatch(/T1cket-0001| passed \(\d{2,}\)/);
  });
});

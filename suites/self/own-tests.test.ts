import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../scripts/compile.mjs';
import { becomeProject, folderWith, reportListing, resultsIn, vitest } from './command.ts';
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
  it('declares a test for each exchange, asks for the target after the hooks around, and says the outcome last; shows what warned', async () => {
    await withReference([], ({ baseUrl }) =>
      withReference(['result-status-first'], async ({ baseUrl: warning }) => {
        const options = `{ target: async () => url, namespace, ${FEW}, reportDir: 'out', reporter: ['tap'] }`;
        const files = { gateway: options, warning: `{ target: '${warning}', namespace, ${FEW} }` };
        const { code, said, folder } = await runProject(files, ['--no-isolate'], baseUrl);
        expect([code, said]).toEqual([0, expect.stringMatching(/12 passed \(12\)/)]);
        expect(said).toMatch(WARNED);
        const ends = ['canonical/soap11', 'canonical/soap12', 'canonical/http-get', 'canonical/http-post'];
        const places = [...ends, '> outcome'].map((end) => said.search(RegExp(`✓ gateway.*${end} `)));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        expect(places[0]).toBeGreaterThan(0);
        expect(said).toMatch(
          /\noutcome {7}conforms; SendBulkSms\/canonical: 4 of \d+ exchanges; .* \(gate must, /,
        );
        expect(reportListing(join(folder, 'out'))).toEqual(['report.html', 'results.json', 'results.tap']);
        expect(resultsIn(join(folder, 'out'))).toMatchObject({
          exitCode: 0,
          summary: { planned: 4, passed: 4 },
        });
      }),
    );
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

  describe('in a project with other endpoints too, with the usual reporter', () => {
    let [said, folder] = ['', ''];
    beforeAll(async () => {
      const live = `namespace, ticket: 'T1cket-0001'`;
      await withReference(['charset-missing'], ({ baseUrl: broken }) =>
        withReference(['result-status-first'], async ({ baseUrl: warning }) => {
          const options = {
            broken: `{ target: '${broken}', namespace, ${FEW} }`,
            warning: `{ target: '${warning}', namespace, ${FEW} }`,
            unknown: `{ targets: 'http://127.0.0.1:1' }`,
            live: `{ target: 'https://a.example', ${live}, ${FEW} }`,
            late: `{ target: () => 'https://b.example', ${live}, ${FEW} }`,
          };
          const ended = await runProject(options, ['--reporter', 'default', '--no-isolate']);
          expect(ended.code).toBe(1);
          ({ said, folder } = ended);
        }),
      );
    });

    it('throws the block of findings at the place of the case, and the broken requirements', () => {
      expect(said).toMatch(
        /AssertionError: no charset instead of [^\n]+\nhttp\/charset {2}must {2}§4\.1 Bindings\n/,
      );
      expect(said).toMatch(/❯ .*cases\/SendBulkSms\/canonical\.yaml:\d+:9/);
      expect(said).toMatch(/\nbroken {8}bindings\.soap11\.response-charset: /);
      const files = ['broken', 'late', 'live', 'unknown', 'warning'].map((name) => `${name}.test.ts`);
      expect(readdirSync(folder).sort()).toEqual([...files, 'node_modules', 'vitest.config.mjs'].sort());
    });

    it('shows in its last test what warned', () => expect(said).toMatch(WARNED));

    it('refuses an unknown option and a live target without permission before anything is sent', () => {
      expect(said).toMatch(
        /FAIL {2}unknown\.test\.ts[\s\S]*?unknown option "targets"; did you mean target\?/,
      );
      expect(said).toMatch(/FAIL {2}live\.test\.ts[\s\S]*?a\.example[\s\S]*?add --sends allow/);
      expect(said).toMatch(/FAIL {2}late\.test\.ts[\s\S]*?b\.example[\s\S]*?add --sends allow/);
      expect(said).toMatch(/5 failed \| 8 passed \| 5 skipped \(18\)/);
      expect(said).not.toContain('T1cket-0001');
    });
  });
});

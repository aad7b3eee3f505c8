import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract } from '../../lib/cases/testing.ts';
import { findDefect } from '../../lib/defects/registry.ts';
import { startReference } from '../../lib/reference/index.ts';
import { newFolder, resultsIn, vitest } from './command.ts';
import { answering, withEndpoint } from './endpoints.ts';

const namespace = 'http://sms.example/ns';
const canonical = ['-t', 'SendBulkSms/canonical/'];
const place = placeIn('cases/SendBulkSms/canonical.yaml');

/** Place of the first case of a file, as a terminal knows how to open it. */
function placeIn(file: string): string {
  const lines = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.startsWith('  - id: '));
  expect(line).toBeGreaterThan(0);
  return `${file}:${line + 1}:9`;
}

/** `vitest run ARGS` against a reference of which every reply breaks one rule. */
async function runAgainstBroken(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const defect = findDefect('charset-missing');
  const reference = await startReference({ contract, namespace, defects: defect ? [defect] : [] });
  const folder = newFolder();
  try {
    const ended = await vitest(['run', ...args], {
      POSTSMS_TARGET: reference.baseUrl,
      POSTSMS_NAMESPACE: namespace,
      POSTSMS_REPORT_DIR: folder,
      POSTSMS_HTML: 'false',
      ...environment,
    });
    return { ...ended, folder };
  } finally {
    await reference.close();
  }
}

interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
      readonly meta: { readonly declared?: string };
    }[];
  }[];
}

it('vitest list names what there is to run, asks nothing, and leaves the last run alone', async () => {
  await withEndpoint(answering('200 OK', 'text/plain', 'x'), async ({ baseUrl, connections }) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'results.json'), 'earlier');
    const environment = {
      ...{ POSTSMS_TARGET: baseUrl, POSTSMS_NAMESPACE: namespace, POSTSMS_REPORT_DIR: folder },
    };
    for (const [args, name] of [
      [[], 'ReportSmsWithPacketId/canonical/http-get'],
      [['--filesOnly'], 'suites/conformance.test.ts'],
    ] as const) {
      const { code, said } = await vitest(['list', ...args], environment);
      expect(said).toContain(name);
      expect(said).not.toContain('nothing was judged');
      expect(code).toBe(0);
    }
    expect(connections()).toBe(0);
    expect(readdirSync(folder)).toEqual(['results.json']);
    expect(readFileSync(join(folder, 'results.json'), 'utf8')).toBe('earlier');
  });
});

describe('a failed exchange leads to its case', () => {
  it('on the console, in JUnit, and in JSON, which has the place of every test', async () => {
    const files = newFolder();
    const outputs = [
      `--outputFile.junit=${join(files, 'junit.xml')}`,
      `--outputFile.json=${join(files, 'tests.json')}`,
    ];
    // More than are red, so that it ends nothing.
    const { code, said } = await runAgainstBroken([
      ...canonical,
      '--bail=5',
      '--reporter=default',
      '--reporter=junit',
      '--reporter=json',
      ...outputs,
    ]);
    expect(code).toBe(1);
    expect(said).toContain('4 planned: 4 failed');
    expect(said).not.toContain('--bail');
    expect(said.match(/^ ❯ .*$/gm)?.filter((line) => line.includes('.yaml'))).toEqual(
      Array(4).fill(` ❯ ${place}`),
    );
    expect(readFileSync(join(files, 'junit.xml'), 'utf8')).toContain(` ❯ ${place}\n            </failure>`);
    const { testResults } = JSON.parse(readFileSync(join(files, 'tests.json'), 'utf8')) as JsonReport;
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(tests.length).toBeGreaterThan(800);
    for (const { meta } of tests) expect(meta.declared).toMatch(/^cases\/\w+\/[\w-]+\.yaml:\d+:\d+$/);
    const failed = tests.filter(({ status }) => status === 'failed');
    expect(failed.map(({ meta }) => meta.declared)).toEqual(Array(4).fill(place));
    for (const { failureMessages } of failed) expect(failureMessages[0]).toContain(`\n    at ${place}`);
  });

  it('with its whole path for editors, also where it stands outside of the project', async () => {
    const own = newFolder();
    const yaml = 'operation: SendBulkSms\ncases:\n  - { id: own-hello, title: A message is taken }\n';
    writeFileSync(join(own, 'hello.yaml'), yaml);
    const reporter = join(own, 'reporter.mjs');
    writeFileSync(
      reporter,
      `export default class {
  onTestCaseResult(test) {
    for (const { stacks } of test.result().errors ?? []) console.log('STACKS ' + JSON.stringify(stacks));
  }
}\n`,
    );
    const { said } = await runAgainstBroken([`--reporter=${reporter}`], {
      POSTSMS_CASES: own,
      POSTSMS_BUILT_IN_CASES: 'false',
    });
    const stacks = { method: '', file: join(own, 'hello.yaml'), line: 3, column: 11 };
    expect(said.match(/^STACKS .*$/gm)).toEqual(Array(4).fill(`STACKS ${JSON.stringify([stacks])}`));
  });
});

it('--bail ends a run at its first red exchange, which then is no whole judgement', async () => {
  const { code, said, folder } = await runAgainstBroken([...canonical, '--bail=1']);
  expect(said).toContain('stopped       --bail 1 ended the run; 1 of 4 exchanges were judged');
  expect(said).toContain('outcome       partial: 3 of 4 exchanges have no verdict');
  expect(code).toBe(5);
  expect(resultsIn(folder)).toMatchObject({ exitCode: 5, summary: { planned: 4, failed: 1 } });
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Results } from '../../lib/model/running/results.ts';
import { fitsSchema } from '../../lib/yaml/schema.ts';
import { folderWith, newFolder, ran, resultsIn, root, vitest } from './command.ts';
import {
  answeringWith,
  at,
  type Endpoint,
  handOn,
  namespace,
  withEndpoint,
  withReference,
} from './endpoints.ts';

// `vitest` by itself, as editors and people start it; and what results.json is of, whoever starts the run.

function validIn(folder: string): Results {
  const results = resultsIn(folder);
  expect(fitsSchema('results', results)).toBe(true);
  return results;
}

/** Variables of a target, with a report folder of its own. */
function settingsOf(baseUrl: string): { folder: string; environment: Readonly<Record<string, string>> } {
  const folder = newFolder();
  const target = { POSTSMS_TARGET: baseUrl, POSTSMS_NAMESPACE: namespace };
  return { folder, environment: { ...target, POSTSMS_REPORT_DIR: folder, POSTSMS_HTML: 'false' } };
}

/** Place of the first case of a file, as a terminal knows how to open it. */
function placeIn(file: string): string {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.startsWith('  - id: '));
  expect(line).toBeGreaterThan(0);
  return `${file}:${line + 1}:9`;
}

it('results.json keeps its schema, findings, warnings and what is blocked included', async () => {
  const defects = ['packetid-lower-case', 'result-status-first', 'send-without-packet-id'];
  await withReference(defects, async ({ baseUrl }) => {
    const { code, folder } = await ran(['--case', 'canonical', ...at(baseUrl)]);
    expect(code).toBe(1);
    const results = validIn(folder);
    expect(results.summary.planned).toBe(16);
    expect(results.exchanges).toHaveLength(16);
    expect(results.exchanges.flatMap(({ findings }) => findings).length).toBeGreaterThan(16);
    expect(results.requirements.some(({ state }) => state === 'broken')).toBe(true);
    const failed = results.exchanges.filter(({ verdict }) => verdict === 'failed');
    expect(failed.length).toBeGreaterThan(0);
    for (const { source, repeat, steps, findings } of failed) {
      expect(source.file).toMatch(/^cases\/.+\.yaml$/);
      expect(source.line).toBeGreaterThan(1);
      expect(repeat).toMatch(/^curl /);
      for (const { step } of findings) expect(step).toBeLessThan(steps?.length ?? 1);
    }
    expect(failed.some(({ findings }) => findings[0]?.names?.field === 'PacketID')).toBe(true);
    expect(fitsSchema('results', { ...results, more: 1 })).toBe(false);
    expect(fitsSchema('results', { ...results, exchanges: [{ id: 'x' }] })).toBe(false);
  });
});

interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly failureMessages: readonly string[];
      readonly meta: { readonly declared?: string };
    }[];
  }[];
}

describe('plain vitest', () => {
  it('-t that matches nothing is not green, also with another reporter', async () => {
    const folder = newFolder();
    const args = ['run', '--reporter=dot', '-t', 'SendBulkSms/canonicle'];
    const { code, said } = await vitest(args, { POSTSMS_REPORT_DIR: folder });
    expect(said).toMatch(/^chosen +0 of \d+ exchanges, by -t SendBulkSms\/canonicle$/m);
    expect(said).toContain('outcome       partial: no exchange was chosen');
    expect(said).toContain('judge not calibrated: there was nothing to judge\n');
    expect(code).toBe(5);
    expect(validIn(folder)).toMatchObject({ outcome: 'partial', why: 'no exchange was chosen' });
  });

  it('that runs nothing is not green, also where it is to pass', async () => {
    const args = ['run', 'no-such-file', '--passWithNoTests', '--changed', 'HEAD', '--reporter=dot'];
    const { code, said } = await vitest(args, { POSTSMS_REPORT_DIR: newFolder() });
    expect(said).toContain('nothing was judged, so this is no green run\n');
    expect(code).toBe(5);
  });

  it('says what is wrong with its settings, without a stack', async () => {
    const { environment } = settingsOf('nonsense');
    const { code, said } = await vitest(['run'], environment);
    expect(said).toContain('POSTSMS_TARGET "nonsense": not a URL');
    expect(said).not.toMatch(/❯|node_modules/);
    expect(code).toBe(2);
  });

  it('list names what there is to run, asks nothing, and leaves the last run alone', async () => {
    await withEndpoint(answeringWith('200 OK', 'text/plain', 'x'), async ({ baseUrl, connections }) => {
      const { folder, environment } = settingsOf(baseUrl);
      writeFileSync(join(folder, 'results.json'), 'earlier');
      const { code, said } = await vitest(['list'], environment);
      expect(said).toContain('ReportSmsWithPacketId/canonical/http-get');
      expect(said).not.toContain('nothing was judged');
      expect(code).toBe(0);
      expect(connections()).toBe(0);
      expect(readdirSync(folder)).toEqual(['results.json']);
      expect(readFileSync(join(folder, 'results.json'), 'utf8')).toBe('earlier');
    });
  });

  it('takes all from conformance.yaml; -t runs a case and sends its requests alone; leads to the case on the console, in JUnit, in JSON, and in editors', async () => {
    const files = newFolder();
    const place = placeIn('cases/SendBulkSms/canonical.yaml');
    const outputs = ['junit', 'json'].flatMap((name) => [
      `--reporter=${name}`,
      `--outputFile.${name}=${join(files, name)}`,
    ]);
    const editor = join(files, 'reporter.mjs');
    const stacks =
      "for (const { stacks } of test.result().errors ?? []) console.log('STACKS ' + JSON.stringify(stacks));";
    writeFileSync(editor, `export default class { onTestCaseResult(test) { ${stacks} } }\n`);
    const reporters = ['--reporter=default', `--reporter=${editor}`, ...outputs];
    const id = 'SendBulkSms/canonical/';
    const run = async ({ baseUrl, connections }: Endpoint) => {
      const target = `url: ${baseUrl}, namespace: ${namespace}, ticket: "\${file:ticket}"`;
      const settings = `target: here\ntargets: { here: { ${target}, reportDir: judged, html: false } }\n`;
      const folder = folderWith({ 'conformance.yaml': settings, ticket: 'S3CRET-TICKET' });
      const environment = { POSTSMS_CONFIG: join(folder, 'conformance.yaml') };
      const ended = await vitest(['run', '-t', id, ...reporters], environment);
      return { ...ended, baseUrl, folder: join(folder, 'judged'), connections: connections() };
    };
    const { code, said, baseUrl, folder, connections } = await withReference(
      ['charset-missing'],
      ({ port }) => withEndpoint((socket) => handOn(socket, port), run),
    );
    expect(code).toBe(1);
    expect(said).not.toContain('S3CRET');
    expect(connections).toBe(4);
    expect(said).toContain(`target        ${baseUrl} (external), namespace ${namespace}`);
    expect(said.match(/4 planned: 4 failed/g)).toHaveLength(1);
    expect(said).toMatch(/chosen {8}4 of \d+ exchanges, by -t SendBulkSms\/canonical\/\n/);
    expect(validIn(folder)).toMatchObject({ outcome: 'deviates', summary: { planned: 4 } });
    const places = said.match(/^ ❯ .*$/gm)?.filter((line) => line.includes('.yaml'));
    expect(places).toEqual(Array(4).fill(` ❯ ${place}`));
    const [file = '', line, column] = place.split(':');
    const stack = { method: '', file: join(root, file), line: Number(line), column: Number(column) };
    expect(said.match(/^STACKS .*$/gm)).toEqual(Array(4).fill(`STACKS ${JSON.stringify([stack])}`));
    expect(readFileSync(join(files, 'junit'), 'utf8')).toContain(` ❯ ${place}\n            </failure>`);
    const { testResults } = JSON.parse(readFileSync(join(files, 'json'), 'utf8')) as JsonReport;
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(tests.length).toBeGreaterThan(800);
    for (const { meta } of tests) expect(meta.declared).toMatch(/^cases\/(?:\w+\/)?[\w-]+\.yaml:\d+:\d+$/);
    const failed = tests.filter(({ status }) => status === 'failed');
    expect(failed.map(({ meta }) => meta.declared)).toEqual(Array(4).fill(place));
    for (const { failureMessages } of failed) expect(failureMessages[0]).toContain(`\n    at ${place}`);
  });
});

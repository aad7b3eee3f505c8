import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import libxml from 'libxmljs2';
import { expect, it } from 'vitest';
import { contract } from '../../lib/cases/testing.ts';
import { reportFormats } from '../../lib/model/running/report-format.ts';
import { defaultSettings } from '../../lib/settings/run-settings.ts';
import { command, newFolder, resultsIn } from './command.ts';
import { ALIVE, expectJudged } from './peers/expect-peer.ts';
import { peers, watch } from './peers/index.ts';
import { peakMegabytes } from './peers/peak-memory.ts';
import type { Peer } from './peers/peer.ts';
import { CANARY } from './peers/watch.ts';
import { withPeers } from './peers/with-peer.ts';

/** Promised by the product for each of its processes, whatever a target sends. */
const MOST_MEGABYTES = 400;

/** Those that need no other limits than a run has by itself. */
const usual = Object.values(peers)
  .flat()
  .filter(({ pace }) => pace === undefined);

/** Every third connection is answered well, the others by one peer after the other. */
const inTurn = (connection: number): Peer | null =>
  connection % 3 === 0 ? null : (usual[connection - 1 - Math.floor(connection / 3)] ?? null);

/** A folder with a case of everyday texts: enough sends of level must to meet every peer. */
function casesFolder(): string {
  const folder = newFolder();
  const texts = Array.from({ length: Math.ceil((usual.length * 3) / 8) + 1 }, (_, n) => `t${n}: Text ${n}`);
  const lines = [
    'operation: SendBulkSms',
    'cases:',
    '  - id: everyday',
    '    title: An everyday text is sent',
    `    matrix: { text: { ${texts.join(', ')} } }`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the case language
    '    with: { Message: "${text}" }',
  ];
  writeFileSync(join(folder, 'everyday.yaml'), `${lines.join('\n')}\n`);
  return folder;
}

/** Every file of a folder, with its path in it. */
function filesIn(folder: string): readonly { readonly name: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: path.slice(folder.length + 1), text: readFileSync(path, 'utf8') }));
}

it('a run meets every peer, judges each, and all the rest as if there were none', {
  timeout: 300_000,
}, async () => {
  const [reportDir, usage, hook] = [newFolder(), newFolder(), join(newFolder(), 'hook.mjs')];
  // Each process leaves what it used. Vitest ends its workers by a signal, which ends a process without `exit`.
  writeFileSync(
    hook,
    `import { readFileSync, writeFileSync } from 'node:fs';
     import { isMainThread } from 'node:worker_threads';
     if (isMainThread) {
       process.once('exit', () => {
         writeFileSync(\`${usage}/\${process.pid}\`, readFileSync('/proc/self/status'));
       });
       process.once('SIGTERM', () => process.exit(143));
     }`,
  );
  const environment = {
    POSTSMS_NAMESPACE: defaultSettings.namespace,
    NODE_OPTIONS: `--import ${hook}`,
  };
  const { code, said } = await withPeers(inTurn, contract, defaultSettings.namespace, (target) => {
    const chosen = ['--cases', casesFolder(), '--no-built-in-cases'];
    const flags = ['--concurrency', '1', '--report-dir', reportDir];
    const every = reportFormats.flatMap((name) => ['--reporter', name]);
    return command(['run', '--target', target, ...chosen, ...flags, ...every], environment);
  });
  expect(code, said.slice(-2_000)).toBe(1);

  const { exchanges, summary } = resultsIn(reportDir);
  expect(inTurn(summary.planned - (summary.planned % 3 === 0 ? 1 : 0))).toBeNull();
  expect(exchanges).toHaveLength(summary.planned);
  for (const [index, exchange] of exchanges.entries()) expectJudged(exchange, inTurn(index + 1));

  const page = readFileSync(join(reportDir, 'requirements.html'), 'utf8');
  expect(page.match(/<(script|img)\b/gi)).toBeNull();
  const files = filesIn(reportDir);
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['junit.xml', 'summary.md', 'results.tap', 'badge.json']),
  );
  const junit = files.find(({ name }) => name === 'junit.xml')?.text ?? '';
  expect(libxml.parseXml(junit).find('//testcase')).toHaveLength(summary.planned);
  expect(files.filter(({ name }) => /result\.json$|\.txt$/.test(name)).length).toBeGreaterThan(
    summary.planned,
  );
  for (const { name, text } of [...files, { name: 'console', text: said }]) {
    // The page of Allure is made by Allure, which has what we wrote in it as base64.
    if (!name.startsWith('allure-report')) expect(ALIVE.exec(text)?.index, name).toBeUndefined();
    expect(text, name).not.toContain(CANARY);
    if (name.endsWith('.html')) expect(text, name).not.toMatch(/<script>alert\(1\)|<img src=x onerror/);
  }
  expect(watch.connections()).toBe(0);
  const used = filesIn(usage);
  expect(used).toHaveLength(3);
  for (const { name, text } of used) {
    expect(peakMegabytes(text), name).toBeLessThan(MOST_MEGABYTES);
  }
});

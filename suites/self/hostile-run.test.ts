import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument } from 'libxml2-wasm';
import { expect, it } from 'vitest';
import { reportFormatNames } from '../../lib/model/running/report-format.ts';
import type { ResultExchange } from '../../lib/model/running/results.ts';
import { defaultSettings } from '../../lib/settings/run-settings.ts';
import { folderWith, newFolder, resultsIn, spawnCommand } from './command.ts';
import { lacks } from './needs.ts';
import { CANARY, lured, peers } from './peers/index.ts';
import type { Peer } from './peers/peer.ts';
import { ALIVE } from './peers/texts.ts';
import { withPeers } from './peers/with-peer.ts';

/** Promised by the product for each of its processes, whatever a target sends. */
const MOST_MEGABYTES = 400;

/** A case of everyday texts, each of which names who answers it, over a SOAP binding and a plain one. */
function casesFolder(count: number): string {
  const texts = Array.from({ length: count }, (_, n) => `t${n}: by-${n}.`);
  const lines = [
    'operation: SendBulkSms',
    'cases:',
    '  - id: everyday',
    '    title: An everyday text is sent',
    '    bindings: [soap12, http-get]',
    `    matrix: { text: { ${texts.join(', ')} } }`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the case language
    '    with: { Message: "${text}" }',
  ];
  return folderWith({ 'everyday.yaml': `${lines.join('\n')}\n` });
}

/** Every file of a folder, with its path in it. */
function filesIn(folder: string): readonly { readonly name: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: path.slice(folder.length + 1), text: readFileSync(path, 'utf8') }));
}

/** Expects the verdict of a peer, and that it says why; without a peer, that all is well. */
function expectJudged({ id, binding, verdict, findings, note }: ResultExchange, peer: Peer | null): void {
  const said = [...findings.map(({ rule, actual }) => `${rule}: ${actual}`), note ?? ''].join('\n').trim();
  const plain = binding === 'http-get' ? peer?.plain : undefined;
  const [expected, says] = plain ?? peer?.judged ?? ['passed', null];
  const wanted = { id, verdict: expected, said: says === null ? '' : expect.stringContaining(says) };
  expect({ id, verdict, said }, peer?.does).toEqual(wanted);
}

/** Each process leaves what it used. Vitest ends its workers by a signal, which ends a process without `exit`. */
const hook = (usage: string) => `import { readFileSync, writeFileSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) {
    process.once('exit', () => {
      writeFileSync(\`${usage}/\${process.pid}\`, readFileSync('/proc/self/status'));
    });
    process.once('SIGTERM', () => process.exit(143));
  }`;

/**
 * The most memory in megabytes that a process ever held. `maxRSS` of Node is not that: Linux starts it at the peak of the
 * process that started this one, which here is the one of all tests.
 */
function peakMegabytes(status: string): number {
  return Math.round(Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) / 1_024);
}

it.skipIf(lacks('/proc')).each([
  ['usual', undefined, ['--concurrency', '4', '--timeout', '120000']],
  ['quick', 'quick', ['--first-byte-timeout', '3000', '--timeout', '4000']],
  ['wide', 'wide', ['--concurrency', '1', '--max-response-bytes', '100000000']],
] as const)(
  'a run with %s limits meets each of their peers, and judges the rest as if there were none',
  {
    timeout: 300_000,
  },
  async (_, limits, flags) => {
    const those = peers.filter((peer) => peer.limits === limits);
    const answers = those.flatMap((peer, place) => (place % 3 === 2 ? [peer, null] : [peer]));
    const answerTo = (text: string) => answers[Number(/by-(\d+)\./.exec(text)?.[1])] ?? null;
    const [reportDir, usage] = [newFolder(), newFolder()];
    const script = join(newFolder(), 'hook.mjs');
    writeFileSync(script, hook(usage));
    const environment = {
      POSTSMS_NAMESPACE: defaultSettings.namespace,
      NODE_OPTIONS: `--import ${script}`,
    };
    const { code, said } = await withPeers(answerTo, (target) => {
      const chosen = ['--cases', casesFolder(answers.length), '--no-built-in-cases'];
      const every = reportFormatNames.flatMap((name) => ['--reporter', name]);
      return spawnCommand(
        ['run', '--target', target, ...chosen, ...flags, '--report-dir', reportDir, ...every],
        environment,
      );
    });
    expect(code, said.slice(-2_000)).toBe(1);

    const { exchanges, summary } = resultsIn(reportDir);
    expect(exchanges).toHaveLength(2 * answers.length);
    for (const exchange of exchanges) {
      expectJudged(exchange, answers[Number(exchange.variant?.slice(1))] ?? null);
    }

    const page = readFileSync(join(reportDir, 'report.html'), 'utf8');
    expect(page.match(/<(script|img)\b/gi)).toEqual(['<script']);
    const files = filesIn(reportDir);
    expect(files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['junit.xml', 'summary.md', 'results.tap', 'badge.json']),
    );
    const junit = files.find(({ name }) => name === 'junit.xml')?.text ?? '';
    expect(XmlDocument.fromString(junit).find('//testcase')).toHaveLength(summary.planned);
    expect(files.filter(({ name }) => /result\.json$|\.txt$/.test(name)).length).toBeGreaterThan(
      summary.planned,
    );
    for (const { name, text } of [...files, { name: 'console', text: said }]) {
      // The page of Allure is made by Allure, which has what we wrote in it as base64.
      if (!name.startsWith('allure-report')) expect(ALIVE.exec(text)?.index, name).toBeUndefined();
      expect(text, name).not.toContain(CANARY);
      if (name.endsWith('.html')) expect(text, name).not.toMatch(/<script>alert\(1\)|<img src=x onerror/);
    }
    expect(lured).toEqual([]);
    const used = filesIn(usage);
    expect(used).toHaveLength(3);
    for (const { name, text } of used) {
      expect(peakMegabytes(text), name).toBeLessThan(MOST_MEGABYTES);
    }
  },
);

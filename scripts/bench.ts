import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// What a run costs, as ratios to bare undici, to Vitest's start and to stock allure-vitest. All are measured in turns,
// so that whatever else the machine does meets each of them.

const CONCURRENCY = 16;
const QUIET = { encoding: 'utf8', maxBuffer: 1e8, stdio: 'pipe' } as const;
const runs = Number(process.argv[2] ?? 3);

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'lib/cli/bin.mjs');
mkdirSync(join(root, '.build'), { recursive: true });
/** Inside the project, so that the programs written there find its packages. */
const work = mkdtempSync(join(root, '.build/bench-'));
const reference = spawn(process.execPath, [bin, 'serve', '--port', '0'], { stdio: 'pipe' });
process.once('exit', () => reference.kill());
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(130));
const [said] = await once(reference.stdout, 'data');
const [, url = '', namespace = ''] = /^serving (\S+) in namespace (\S+)/.exec(String(said)) ?? [];

const sender = `import { Pool } from 'undici';
const pool = new Pool('${url}', { connections: ${CONCURRENCY}, pipelining: 1 });
const headers = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '"${namespace}/SendBulkSms"' };
const envelope = (message) => '<?xml version="1.0" encoding="utf-8"?>' +
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><SendBulkSms xmlns="${namespace}">' +
  '<ServiceTicket>bench</ServiceTicket><Originator>BENCH</Originator><Message>' + message + '</Message>' +
  '<GsmNumbers><string>905000000000</string><string>905000000001</string></GsmNumbers>' +
  '<BeginTime></BeginTime><EndTime></EndTime></SendBulkSms></soap:Body></soap:Envelope>';
const send = async (index) => {
  const body = envelope('Message ' + index + ' of many, as long as such a text usually is');
  const reply = await pool.request({ method: 'POST', path: '/liveb/postsms.asmx', headers, body });
  const text = await reply.body.text();
  if (reply.statusCode !== 200) throw new Error('status ' + reply.statusCode);
  return [body, text];
};
`;
const workers = `let left = Number(process.argv[2]);
const worker = async () => { while (left-- > 0) await send(left); };
await Promise.all(Array.from({ length: ${CONCURRENCY} }, worker));
await pool.close();\n`;
const bare = write('bare.mjs', sender + workers);
const nothing = "import { test } from 'vitest';\ntest('nothing', () => {});\n";
const start = () => vitest('empty', { reporters: ['dot'] }, nothing);

benchDefaultRun();
for (const exchanges of [1_000, 10_000]) benchGenerated(exchanges);
process.exit();

function benchDefaultRun(): void {
  const listed = execFileSync(process.execPath, [bin, 'list', 'exchanges', '--json'], QUIET);
  const planned: readonly { readonly requests: number }[] = JSON.parse(listed);
  const requests = planned.reduce((sum, exchange) => sum + exchange.requests, 0);
  const [run = 0, wire = 0, empty = 0] = medians(`${planned.length} exchanges of the default run`, {
    'run without the page': () => ours(planned.length),
    'bare undici, as many requests': () => time(bare, String(requests)),
    'Vitest, one empty test': start,
  });
  ratio('run / (undici + Vitest)', run / (wire + empty), 2.5);
}

function benchGenerated(exchanges: number): void {
  const own = ['--cases', writeCases(exchanges), '--no-built-in-cases', '--keep-alive'];
  const target = ['--target', url, '--namespace', namespace, '--concurrency', String(CONCURRENCY)];
  const [run = 0, wire = 0, empty = 0, allure = 0] = medians(`${exchanges} generated exchanges`, {
    'run with every report but the page': () => ours(exchanges, ...own, ...target),
    'bare undici': () => time(bare, String(exchanges)),
    'Vitest, one empty test': start,
    'Vitest with stock allure-vitest': () => stockSuite(exchanges),
  });
  if (exchanges === 1_000) ratio('run / Vitest, one empty test', run / empty, 4);
  else ratio('run / bare undici', run / wire, 4);
  ratio('run / stock allure-vitest', run / allure, 0.5);
}

/** Times a run, and makes sure that it judged every exchange. */
function ours(exchanges: number, ...args: readonly string[]): number {
  const folder = mkdtempSync(join(work, 'reports-'));
  const seconds = time(bin, 'run', '--no-html', '--report-dir', folder, ...args);
  const { summary } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
  if (summary.passed + summary.observed !== exchanges) throw new Error('an exchange did not pass');
  return seconds;
}

/** Seconds that a Node program takes. */
function time(...args: readonly string[]): number {
  const started = performance.now();
  execFileSync(process.execPath, args, QUIET);
  return (performance.now() - started) / 1000;
}

/** Runs the programs in turns; prints and returns the median seconds of each. */
function medians(what: string, programs: Readonly<Record<string, () => number>>) {
  const taken = Object.entries(programs).map(([name, program]) => ({ name, program, seconds: [0].slice(1) }));
  for (let run = 0; run < runs; run += 1) for (const one of taken) one.seconds.push(one.program());
  process.stdout.write(`\n${what}, ${CONCURRENCY} at a time; median seconds of ${runs}\n`);
  return taken.map(({ name, seconds }) => {
    const median = seconds.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
    process.stdout.write(`  ${name.padEnd(36)}${median.toFixed(2).padStart(7)}\n`);
    return median;
  });
}

function ratio(what: string, figure: number, aim: number): void {
  process.stdout.write(`  ${what.padEnd(36)}${figure.toFixed(2).padStart(7)}, aim ${aim}\n`);
}

function write(name: string, text: string): string {
  const path = join(work, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** Times a suite as somebody would write it with Vitest and allure-vitest as they come. */
function stockSuite(exchanges: number): number {
  const reporters = ['dot', ['allure-vitest/reporter', { resultsDir: mkdtempSync(join(work, 'allure-')) }]];
  const config = { setupFiles: ['allure-vitest/setup'], maxConcurrency: CONCURRENCY, reporters };
  const suite = `import { attachment } from 'allure-js-commons';
import { describe, expect, test } from 'vitest';
${sender}describe.concurrent('exchanges', () => {
  for (let index = 0; index < ${exchanges}; index += 1) test('exchange ' + index, async () => {
    const [body, text] = await send(index);
    await attachment('request', body, 'text/xml');
    await attachment('response', text, 'text/xml');
    expect(text).toContain('<PacketID>');
  });
});\n`;
  return vitest(`stock-${exchanges}`, config, suite);
}

function vitest(name: string, test: object, suite: string): number {
  write(`${name}/vitest.config.ts`, `export default ${JSON.stringify({ test })};\n`);
  const file = write(`${name}/suite.test.ts`, suite);
  return time(join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', dirname(file));
}

/** Writes a case whose matrix gives the exchanges: bulk sends of different texts over four bindings. */
function writeCases(exchanges: number): string {
  const text = (_: unknown, index: number) => `n${index}: Message ${index} of many texts`;
  const texts = Array.from({ length: exchanges / 4 }, text).join(', ');
  const about = 'title: A bulk send returns a result, requirements: [operations.send-bulk-sms.purpose]';
  const values = `matrix: { text: { ${texts} } }, with: { Message: "\${text}" }`;
  const cases = `operation: SendBulkSms\ncases: [{ id: many, ${about}, ${values} }]\n`;
  return dirname(write(`cases-${exchanges}/many.yaml`, cases));
}

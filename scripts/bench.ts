import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// What a run and the start of a command cost, as ratios to bare undici, bare Node, Vitest's start and stock
// allure-vitest. All are measured in turns, so that whatever else the machine does meets each of them. A ratio that is a
// fifth worse than in bench.json fails; --note writes that file anew.

const CONCURRENCY = 16;
const QUIET = { encoding: 'utf8', maxBuffer: 1e8, stdio: 'pipe' } as const;
const { values: flags, positionals } = parseArgs({
  options: { aims: { type: 'boolean' }, note: { type: 'boolean' } },
  allowPositionals: true,
});
const runs = Number(positionals[0] ?? 3);
/** The figures that exceed their aims. */
const missed: string[] = [];
/** Every ratio of this bench by its name. */
const ratios: Record<string, number> = {};
/** What is being measured. */
let measured = '';
/** How much worse than the noted ratio a ratio may be. */
const MOST_WORSE = 1.2;

/** The cost of a program and the processes that it starts. */
interface Cost {
  /** Seconds until it has ended. */
  readonly wall: number;
  /** Seconds of processor, of which `kernel` in the kernel. */
  readonly cpu: number;
  readonly kernel: number;
  /** Megabytes: the peaks of all processes, added up. */
  readonly memory: number;
}

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

/** Every process writes what it has used when it ends, also where Vitest ends its worker. */
const used = write('used.txt', '');
const meter = write(
  'meter.cjs',
  `let told = false;
const tell = () => {
  if (told) return;
  told = true;
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  require('node:fs').appendFileSync(${JSON.stringify(used)}, [(user + system) / 1e6, system / 1e6, maxRSS / 1024] + '\\n');
};
process.once('exit', tell);
process.once('SIGTERM', () => (tell(), process.exit()));\n`,
);

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

benchStart();
const [few, many] = [1_000, 10_000].map(benchGenerated);
const kilobytes = (((many?.memory ?? 0) - (few?.memory ?? 0)) * 1024) / 9_000;
ratio('KB of memory for each further exchange', kilobytes, 8);
process.stdout.write(`\naims missed: ${missed.join('; ') || 'none'}\n`);
const noted = join(root, 'scripts/bench.json');
const before: Readonly<Record<string, number>> = JSON.parse(readFileSync(noted, 'utf8'));
const worse = Object.entries(ratios).flatMap(([name, now]) => {
  const was = before[name];
  return was !== undefined && now > was * MOST_WORSE ? [`${name}: ${was} -> ${now}`] : [];
});
process.stdout.write(`worse than scripts/bench.json: ${worse.join('; ') || 'none'}\n`);
if (flags.note) writeFileSync(noted, `${JSON.stringify(ratios, null, 2)}\n`);
process.exit(!flags.note && (worse.length > 0 || (flags.aims && missed.length > 0)) ? 1 : 0);

/** Measures the start of commands; a run has four exchanges and no page. */
function benchStart(): void {
  const folder = mkdtempSync(join(work, 'reports-'));
  const [node, empty, help, list, plan, run] = medians('the start', {
    'bare Node': () => cost('-e', '0'),
    'Vitest, one empty test': start,
    '--help': () => cost(bin, '--help'),
    list: () => cost(bin, 'list'),
    'run --dry-run': () => cost(bin, 'run', '--dry-run'),
    'run --case SendBulkSms/canonical': () =>
      cost(bin, 'run', '--case', 'SendBulkSms/canonical', '--no-html', '--report-dir', folder),
  });
  ratio('processor: --help / bare Node', over(help, node, 'cpu'));
  ratio('processor: list / bare Node', over(list, node, 'cpu'), 4);
  ratio('processor: run --dry-run / bare Node', over(plan, node, 'cpu'), 6);
  ratio('processor: run / Vitest, one empty test', over(run, empty, 'cpu'), 1.6);
}

function benchGenerated(exchanges: number): Cost | undefined {
  const flags = ['--cases', writeCases(exchanges), '--no-built-in-cases', '--keep-alive'];
  const target = ['--target', url, '--namespace', namespace, '--concurrency', String(CONCURRENCY)];
  const [run, whole, wire, empty, allure] = medians(
    `${exchanges} generated exchanges, ${CONCURRENCY} at a time`,
    {
      'run with every report but the page': () => ours(exchanges, ...flags, ...target),
      'the same with --evidence all': () => ours(exchanges, ...flags, ...target, '--evidence', 'all'),
      'bare undici': () => cost(bare, String(exchanges)),
      'Vitest, one empty test': start,
      'Vitest with stock allure-vitest': () => stockSuite(exchanges),
    },
  );
  const isFew = exchanges === 1_000;
  ratio('wall: run / bare undici', over(run, wire, 'wall'), isFew ? undefined : 4.5);
  ratio('wall: run / Vitest, one empty test', over(run, empty, 'wall'), isFew ? 4 : undefined);
  ratio('wall: run / stock allure-vitest', over(run, allure, 'wall'), isFew ? undefined : 0.6);
  ratio('wall: with all evidence / stock', over(whole, allure, 'wall'));
  ratio('processor: run / bare undici', over(run, wire, 'cpu'));
  ratio('processor: run / stock allure-vitest', over(run, allure, 'cpu'), isFew ? undefined : 0.6);
  return run;
}

/** Measures a run, and makes sure that it judged every exchange. */
function ours(exchanges: number, ...args: readonly string[]): Cost {
  const folder = mkdtempSync(join(work, 'reports-'));
  const taken = cost(bin, 'run', '--no-html', '--report-dir', folder, ...args);
  const { summary } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
  if (summary.passed + summary.observed !== exchanges) throw new Error('an exchange did not pass');
  return taken;
}

/** Runs a Node program. */
function cost(...args: readonly string[]): Cost {
  writeFileSync(used, '');
  const started = performance.now();
  execFileSync(process.execPath, args, {
    ...QUIET,
    env: { ...process.env, NODE_OPTIONS: `--require ${JSON.stringify(meter)}` },
  });
  const wall = (performance.now() - started) / 1000;
  const processes = readFileSync(used, 'utf8').trim().split('\n');
  const sum = (column: number) =>
    processes.reduce((total, line) => total + Number(line.split(',')[column]), 0);
  return { wall, cpu: sum(0), kernel: sum(1), memory: sum(2) };
}

/** Runs the programs in turns; prints and returns the medians of each. */
function medians(what: string, programs: Readonly<Record<string, () => Cost>>): readonly Cost[] {
  measured = what;
  const taken = Object.entries(programs).map(([name, program]) => ({ name, program, costs: [] as Cost[] }));
  for (let run = 0; run < runs; run += 1) for (const { costs, program } of taken) costs.push(program());
  process.stdout.write(`\n${what}; medians of ${runs}\n`);
  process.stdout.write(`  ${''.padEnd(40)}   wall s  processor s   of it kernel      MB\n`);
  return taken.map(({ name, costs }) => {
    const median = (member: keyof Cost) =>
      costs.map((cost) => cost[member]).sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
    const cost = {
      wall: median('wall'),
      cpu: median('cpu'),
      kernel: median('kernel'),
      memory: median('memory'),
    };
    const { wall, cpu, kernel, memory } = cost;
    const seconds = [
      wall.toFixed(2).padStart(9),
      cpu.toFixed(2).padStart(13),
      kernel.toFixed(2).padStart(15),
    ];
    process.stdout.write(`  ${name.padEnd(40)}${seconds.join('')}${memory.toFixed(0).padStart(8)}\n`);
    return cost;
  });
}

function over(cost: Cost | undefined, base: Cost | undefined, member: keyof Cost): number {
  return (cost?.[member] ?? Number.NaN) / (base?.[member] ?? Number.NaN);
}

function ratio(what: string, figure: number, aim?: number): void {
  ratios[`${measured}: ${what}`] = Number(figure.toFixed(2));
  const isMissed = aim !== undefined && !(figure <= aim);
  if (isMissed) missed.push(`${what} ${figure.toFixed(2)}`);
  const said = aim === undefined ? '' : `, aim at most ${aim}${isMissed ? ': missed' : ''}`;
  process.stdout.write(`  ${what.padEnd(40)}${figure.toFixed(2).padStart(9)}${said}\n`);
}

function write(name: string, text: string): string {
  const path = join(work, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** Measures a suite as somebody would write it with Vitest and allure-vitest as they come. */
function stockSuite(exchanges: number): Cost {
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

function vitest(name: string, test: object, suite: string): Cost {
  write(`${name}/vitest.config.ts`, `export default ${JSON.stringify({ test })};\n`);
  const file = write(`${name}/suite.test.ts`, suite);
  return cost(join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', dirname(file));
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

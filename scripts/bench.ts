import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { type Measure, measure, type Pass } from './bench/measure.ts';
import { writeBareUndici, writeEmptyTest } from './bench/programs.ts';
import { startReferenceProcess } from './bench/reference-process.ts';
import { medianOf } from './bench/statistics.ts';

// How much longer the default run takes than its traffic alone and Vitest's own start-up. The three are measured
// in turns, so that whatever else the machine does meets all of them.

/** The default run may take this many times as long as the bare exchanges plus Vitest's start-up. */
const BAR = 3;
/** Exchanges at a time in the default run. */
const CONCURRENCY = 16;

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'lib/cli/bin.mjs');
const vitestProgram = join(root, 'node_modules/vitest/vitest.mjs');

const runs = readRuns();
// Inside the project, so that what is written there finds its packages; reports/ is ignored by git.
await mkdir(join(root, 'reports'), { recursive: true });
const work = await mkdtemp(join(root, 'reports', 'bench-'));
const reports = await mkdtemp(join(tmpdir(), 'postsms-bench-'));
process.once('exit', () => {
  for (const folder of [work, reports]) rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await bench();

async function bench(): Promise<void> {
  const { exchanges, requests } = await planned();
  const bare = await writeBareUndici(work);
  const empty = await writeEmptyTest(work);
  const usage = join(work, 'usage');
  const reference = await startReferenceProcess(bin);
  const ours: Measure[] = [];
  const wire: Measure[] = [];
  const vitest: Measure[] = [];
  try {
    for (let run = 0; run < runs; run += 1) {
      ours.push(await measure({ args: (pass) => runArgs(run, pass) }, usage));
      await mustHaveJudged(reportDir(run, 'time'), exchanges);
      const { baseUrl, namespace } = reference;
      const wireArgs = [bare, baseUrl, namespace, String(requests), String(CONCURRENCY)];
      wire.push(await measure({ args: () => wireArgs }, usage));
      vitest.push(await measure({ args: () => [vitestProgram, 'run', '--root', empty] }, usage));
    }
  } finally {
    await reference.stop();
  }
  print({ exchanges, requests }, medianOf(ours), medianOf(wire), medianOf(vitest));
}

/**
 * A folder for each run, removed at the end only: ext4 looks past every file removed in the last minutes before it
 * makes a new one, so thousands removed in between would be measured as part of the next run.
 */
function reportDir(run: number, pass: Pass): string {
  return join(reports, `${run}-${pass}`);
}

function runArgs(run: number, pass: Pass): readonly string[] {
  return [bin, 'run', '--no-html', '--report-dir', reportDir(run, pass)];
}

interface Plan {
  readonly exchanges: number;
  readonly requests: number;
}

/** What the default run is about: exchanges of several steps send several requests. */
async function planned(): Promise<Plan> {
  const { stdout } = await promisify(execFile)(process.execPath, [bin, 'list', 'exchanges', '--json'], {
    maxBuffer: 100_000_000,
  });
  const rows = JSON.parse(stdout) as readonly { readonly requests: number }[];
  return { exchanges: rows.length, requests: rows.reduce((sum, row) => sum + row.requests, 0) };
}

/** A fast run that judged nothing would be no measure. */
async function mustHaveJudged(folder: string, exchanges: number): Promise<void> {
  const results = JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as {
    readonly exchanges: readonly unknown[];
  };
  const allure = await readdir(join(folder, 'allure-results'));
  if (results.exchanges.length !== exchanges || allure.length < exchanges) {
    throw new Error(`the run judged ${results.exchanges.length} of ${exchanges} exchanges`);
  }
}

function print({ exchanges, requests }: Plan, ours: Measure, wire: Measure, vitest: Measure): void {
  const rows: readonly (readonly [string, Measure])[] = [
    ['a  default run, without HTML', ours],
    ['b  bare undici, the same requests', wire],
    ["c  Vitest's start-up, one empty test", vitest],
  ];
  const line = (name: string, wall: string, cpu: string, peaks: string) =>
    `${name.padEnd(38)}${wall.padStart(8)}${cpu.padStart(10)}  ${peaks}\n`;
  process.stdout.write(
    `${exchanges} exchanges, ${requests} requests, ${CONCURRENCY} at a time; medians of ${runs} runs\n\n`,
  );
  process.stdout.write(line('', 'wall s', 'cpu s', 'peak RSS MB, each process'));
  for (const [name, { wall, cpu, peaks }] of rows) {
    const megabytes = peaks.map((peak) => peak.toFixed(0)).join(' + ');
    process.stdout.write(line(name, wall.toFixed(2), cpu.toFixed(2), megabytes));
  }
  const ratio = ours.wall / (wire.wall + vitest.wall);
  process.stdout.write(
    `\na / (b + c)  ${ratio.toFixed(2)}, bar ${BAR}: ${ratio <= BAR ? 'held' : 'missed'}\n`,
  );
}

function readRuns(): number {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
  const number = Number(values.runs);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`--runs ${values.runs}: it is a whole number from 1`);
}

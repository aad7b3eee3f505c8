import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mustHaveJudged } from './judged.ts';
import { type Measure, measure } from './measure.ts';
import { writeBareUndici, writeEmptyTest } from './programs.ts';
import { startReferenceProcess } from './reference-process.ts';
import { medianOf } from './statistics.ts';
import { printBar, printTable } from './table.ts';
import { bin, vitestProgram, type Workshop } from './workshop.ts';

/** The default run may take this many times as long as the bare exchanges plus Vitest's start-up. */
const BAR = 3;
/** Exchanges at a time in the default run. */
const CONCURRENCY = 16;

/**
 * How much longer the default run takes than its traffic alone and Vitest's own start-up. The three are measured in
 * turns, so that whatever else the machine does meets all of them.
 */
export async function benchDefaultRun(workshop: Workshop, runs: number): Promise<void> {
  const { exchanges, requests } = await planned();
  const bare = await writeBareUndici(workshop.programs);
  const empty = await writeEmptyTest(workshop.programs);
  const reference = await startReferenceProcess(bin);
  const ours: Measure[] = [];
  const wire: Measure[] = [];
  const vitest: Measure[] = [];
  try {
    for (let run = 0; run < runs; run += 1) {
      const folders = { time: workshop.reportDir(), usage: workshop.reportDir() };
      const args = (pass: keyof typeof folders) => [bin, 'run', '--no-html', '--report-dir', folders[pass]];
      ours.push(await measure({ args }, workshop.usage));
      await mustHaveJudged(folders.time, exchanges);
      const { baseUrl, namespace } = reference;
      const wireArgs = [bare, baseUrl, namespace, String(requests), String(CONCURRENCY)];
      wire.push(await measure({ args: () => wireArgs }, workshop.usage));
      vitest.push(await measure({ args: () => [vitestProgram, 'run', '--root', empty] }, workshop.usage));
    }
  } finally {
    await reference.stop();
  }
  const [a, b, c] = [medianOf(ours), medianOf(wire), medianOf(vitest)];
  process.stdout.write(
    `the built-in cases: ${exchanges} exchanges, ${requests} requests, ${CONCURRENCY} at a time; medians of ${runs} runs\n\n`,
  );
  printTable([
    ['a  default run, without HTML', a],
    ['b  bare undici, the same requests', b],
    ["c  Vitest's start-up, one empty test", c],
  ]);
  process.stdout.write('\n');
  printBar('a / (b + c)', a.wall / (b.wall + c.wall), BAR);
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

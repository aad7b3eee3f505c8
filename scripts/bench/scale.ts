import { writeCases } from './generated-cases.ts';
import { mustHaveJudged } from './judged.ts';
import { type Measure, measure } from './measure.ts';
import { writeBareUndici, writeEmptyTest, writeStockSuite } from './programs.ts';
import { type ReferenceProcess, startReferenceProcess } from './reference-process.ts';
import { medianOf } from './statistics.ts';
import { printBar, printTable } from './table.ts';
import { bin, vitestProgram, type Workshop } from './workshop.ts';

/** Exchanges at a time, of everything that is measured. */
const CONCURRENCY = 16;

/** From here on a stock suite is not tried: what it takes of time and memory is known by then. */
const MOST_STOCK = 10_000;

/** What a number of exchanges took in the same run of the benchmark. */
interface Sized {
  readonly exchanges: number;
  readonly ours: Measure;
  readonly bare: Measure;
  /** Vitest with one empty test. */
  readonly empty: Measure;
  readonly stock: { readonly plain: Measure; readonly allure: Measure } | null;
}

/**
 * How a run grows with its exchanges: beside bare undici, and beside what somebody would write with Vitest and
 * allure-vitest as they come. All of them send to a reference in a process of its own.
 */
export async function benchScale(workshop: Workshop, sizes: readonly number[], runs: number): Promise<void> {
  const bare = await writeBareUndici(workshop.programs);
  const empty = await writeEmptyTest(workshop.programs);
  const measured: Sized[] = [];
  for (const exchanges of sizes) {
    const reference = await startReferenceProcess(bin);
    try {
      const sized = await measureSize({ workshop, reference, exchanges, runs, bare, empty });
      print(sized, runs);
      measured.push(sized);
    } finally {
      await reference.stop();
    }
  }
  printGrowth(measured);
}

interface Setting {
  readonly workshop: Workshop;
  readonly reference: ReferenceProcess;
  readonly exchanges: number;
  readonly runs: number;
  readonly bare: string;
  readonly empty: string;
}

async function measureSize(setting: Setting): Promise<Sized> {
  const { workshop, reference, exchanges, runs } = setting;
  const { baseUrl, namespace } = reference;
  const cases = await writeCases(workshop.programs, exchanges);
  const suite = { exchanges, concurrency: CONCURRENCY, baseUrl, namespace };
  const plain = await writeStockSuite(workshop.programs, { ...suite, allure: null });
  const program = (...args: readonly string[]) => measure({ args: () => args }, workshop.usage);
  const taken: { ours: Measure[]; bare: Measure[]; empty: Measure[]; plain: Measure[]; allure: Measure[] } = {
    ours: [],
    bare: [],
    empty: [],
    plain: [],
    allure: [],
  };
  for (let run = 0; run < runs; run += 1) {
    const folders = { time: workshop.reportDir(), usage: workshop.reportDir() };
    const own = [
      '--cases',
      cases,
      '--no-built-in-cases',
      '--concurrency',
      String(CONCURRENCY),
      '--keep-alive',
    ];
    const target = ['--target', baseUrl, '--namespace', namespace];
    const args = (pass: keyof typeof folders) => [
      ...[bin, 'run', '--no-html', ...own, ...target],
      ...['--report-dir', folders[pass]],
    ];
    taken.ours.push(await measure({ args }, workshop.usage));
    await mustHaveJudged(folders.time, exchanges);
    taken.bare.push(await program(setting.bare, baseUrl, namespace, String(exchanges), String(CONCURRENCY)));
    taken.empty.push(await program(vitestProgram, 'run', '--root', setting.empty));
    if (exchanges > MOST_STOCK) continue;
    taken.plain.push(await program(vitestProgram, 'run', '--root', plain));
    const allure = await writeStockSuite(workshop.programs, { ...suite, allure: workshop.reportDir() });
    taken.allure.push(await program(vitestProgram, 'run', '--root', allure));
  }
  const stock =
    exchanges > MOST_STOCK ? null : { plain: medianOf(taken.plain), allure: medianOf(taken.allure) };
  return {
    exchanges,
    ours: medianOf(taken.ours),
    bare: medianOf(taken.bare),
    empty: medianOf(taken.empty),
    stock,
  };
}

function print({ exchanges, ours, bare, empty, stock }: Sized, runs: number): void {
  process.stdout.write(
    `\n${exchanges} generated exchanges, ${CONCURRENCY} at a time; medians of ${runs} runs\n\n`,
  );
  printTable([
    ['a  run with every report but the HTML page', ours],
    ['b  bare undici', bare],
    ['c  Vitest, one empty test', empty],
    ...(stock
      ? ([
          ['d  Vitest, one concurrent test per exchange', stock.plain],
          ['e  the same with allure-vitest', stock.allure],
        ] as const)
      : []),
  ]);
  process.stdout.write('\n');
  const [peak = 0] = ours.peaks;
  if (exchanges === 1_000) printBar('a / c', ours.wall / empty.wall, 2.5 / 0.9);
  if (exchanges === 10_000) {
    printBar('a / b', ours.wall / bare.wall, 6);
    if (stock) printBar('a / e', ours.wall / stock.allure.wall, 1 / 3);
    printBar('peak of a process', peak, 400, ' MB');
  }
  if (exchanges > 10_000) printBar('peak of a process', peak, 1_000, ' MB');
}

/** An exchange of many may take no longer than one of a thousand; the start is part of both. */
function printGrowth(measured: readonly Sized[]): void {
  const perExchange = ({ ours, exchanges }: Sized) => (ours.wall / exchanges) * 1000;
  const small = measured.find(({ exchanges }) => exchanges === 1_000);
  if (!small) return;
  process.stdout.write('\n');
  for (const large of measured.filter(({ exchanges }) => exchanges > 1_000)) {
    const what = `time per exchange of ${large.exchanges} / of 1000`;
    printBar(what, perExchange(large) / perExchange(small), 1);
  }
}

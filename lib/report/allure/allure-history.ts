import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { printable } from '../../findings/finding-text.ts';
import type { Target } from '../../model/judging/wire.ts';
import type { MaskedRun } from '../../model/running/handoff.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { Results, RunReport } from '../../model/running/results.ts';
import { historyFile, makeFolder, resultsFile } from '../../report-folder/report-folder.ts';
import { writeAtomic } from '../../report-folder/write-atomic.ts';
import { endingOfRun } from '../../results/summary.ts';
import { ownText } from '../../secrets/mask.ts';

/** A run as its history knows it. */
export interface RunOfHistory {
  readonly baseUrl: Masked;
  readonly kind: Target['kind'];
  /** ISO 8601: no two runs in a report folder begin at once. */
  readonly startedAt: string;
  /** Whether it judged its target; one that did not is no part of a trend. */
  readonly counts: boolean;
  /** How it ended, on one line; absent where nothing says it. */
  readonly outcome?: Masked;
}

/** Exit codes of runs that judged their target: the others broke off, sent nothing, or never had an answer. */
const JUDGED: readonly number[] = [0, 1];

/** A run that has just been judged, as its history knows it. */
export function runOfHistory(
  run: MaskedRun,
  { records, faults, stopped }: RunReport,
  startedAt: Date,
): RunOfHistory {
  // A shard has other exchanges than the run that it is a part of.
  const isWhole = faults.length === 0 && stopped === null && run.shard === null;
  const counts = isWhole && JUDGED.includes(endingOfRun(run, records).exitCode);
  const { mask } = run;
  const { outcome, why } = faults.length === 0 ? endingOfRun(run, records) : { outcome: 'error' as const };
  return {
    baseUrl: mask(run.target.baseUrl),
    kind: run.target.kind,
    startedAt: startedAt.toISOString(),
    counts,
    outcome: mask(outcomeText(outcome, why)),
  };
}

/** The run whose reports lie in a folder. */
export async function runOfFolder(reportDir: string): Promise<RunOfHistory> {
  return runOfResults(await resultsOf(reportDir));
}

/** The run that some results are of. */
export function runOfResults({
  target,
  startedAt = '',
  exitCode = 5,
  shard,
  outcome,
  why,
}: Partial<Results>): RunOfHistory {
  const { baseUrl = ownText(''), kind = 'external' } = target ?? {};
  const counts = JUDGED.includes(exitCode) && shard === undefined;
  const told = outcome === undefined ? {} : { outcome: ownText(outcomeText(outcome, why)) };
  return { baseUrl, kind, startedAt, counts, ...told };
}

function outcomeText(outcome: Results['outcome'], why: string | undefined): string {
  return printable(why === undefined ? outcome : `${outcome}: ${why}`);
}

/** Nothing where there are none: a page can be built all the same. */
async function resultsOf(reportDir: string): Promise<Partial<Results>> {
  try {
    return (JSON.parse(await readFile(resultsFile(reportDir), 'utf8')) ?? {}) as Partial<Results>;
  } catch {
    return {};
  }
}

/** Runs that a page knows of, its own included: each makes it larger. */
const MOST_RUNS = 20;

/** Characters of the runs before; of runs of many exchanges a page knows fewer. */
const MOST_CHARACTERS = 20_000_000;

/** What Allure has of a test in an earlier run, as far as its page shows it. */
interface PastTest {
  readonly id: string;
  readonly name: string;
  readonly environment?: string;
  readonly status: string;
  readonly start?: number;
  readonly stop?: number;
  readonly duration?: number;
  readonly message?: string;
  readonly historyId: string;
}

/** A line of the history of Allure, and which run it is of. */
interface PastRun {
  readonly startedAt?: string;
  readonly testResults: Readonly<Record<string, PastTest>>;
}

/**
 * Lets Allure build a page with the runs before this one, and adds this one to them: once, however often its page is
 * built. What is kept holds texts that were masked before Allure had them.
 * @param build is given the file that Allure reads the earlier runs from and adds its own to
 */
export async function withHistory(
  reportDir: string,
  run: RunOfHistory,
  build: (historyPath: string) => Promise<void>,
): Promise<void> {
  const file = historyFile(reportDir, run.kind);
  // One that is damaged is of no use to anybody, and must not keep a page from being built.
  const lines = (await linesOf(file)).filter((line) => {
    const past = pastRun(line);
    return past !== undefined && past.startedAt !== run.startedAt;
  });
  const earlier = lastOf(lines.slice(-(MOST_RUNS - 1)));
  const working = `${file}.${process.pid}.tmp`;
  await makeFolder(dirname(file));
  try {
    await writeFile(working, toFile(earlier), { mode: 0o600, flag: 'wx' });
    await build(working);
    const own = pastRun((await linesOf(working)).at(-1) ?? '');
    if (own && run.counts) await writeAtomic(file, ownText(toFile([...earlier, lineOf(own, run)])));
  } finally {
    await rm(working, { force: true });
  }
}

function lastOf(lines: readonly string[]): readonly string[] {
  let left = MOST_CHARACTERS;
  const tooMany = lines.findLastIndex((line) => {
    left -= line.length;
    return left < 0;
  });
  return lines.slice(tooMany + 1);
}

async function linesOf(file: string): Promise<readonly string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function pastRun(line: string): PastRun | undefined {
  try {
    const read = JSON.parse(line) as PastRun | null;
    return typeof read?.testResults === 'object' ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Without the labels and the rest that Allure keeps of every test and never shows. */
function lineOf(own: PastRun, { startedAt }: RunOfHistory): string {
  const tests = Object.entries(own.testResults).map(([key, test]) => {
    const { id, name, environment, status, start, stop, duration, message, historyId } = test;
    const error = message === undefined ? {} : { error: { message } };
    return [key, { id, name, environment, status, start, stop, duration, historyId, url: '', ...error }];
  });
  return JSON.stringify({ ...own, startedAt, testResults: Object.fromEntries(tests) });
}

function toFile(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { firstProblems, formatProblem } from '../cases/yaml/format-problem.ts';
import { printableLines } from '../findings/finding-text.ts';
import type { Diff } from '../model/running/diff.ts';
import type { Io } from '../model/running/io.ts';
import type { Results } from '../model/running/results.ts';
import { compareRuns } from '../report/diff/compare-runs.ts';
import { diffBeginnings } from '../report/diff/diff-beginnings.ts';
import { diffMarkdown } from '../report/diff/diff-markdown.ts';
import { diffText } from '../report/diff/diff-text.ts';
import { stopCommands } from '../report/github/github-job.ts';
import { isForeign } from '../report-folder/own-folder.ts';
import { isFolder, lstatOrNothing, resultsFile } from '../report-folder/report-folder.ts';
import { writeAtomic } from '../report-folder/write-atomic.ts';
import { loadResults } from '../results/load-results.ts';
import { ownText } from '../secrets/mask.ts';
import { mistakeMask } from '../settings/reach.ts';
import { plainJson } from '../text/plain-json.ts';
import { refuse } from './usage.ts';

export interface DiffFlags {
  readonly failOnLess?: true;
  /** A file, or true for standard output. */
  readonly json?: string | true;
  readonly markdown?: string | true;
}

/** `diff`: what became of a target between two runs; red where something broke that did not before. */
export async function diffCommand(
  given: readonly [old: string, now: string],
  flags: DiffFlags,
  io: Io,
): Promise<number> {
  const mask = mistakeMask(io.env);
  const fail = (exitCode: number, message: string) =>
    refuse(io, { exitCode, message }, (text) => mask(printableLines(text)));
  const paths = given.map(fileOf);
  const [old, now] = paths.map(loadResults);
  if (!old || !now) return 5;
  if (!old.ok || !now.ok)
    return fail(
      2,
      firstProblems([old, now].flatMap((one) => (one.ok ? [] : one.problems.map(formatProblem)))),
    );
  const mistake = mistakeIn(paths, [old.value, now.value], flags) ?? (await foreignMistake(flags));
  if (mistake !== undefined) return fail(2, mistake);
  const diff = compareRuns(old.value, now.value, { mask, failOnLess: flags.failOnLess ?? false });
  try {
    await show(diff, flags, io);
  } catch (error) {
    return fail(5, `not written: ${error instanceof Error ? error.message : String(error)}`);
  }
  return diff.exitCode;
}

/** A report folder stands for its results.json. */
function fileOf(path: string): string {
  return isFolder(path) ? resultsFile(path) : path;
}

/** What makes a comparison say nothing, or would write over what is compared. */
function mistakeIn(
  paths: readonly string[],
  [old, now]: readonly [Results, Results],
  { json, markdown }: DiffFlags,
): string | undefined {
  if (old.startedAt === now.startedAt && old.durationMs === now.durationMs) {
    return `OLD and NEW are the same run, of ${now.startedAt}; copy the earlier results before the next run`;
  }
  if (json === true && markdown === true) {
    return '--json and --markdown cannot both go to standard output; give one a file: --markdown diff.md';
  }
  const inputs = paths.map((path) => realpathSync(path));
  const over = [json, markdown].find(
    (file) => typeof file === 'string' && existsSync(file) && inputs.includes(realpathSync(file)),
  );
  if (over !== undefined) return `${over} is an input of this comparison; choose another file`;
  if (typeof json === 'string' && typeof markdown === 'string' && resolve(json) === resolve(markdown)) {
    return `--json and --markdown cannot both be written to ${json}`;
  }
  return undefined;
}

/** A file that is no earlier comparison, and would be lost; or such as /dev/null, whose place a comparison would take. */
async function foreignMistake(flags: DiffFlags): Promise<string | undefined> {
  for (const form of ['json', 'markdown'] as const) {
    const file = flags[form];
    if (typeof file !== 'string') continue;
    if ((await lstatOrNothing(file))?.isFile() === false) return `${file} is no regular file`;
    if (!(await isForeign(file, diffBeginnings[form]))) continue;
    return `${file} exists and was not written by --${form}; give --${form} another file, or remove this one`;
  }
  return undefined;
}

async function show(diff: Diff, { json, markdown }: DiffFlags, io: Io): Promise<void> {
  const forms = [
    { to: json, text: () => ownText(`${plainJson(diff, 2)}\n`) },
    { to: markdown, text: () => diffMarkdown(diff) },
  ];
  const printed = forms.find(({ to }) => to === true);
  if (printed) io.stdout.write(printed.text());
  else {
    // Whoever takes JSON or Markdown from here gets that and nothing else; the text is for a log, which may obey it.
    const obeyCommands = stopCommands(io.stdout, io.env);
    io.stdout.write(diffText(diff));
    obeyCommands();
  }
  for (const { to, text } of forms) if (typeof to === 'string') await writeAtomic(to, text());
}

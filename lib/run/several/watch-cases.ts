import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { caseFilesIn } from '../../cases/case-files.ts';
import { type Refusal, refusal } from '../../model/result.ts';
import type { Io } from '../../model/running/io.ts';
import type { EndedRun } from '../../model/running/results.ts';
import type { Settings } from '../../model/running/settings.ts';
import { casesFolder, loadDeclarations } from '../built-in.ts';
import { planRun } from '../plan-run.ts';
import { needsPermission } from '../sends/permission.ts';

const REFUSED =
  '--watch sends again at each save, so it works only with the embedded reference, or with a target on this machine without --sends, --recipients and --max-messages';

/** Soon enough for people; a look at a hundred files takes a millisecond. Events of file systems miss renames. */
const LOOK_MS = 200;

type RunOnce = (settings: Settings) => Promise<Refusal | EndedRun>;

/**
 * Judges the chosen cases, and again after each save, until a signal ends it. Mistakes in case files are told. Never where
 * messages reach people: a budget is for one run.
 *
 * @param tell prints what is no report of a run, masked
 * @returns the exit code of the last round
 */
export async function watchCases(
  settings: Settings,
  run: RunOnce,
  io: Io,
  tell: (text: string) => void,
): Promise<Refusal | { readonly exitCode: number }> {
  if (needsPermission(settings)) return refusal(4, REFUSED);
  const plan = planRun(settings, 'watch');
  // What is wrong besides the case files is fixed on the command line, not in them.
  if (!plan.ok && loadDeclarations(settings.cases).ok) return plan;
  const folders = foldersOf(settings).map(nameOf).join(', ');
  const interrupted = io.interrupted();
  for (;;) {
    const seen = look(settings);
    const ended = await run({ ...settings, html: false });
    if ('message' in ended) tell(`\n${ended.message}\n\n`);
    else if (ended.interrupted) return ended;
    const what = 'message' in ended ? 'fix the error and save the file' : 'save a case file to run again';
    tell(`watching      ${folders}; ${what}, Ctrl-C ends\n`);
    let saved: readonly string[] = [];
    while (saved.length === 0) {
      const over = await Promise.race([interrupted.then(() => true), sleep(LOOK_MS, false)]);
      if (over) return { exitCode: ended.exitCode };
      const now = look(settings);
      saved = [...new Map([...seen, ...now]).keys()].filter((path) => seen.get(path) !== now.get(path));
    }
    tell(`\nsaved         ${saved.map(nameOf).join(', ')}\n`);
  }
}

/** Every file that the plan depends on by its whole path, each with what is another once it was written. */
function look(settings: Settings): ReadonlyMap<string, string> {
  const { path: known } = settings.known;
  const files = [...foldersOf(settings).flatMap(caseFilesIn), ...(known === null ? [] : [known])];
  return new Map(
    files.map((path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      return [resolve(path), `${stat?.mtimeMs} ${stat?.size} ${stat?.ino}`];
    }),
  );
}

function foldersOf({ cases }: Settings): readonly string[] {
  return [...cases.folders, ...(cases.builtIn ? [casesFolder] : [])];
}

function nameOf(path: string): string {
  return relative(process.cwd(), path) || '.';
}

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { caseFilesIn } from '../../cases/case-files.ts';
import { type Refusal, refusal } from '../../model/result.ts';
import type { Io } from '../../model/running/io.ts';
import type { EndedRun } from '../../model/running/results.ts';
import type { Settings } from '../../settings/run-settings.ts';
import { shownPath } from '../../yaml/format-problem.ts';
import { casesFolder, loadDeclarations } from '../built-in.ts';
import { planRun } from '../plan-run.ts';
import { needsPermission } from '../sends/permission.ts';

const REFUSED =
  '--watch sends again at each save, so it works only with the embedded reference, or with a target on this machine without --sends, --recipients and --max-messages';

/** Soon enough for people; a look at a hundred files takes a millisecond. Events of file systems miss renames. */
const LOOK_MS = 200;

/**
 * Judges the chosen cases now and after each save, until a signal ends it, and resolves with the exit code of the last
 * round. Refuses a target whose messages reach people: a budget is for one run.
 */
export async function watchCases(
  settings: Settings,
  run: (settings: Settings) => Promise<Refusal | EndedRun>,
  io: Io,
  tell: (text: string) => void,
): Promise<Refusal | { readonly exitCode: number }> {
  if (needsPermission(settings)) return refusal(4, REFUSED);
  const { cases, builtInCases, known } = settings;
  const plan = planRun(settings, 'watch');
  // A mistake outside of the case files must be fixed on the command line.
  if (!plan.ok && loadDeclarations(settings).ok) return plan;
  const folders = [...cases, ...(builtInCases ? [casesFolder] : [])];
  const look = () => new Map([...folders.flatMap(caseFilesIn), ...[known ?? []].flat()].map(stampOf));
  const interrupted = io.interrupted().then(() => true);
  for (;;) {
    const seen = look();
    const ended = await run({ ...settings, html: false });
    if ('message' in ended) tell(`\n${ended.message}\n\n`);
    else if (ended.interrupted) return ended;
    const what = 'message' in ended ? 'fix the error and save the file' : 'save a case file to run again';
    tell(`watching      ${folders.map(shownPath).join(', ')}; ${what}, Ctrl-C ends\n`);
    let saved: readonly string[] = [];
    while (saved.length === 0) {
      if (await Promise.race([interrupted, sleep(LOOK_MS, false)])) return { exitCode: ended.exitCode };
      const now = look();
      saved = [...new Map([...seen, ...now]).keys()].filter((path) => seen.get(path) !== now.get(path));
    }
    tell(`\nsaved         ${saved.map(shownPath).join(', ')}\n`);
  }
}

/** Returns the whole path of a file with a stamp that changes when the file is written. */
function stampOf(path: string) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return [resolve(path), `${stat?.mtimeMs} ${stat?.size} ${stat?.ino}`] as const;
}

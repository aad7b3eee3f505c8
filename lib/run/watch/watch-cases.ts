import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Io } from '../../model/running/io.ts';
import type { Results } from '../../model/running/results.ts';
import type { Settings } from '../../model/running/settings.ts';
import { type Stop, stop } from '../../model/running/stop.ts';
import { loadDeclarations } from '../built-in.ts';
import { casesFolder } from '../cases-folder.ts';
import { endingSignals } from '../ending-signals.ts';
import { SAME_MS } from '../interruption.ts';
import { planRun } from '../plan-run.ts';
import { runSuite } from '../run-suite.ts';
import { needsPermission } from '../sends/permission.ts';
import type { AskToSend } from '../sends/send-limits.ts';
import { type Files, type Standing, standing } from './standing.ts';
import { watchFolders } from './watch-folders.ts';

/** What came of one round of a watch. */
type Round =
  | { readonly kind: 'judged'; readonly results: Results; readonly interrupted: boolean }
  /** The filters choose nothing of what changed. */
  | { readonly kind: 'nothing' }
  /** To be mended in the files. */
  | { readonly kind: 'stopped'; readonly stop: Stop }
  /** Nothing that is done to the files would be noticed any more. */
  | { readonly kind: 'gone'; readonly stop: Stop };

/**
 * Judges the chosen cases, and those of a case file again whenever it is saved, until a signal ends it. A file that
 * is half written is told with the place of its mistake and waited for; what changed meanwhile is judged once it is sound.
 *
 * Only where no message reaches people: a budget is for one run, and nobody counts how often he saves.
 *
 * @param tell prints what is no report of a run, masked
 * @returns the exit code of all last verdicts together: 2 where a file has a mistake, 5 where a round was interrupted
 */
export async function watchCases(
  settings: Settings,
  ask: AskToSend,
  io: Io,
  tell: (text: string) => void,
): Promise<Stop | { readonly exitCode: number }> {
  if (needsPermission(settings)) return stop(4, REFUSED);
  const whole = wholePlan(settings);
  const watch = watchFolders({ folders: foldersOf(settings), files: whole });
  const last = standing(settings.gate);
  const signal = firstSignal();
  let changed: Files = 'all';
  try {
    for (let first = true; ; first = false) {
      const round = await judge(settings, changed, ask, io, tell);
      if (round.kind === 'gone') return round.stop;
      if (round.kind === 'stopped') {
        // What is wrong besides the case files is mended on the command line, not in them.
        if (first && loadDeclarations(settings.cases).ok) return round.stop;
        tell(`\n${round.stop.message}\n\n`);
      } else {
        last.forget(changed);
        if (round.kind === 'judged') last.keep(round.results, changed);
        if (round.kind === 'judged' && round.interrupted) return { exitCode: 5 };
        changed = new Set();
      }
      signal.listen();
      tell(waitingText(settings, round, last));
      const more = await Promise.race([watch.next(), signal.came]);
      if (more === null) {
        // The other half of a Ctrl-C, for which nobody would be there any more: it would end the process without a code.
        await sleep(SAME_MS);
        return { exitCode: exitCodeOf(round, last) };
      }
      changed = together(changed, more, whole);
    }
  } finally {
    watch.close();
  }
}

const REFUSED =
  '--watch sends again at each save, so it works only with the embedded reference, or with a target on this machine without --sends, --recipients and --max-messages';

async function judge(
  settings: Settings,
  changed: Files,
  ask: AskToSend,
  io: Io,
  tell: (text: string) => void,
): Promise<Round> {
  const gone = unreadable(settings);
  if (gone !== null) return { kind: 'gone', stop: gone };
  const planned = planRun(settings, 'watch');
  if (!planned.ok) return { kind: 'stopped', stop: planned };
  const chosen = planned.exchanges.filter(
    ({ source }) => changed === 'all' || changed.has(resolve(source.file)),
  );
  if (changed !== 'all') tell(`\nsaved         ${namesOf([...changed])}: ${chosen.length} exchanges\n`);
  if (chosen.length === 0) return { kind: 'nothing' };
  const filters = changed === 'all' ? settings.filters : { case: chosen.map(({ id }) => id) };
  const ended = await runSuite({ ...settings, filters, html: 'no' }, ask, io);
  return 'message' in ended ? { kind: 'stopped', stop: ended } : { kind: 'judged', ...ended };
}

/** A folder that was there when the watch began may have been moved away, and the watcher with it. */
function unreadable({ cases }: Settings): Stop | null {
  const lost = cases.folders.find((folder) => !existsSync(folder));
  return lost === undefined ? null : stop(2, `the folder of cases ${JSON.stringify(lost)} is gone`);
}

function exitCodeOf(round: Exclude<Round, { readonly kind: 'gone' }>, last: Standing): number {
  if (round.kind === 'stopped') return round.stop.exitCode;
  return last.exitCode();
}

function together(before: Files, more: ReadonlySet<string>, whole: readonly string[]): Files {
  if (before === 'all' || whole.some((path) => more.has(path))) return 'all';
  return new Set([...before, ...more]);
}

/** Files on which every exchange may depend. */
function wholePlan({ known }: Settings): readonly string[] {
  const ours = ['contract.yaml', 'requirements.yaml'].map((name) => join(casesFolder, name));
  return [...ours, ...(known.path === null ? [] : [resolve(known.path)])];
}

function foldersOf({ cases }: Settings): readonly string[] {
  return [...cases.folders, ...(cases.builtIn ? [casesFolder] : [])];
}

function namesOf(paths: readonly string[]): string {
  return paths.map((path) => relative(process.cwd(), path) || '.').join(', ');
}

function waitingText(settings: Settings, round: Round, last: Standing): string {
  const { all, red } = last.count();
  const folders = namesOf(foldersOf(settings).map((folder) => resolve(folder)));
  const what =
    round.kind === 'stopped'
      ? 'mend the mistake and save'
      : `${red} of ${all} exchanges are red; save a case file to run its cases again`;
  return `watching      ${folders}; ${what}, Ctrl-C ends\n`;
}

/**
 * A signal that ends the watch. A run takes them over and leaves them to Node again, so they are listened for anew
 * after each. Nobody stops: one Ctrl-C under `npm start` arrives twice.
 */
function firstSignal(): { readonly came: Promise<null>; listen(): void } {
  let end = () => {};
  const came = new Promise<null>((resolveSignal) => {
    end = () => resolveSignal(null);
  });
  const listen = () => {
    for (const name of endingSignals) process.off(name, end).on(name, end);
  };
  return { came, listen };
}

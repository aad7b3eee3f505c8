import { once } from 'node:events';
import { createWriteStream, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Refusal, refusal } from '../../model/result.ts';
import { makeFolder } from '../../report-folder/write-atomic.ts';
import type { Mask } from '../../secrets/mask.ts';
import type { Settings } from '../../settings/run-settings.ts';
import { sourceOf } from '../../settings/sources.ts';
import { slashed } from '../../text/paths.ts';
import { endingSignals } from '../interruption.ts';
import { endProgram, NAMES_ERROR, splitCommand, startProgram } from './programs.ts';

export interface StartedTarget {
  readonly ok: true;
  /** Resolves with where the program ended, if it ends by itself. */
  readonly died: Promise<string>;
  /** Leaves signals to the run. */
  handOver(): void;
  /** Ends the program with all that it has started. */
  stop(): Promise<void>;
}

/** Starts the program of a target without a shell; its output goes, masked, to a file in the report folder. */
export async function startTarget(settings: Settings, mask: Mask): Promise<StartedTarget | Refusal> {
  const { start, reportDir } = settings;
  const source = sourceOf(settings, 'start');
  const command = splitCommand(start ?? '');
  if (!command.ok) return refusal(2, `${source}: ${command.error}`);
  const file = slashed(join(reportDir, 'start.log'));
  await makeFolder(reportDir);
  // A link in its place is not followed.
  rmSync(file, { force: true });
  const log = createWriteStream(file, { fd: openSync(file, 'wx', 0o600) });
  const child = startProgram(command.value);
  const failed = await Promise.race([once(child, 'spawn').then(() => null), once(child, 'error')]).catch(
    (error) => [error],
  );
  if (failed) {
    log.end();
    const advice =
      'no shell reads the command, so on Windows a script needs its program, as in: cmd /c gateway.cmd';
    return refusal(
      2,
      `${source}: cannot start ${command.value[0]}: ${(failed[0] as Error).message}; ${advice}`,
    );
  }
  child.stdin.on('error', () => {}).end();
  const last: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      const masked = mask(line);
      log.write(`${masked}\n`);
      if (isTelling(masked)) last.splice(0, Math.max(0, last.push(masked) - MOST_KEPT));
    });
  }
  const closed = once(child, 'close');
  let isStopped = false;
  const died = closed.then(async ([code, signal]) => {
    // Whoever is told of the end reads the whole log.
    await new Promise((resolve) => log.end(resolve));
    const shown = lastLines(last);
    const said = shown.length === 0 ? 'it printed nothing' : `its last lines:\n  ${shown.join('\n  ')}`;
    return `the program of ${source} ended with ${code === null ? signal : `exit code ${code}`} (${file}); ${said}`;
  });
  const end = () => {
    if (!isStopped) endProgram(child);
    isStopped = true;
  };
  // Before the run takes signals over, they would leave the program behind.
  const onSignal = (signal: NodeJS.Signals) => {
    end();
    process.kill(process.pid, signal);
  };
  for (const signal of endingSignals) process.once(signal, onSignal);
  process.once('exit', end);
  const handOver = () => {
    for (const signal of endingSignals) process.off(signal, onSignal);
  };
  const stop = async () => {
    handOver();
    process.off('exit', end);
    end();
    await died;
  };
  return { ok: true, died, handOver, stop };
}

/** Lines of the output that a message repeats, and among which it looks for an error. */
const MOST_LINES = 5;
const MOST_KEPT = 30;

/** True if a line has a text that is no place in the code. */
const isTelling = (line: string) => line !== '' && !/^\s+at /.test(line);

/** Returns the last lines, of which the first is the error, where one is named further above. */
function lastLines(kept: readonly string[]): readonly string[] {
  const last = kept.slice(-MOST_LINES);
  const error = kept.findLast((line) => NAMES_ERROR.test(line));
  return error === undefined || last.includes(error) ? last : [error, ...last.slice(1)];
}

import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import type { Results } from '../../model/running/results.ts';
import type { Environment } from '../../model/running/settings.ts';
import { isGithub } from '../../report-folder/report-places.ts';
import { whyNoFile } from '../../report-folder/write-atomic.ts';
import type { Printer } from '../../secrets/guarded-output.ts';
import { ownText } from '../../secrets/mask.ts';
import { markdown } from '../formats/markdown.ts';

/** Bytes that GitHub takes of a step; of a file that is larger it shows nothing at all. */
const MOST_BYTES = 1_048_576;

/**
 * Adds a run to the job summary, after what other programs of the step have written there.
 * @returns the path of the file
 * @throws Error with the path, what the system says of it, and its error as the cause where nothing can be written to it
 */
export async function writeStepSummary(path: string, results: Results): Promise<string> {
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const text = markdown(results, MOST_BYTES - size);
    if (size + Buffer.byteLength(text) <= MOST_BYTES) await appendFile(path, text);
    return path;
  } catch (error) {
    throw new Error(`${path}: ${whyNoFile(error)}`, { cause: error });
  }
}

/**
 * Keeps GitHub Actions from taking for a command what is printed from now on: it obeys `::error::` where a line begins
 * and `##[error]` anywhere in one, whoever made a target say it. Elsewhere nothing is printed.
 * @returns lets GitHub obey again; at the end of the process that happens by itself
 */
export function stopCommands(stdout: Pick<Printer, 'write'>, environment: Environment): () => void {
  if (!isGithub(environment)) return () => {};
  // Only who knows it can end this, so no target may guess it.
  const token = randomBytes(16).toString('hex');
  stdout.write(ownText(`::stop-commands::${token}\n`));
  let stopped = true;
  const obeyAgain = () => {
    if (stopped) stdout.write(ownText(`::${token}::\n`));
    stopped = false;
    process.off('exit', obeyAgain);
  };
  process.on('exit', obeyAgain);
  return obeyAgain;
}

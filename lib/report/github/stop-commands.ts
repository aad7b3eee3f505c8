import { randomBytes } from 'node:crypto';
import type { Printer } from '../../secrets/guarded-output.ts';
import { ownText } from '../../secrets/mask.ts';
import { isGithub } from './github-job.ts';

/**
 * Keeps GitHub Actions from taking for a command what is printed from now on: it obeys `::error::` where a line begins
 * and `##[error]` anywhere in one, whoever made a target say it. Elsewhere nothing is printed.
 * @returns lets GitHub obey again; at the end of the process that happens by itself
 */
export function stopCommands(
  stdout: Pick<Printer, 'write'>,
  environment: Readonly<Record<string, string | undefined>>,
): () => void {
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

import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import type { GithubJob } from '../../model/running/handoff.ts';
import type { Environment } from '../../model/running/settings.ts';
import type { Printer } from '../../secrets/guarded-output.ts';
import { ownText } from '../../secrets/mask.ts';

/** Whether this process runs in a job of GitHub Actions. */
export function isGithub(environment: Environment): boolean {
  return environment.GITHUB_ACTIONS === 'true';
}

/** What the job that this process runs in offers; null where it is in none and nobody asked for it all the same. */
export function githubJob(environment: Environment, asked: boolean): GithubJob | null {
  if (!isGithub(environment) && !asked) return null;
  const summaryFile = environment.GITHUB_STEP_SUMMARY || null;
  const summaryBytes =
    summaryFile === null ? 0 : (statSync(summaryFile, { throwIfNoEntry: false })?.size ?? 0);
  return { summaryFile, summaryBytes, workspace: environment.GITHUB_WORKSPACE || process.cwd() };
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

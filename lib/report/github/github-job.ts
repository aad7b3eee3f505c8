import { statSync } from 'node:fs';
import type { GithubJob } from '../../model/running/github.ts';

type Environment = Readonly<Record<string, string | undefined>>;

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

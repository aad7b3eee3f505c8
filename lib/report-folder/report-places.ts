import type { GithubJob, ReportPlaces } from '../model/running/handoff.ts';
import type { Environment, Settings } from '../model/running/settings.ts';
import { reportFilesOf } from './report-folder.ts';

/** Returns where the reports of a run go. */
export function reportPlacesOf(
  { reportDir, reporters }: Pick<Settings, 'reportDir' | 'reporters'>,
  environment: Environment,
): ReportPlaces {
  const asked = reporters.some(({ name }) => name === 'github');
  return {
    reportDir,
    reportFiles: reportFilesOf(reporters, reportDir),
    github: githubJob(environment, asked),
  };
}

/** Whether this process runs in a job of GitHub Actions. */
export function isGithub(environment: Environment): boolean {
  return environment.GITHUB_ACTIONS === 'true';
}

/** What the job that this process runs in offers; null where it is in none and nobody asked for it all the same. */
export function githubJob(environment: Environment, asked: boolean): GithubJob | null {
  if (!isGithub(environment) && !asked) return null;
  const { GITHUB_STEP_SUMMARY, GITHUB_WORKSPACE } = environment;
  return { summaryFile: GITHUB_STEP_SUMMARY || null, workspace: GITHUB_WORKSPACE || process.cwd() };
}

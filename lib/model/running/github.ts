/** What a job of GitHub Actions gives a program to tell it something with. */
export interface GithubJob {
  /** File of the job summary, to which a step adds; null where there is none. */
  readonly summaryFile: string | null;
  /** Bytes that stood in it before the run. */
  readonly summaryBytes: number;
  /** Folder that file names of annotations are relative to. */
  readonly workspace: string;
}

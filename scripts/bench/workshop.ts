import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const bin = join(root, 'lib/cli/bin.mjs');
export const vitestProgram = join(root, 'node_modules/vitest/vitest.mjs');

/** Folders of a benchmark, gone when it ends. */
export interface Workshop {
  /** Inside the project, so that programs written there find its packages; reports/ is ignored by git. */
  readonly programs: string;
  /** Where the processes that are measured leave what they used. */
  readonly usage: string;
  /**
   * A folder that nobody has used for reports yet. All are removed at the end only: ext4 looks past every file removed
   * in the last minutes before it makes a new one, so thousands removed in between would be measured as part of the
   * next run.
   */
  reportDir(): string;
}

export async function openWorkshop(): Promise<Workshop> {
  await mkdir(join(root, 'reports'), { recursive: true });
  const programs = await mkdtemp(join(root, 'reports', 'bench-'));
  const reports = await mkdtemp(join(tmpdir(), 'postsms-bench-'));
  process.once('exit', () => {
    for (const folder of [programs, reports]) rmSync(folder, { recursive: true, force: true });
  });
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  let given = 0;
  return {
    programs,
    usage: join(programs, 'usage'),
    reportDir: () => {
      given += 1;
      return join(reports, String(given));
    },
  };
}

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { allureFolders, earlierFolder } from './report-folder.ts';

/**
 * Takes out of a report folder whose disk is full what can be made again: the HTML page, and what the run before left,
 * which is to be removed anyway.
 * @returns path of the page that was taken away, or none where there was none
 */
export async function makeRoom(reportDir: string): Promise<string | undefined> {
  const { html } = allureFolders(reportDir);
  const there = existsSync(html);
  await removeAll([earlierFolder(reportDir), html]);
  return there && !existsSync(html) ? html : undefined;
}

/** What cannot be removed stays, and takes nothing else with it. */
export async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { recursive: true, force: true }).catch(() => {});
}

import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lstatOrNothing } from './lstat-or-nothing.ts';
import { makeFolder, resultsFile } from './report-folder.ts';
import { whyNoFolder } from './unwritable.ts';

/** A place that somebody chose for reports, and why there can be none. */
export interface Unwritable {
  readonly path: string;
  readonly why: string;
}

/**
 * Makes the folders of everything that a run will write, and looks for a place where it could not.
 * @param files where else than in the folder, or by another name, it writes
 */
export async function unwritablePlace(
  reportDir: string,
  files: readonly string[],
): Promise<Unwritable | undefined> {
  const why = await whyNot(reportDir);
  if (why !== undefined) return { path: reportDir, why };
  for (const path of [resultsFile(reportDir), ...files]) {
    const inTheWay = (await whyNot(dirname(path), path)) ?? (await taken(path, files.includes(path)));
    if (inTheWay !== undefined) return { path, why: inTheWay };
  }
  return undefined;
}

async function whyNot(folder: string, told = folder): Promise<string | undefined> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    return whyNoFolder(folder, error, told);
  }
}

async function taken(path: string, named: boolean): Promise<string | undefined> {
  const there = await lstatOrNothing(path);
  if (there?.isDirectory()) return 'it is a folder';
  // Such as /dev/stdout, which a report would take the place of.
  return there && !there.isFile() && named ? 'it is no regular file' : undefined;
}

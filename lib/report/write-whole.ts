import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Masked } from '../model/masked.ts';
import { makeFolder } from './report-folder.ts';
import { whyNoFile } from './unwritable.ts';

/**
 * Writes a file that only its owner may read, whole or not at all, and makes its folder.
 * @returns its path
 * @throws Error with the path and what is in the way where the folder or the file cannot be written
 */
export async function writeWhole(path: string, text: Masked): Promise<string> {
  const unfinished = `${path}.${process.pid}.tmp`;
  try {
    await makeFolder(dirname(path));
    await writeFile(unfinished, text, { mode: 0o600 });
    await rename(unfinished, path);
    return path;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw new Error(`${path}: ${whyNoFile(path, error)}`);
  }
}

import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Masked } from '../model/running/masked.ts';
import { makeFolder } from './report-folder.ts';
import { whyNoFile } from './unwritable.ts';

const OWNER_ALONE = 0o600;

/**
 * Writes a file whole or not at all, and makes its folder. Only its owner may read it, unless another mode is given.
 * @returns its path
 * @throws Error with the path, what is in the way and the system's error as its cause where the folder or the file cannot be written
 */
export async function writeAtomic(path: string, text: Masked, mode = OWNER_ALONE): Promise<string> {
  const unfinished = `${path}.${process.pid}.tmp`;
  try {
    await makeFolder(dirname(path));
    await writeFile(unfinished, text, { mode: OWNER_ALONE });
    // After it is made, since the umask of the process has no part in this.
    if (mode !== OWNER_ALONE) await chmod(unfinished, mode);
    await rename(unfinished, path);
    return path;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw new Error(`${path}: ${whyNoFile(path, error)}`, { cause: error });
  }
}

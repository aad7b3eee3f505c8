import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { slashed } from '../text/paths.ts';

const NAME = /\.ya?ml$/i;

/** Subfolders that hold no case files. */
const NEVER = /^(?:\.|node_modules$)/;

/**
 * Returns the case files of a folder and its subfolders, sorted by path so that the plan is the same everywhere. Links to
 * files count; links to folders, which may form a circle, are not followed.
 * @throws Error of the file system where the folder cannot be read
 */
export function caseFilesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !NEVER.test(name));
  const files = entries.flatMap((entry) => {
    const path = slashed(join(folder, entry.name));
    if (entry.isDirectory()) return caseFilesIn(path);
    if (!NAME.test(entry.name)) return [];
    const file = statSync(path, { throwIfNoEntry: false });
    // A link that leads nowhere is a file that cannot be read, and the loader says so; a pipe would be waited for.
    return file?.isDirectory() || file?.isFIFO() || file?.isSocket() ? [] : [path];
  });
  return files.toSorted();
}

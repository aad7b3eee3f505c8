import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { slashed } from '../text/paths.ts';

const NAME = /\.ya?ml$/i;

const NEVER = /^(?:\.|node_modules$)/;

/**
 * Returns the case files of a folder and the folders below it, sorted by path so that the plan is the same everywhere.
 * Links to files are followed, links to folders are not: they may lead round in a circle.
 * @throws Error of the file system where the folder cannot be read
 */
export function caseFilesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !NEVER.test(name));
  const files = entries.flatMap((entry) => {
    const path = slashed(join(folder, entry.name));
    if (entry.isDirectory()) return caseFilesIn(path);
    if (!NAME.test(entry.name)) return [];
    // A link that leads nowhere is a file that cannot be read, and the loader says so.
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? [] : [path];
  });
  return files.toSorted();
}

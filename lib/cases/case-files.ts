import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /\.ya?ml$/i;

/** Folders below one of case files that hold none of them. */
const NEVER = /^(?:\.|node_modules$)/;

/**
 * The case files of a folder: every .yaml and .yml file in it and below it, links to files among them, sorted by path
 * so that the plan is the same everywhere. What is hidden is not looked at, nor is what a package manager installed, nor
 * where a link to a folder leads, which may be round in a circle.
 * @throws Error of the file system where the folder cannot be read
 */
export function caseFilesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !NEVER.test(name));
  const files = entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return caseFilesIn(path);
    if (!NAME.test(entry.name)) return [];
    const file = statSync(path, { throwIfNoEntry: false });
    // A link that leads nowhere is a file that cannot be read, and the loader says so; a pipe would be waited for.
    return file?.isDirectory() || file?.isFIFO() || file?.isSocket() ? [] : [path];
  });
  return files.toSorted();
}

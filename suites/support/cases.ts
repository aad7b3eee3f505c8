import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadContract } from '../../lib/cases/load.ts';
import type { Contract } from '../../lib/model/contract.ts';
import type { Loaded, Problem } from '../../lib/model/result.ts';
import { folderWith } from '../self/folders.ts';

/** The built-in contract, for tests. */
export const contract: Contract = loaded(loadContract(casesFile('contract.yaml')));

/** The path of a file in cases/. */
export function casesFile(name: string): string {
  return fileURLToPath(new URL(`../../cases/${name}`, import.meta.url));
}

/** The value of something that must have loaded. */
export function loaded<T>(result: Loaded<T>): T {
  if (result.ok) return result.value;
  throw new Error(
    result.error.map((problem) => `${problem.file}:${problem.line} ${problem.message}`).join('\n'),
  );
}

/** The problems of something that must not have loaded. */
export function problemsOf(result: Loaded<unknown>): readonly Problem[] {
  if (!result.ok) return result.error;
  throw new Error('loaded, although it has a mistake');
}

/** Runs `use` in a working folder of its own that holds these files, until what it promises is settled. */
export function inFolder<T>(files: Readonly<Record<string, string | Uint8Array>>, use: () => T): T {
  const before = process.cwd();
  const folder = folderWith(files);
  const leave = () => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  };
  process.chdir(folder);
  let result: T | undefined;
  try {
    result = use();
    return result instanceof Promise ? (result.finally(leave) as T) : result;
  } finally {
    if (!(result instanceof Promise)) leave();
  }
}

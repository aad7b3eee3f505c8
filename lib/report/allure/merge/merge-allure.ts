import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { allureFolders, OWNER_ONLY } from '../../../report-folder/report-folder.ts';
import type { Input } from '../../../results/merge/shard-results.ts';
import { LANES } from '../allure-writer.ts';
import { brokenAllure, isResult } from './whole-allure.ts';

/**
 * Why the Allure results of these folders do not make up those of one run; undefined where they do, or where no folder
 * has any.
 */
export async function allureMistake(shards: readonly Input[]): Promise<string | undefined> {
  const found = await Promise.all(shards.map(async ({ folder }) => allureIn(folder)));
  if (found.every((names) => names === null)) return undefined;
  for (const [place, { folder, results }] of shards.entries()) {
    const mistake = await mistakeIn(
      allureFolders(folder).results,
      found[place] ?? null,
      results.exchanges.length,
    );
    if (mistake === undefined) continue;
    return `${mistake}: was the folder copied whole? --no-allure leaves Allure out`;
  }
  return undefined;
}

async function mistakeIn(
  path: string,
  names: readonly string[] | null,
  exchanges: number,
): Promise<string | undefined> {
  const results = names?.filter(isResult).length ?? 0;
  if (names !== null && results >= exchanges) return brokenAllure(path, names);
  const there = names === null ? 'is not there' : `has ${results} results`;
  return `${path} ${there}, of ${exchanges} exchanges`;
}

/** The folders that have Allure results. */
export async function withAllure(shards: readonly Input[]): Promise<readonly Input[]> {
  const found = await Promise.all(shards.map(async ({ folder }) => allureIn(folder)));
  return shards.filter((_, place) => found[place] !== null);
}

async function allureIn(folder: string): Promise<readonly string[] | null> {
  return filesIn(allureFolders(folder).results).catch(() => null);
}

/** Regular files alone: a link could lead to anything. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/**
 * Puts the Allure results of all folders into one. Their files have names of their own; of those that every run writes,
 * such as what it ran against, the first folder's are taken.
 * @throws the system's error where one cannot be read or written
 */
export async function mergeAllure(shards: readonly Input[], reportDir: string): Promise<void> {
  const target = allureFolders(reportDir).results;
  await mkdir(target, { recursive: true, mode: OWNER_ONLY });
  const from = new Map<string, string>();
  for (const { folder } of shards) {
    const source = allureFolders(folder).results;
    for (const name of await filesIn(source)) if (!from.has(name)) from.set(name, join(source, name));
  }
  const queue = new PQueue({ concurrency: LANES });
  await queue.addAll(
    [...from].map(
      ([name, path]) =>
        () =>
          copyPrivate(path, join(target, name)),
    ),
  );
}

/** Whatever the rights of the file that it is copied from are. */
async function copyPrivate(from: string, to: string): Promise<void> {
  await writeFile(to, await readFile(from), { mode: 0o600 });
}

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Results } from '../../model/running/results.ts';
import { allureFolders } from '../../report-folder/report-folder.ts';
import { makeFolder } from '../../report-folder/write-atomic.ts';

/**
 * Copies the Allure results of the shards into one report folder, for its owner alone; true if there were any.
 * Names of results are unique; of files that every run writes, such as its environment, one is kept.
 * @throws Error where a shard has fewer results than exchanges, or the system's error where a file cannot be copied
 */
export async function mergeAllure(
  shards: readonly { readonly folder: string; readonly results: Results }[],
  reportDir: string,
): Promise<boolean> {
  const read = async ({ folder, results }: (typeof shards)[number]) => {
    const source = allureFolders(folder).results;
    const entries = await readdir(source, { withFileTypes: true }).catch(() => []);
    // A link could lead anywhere.
    return { source, results, names: entries.filter((entry) => entry.isFile()).map(({ name }) => name) };
  };
  const found = await Promise.all(shards.map(read));
  if (found.every(({ names }) => names.length === 0)) return false;
  const target = allureFolders(reportDir).results;
  await makeFolder(target);
  for (const { source, results, names } of found) {
    const count = names.filter((name) => name.endsWith('-result.json')).length;
    if (count < results.exchanges.length) {
      throw new Error(`${source} has ${count} results of ${results.exchanges.length} exchanges`);
    }
    for (const name of names) {
      await writeFile(join(target, name), await readFile(join(source, name)), { mode: 0o600 });
    }
  }
  return true;
}

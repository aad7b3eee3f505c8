import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isFolder } from '../../report-folder/is-folder.ts';
import { resultsFile } from '../../report-folder/report-folder.ts';
import { loadResults } from '../../results/load-results.ts';

/** The report folder of whoever names the results in it, as `diff` takes them too. */
export function shardFolder(path: string): string {
  return basename(path) === RESULTS && !isFolder(path) ? dirname(path) : path;
}

const RESULTS = basename(resultsFile(''));

/** Folders that somebody reads of a message. */
const MOST_SHOWN = 8;

/** That something is not the report folder of a shard, and which are that it was perhaps taken for. */
export function noShardText(path: string): string {
  if (!isFolder(path)) {
    return `${path} is a file; expected the report folder of a shard`;
  }
  const within = shardsIn(path);
  const more = within.length > MOST_SHOWN ? ', …' : '';
  return within.length === 0
    ? `${path} has no results of a shard; \`run --shard i/n --report-dir DIR\` writes them`
    : `${path} has no results of a shard; name its folders that have: ${within.slice(0, MOST_SHOWN).join(', ')}${more}`;
}

/** The folders in a folder that shards were written to, in their order. */
export function shardsIn(folder: string): readonly string[] {
  return namesIn(folder)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((name) => join(folder, name))
    .filter(isShardFolder);
}

/** None where they may not be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isShardFolder(path: string): boolean {
  const file = resultsFile(path);
  if (!isFolder(path) || !existsSync(file)) return false;
  const read = loadResults(file);
  return read.ok && read.value.shard !== undefined;
}

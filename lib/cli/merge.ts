import { printableLines } from '../findings/finding-text.ts';
import type { Io } from '../model/running/io.ts';
import { mergeShards } from '../run/merge-shards.ts';
import { mistakeMask } from '../settings/reach.ts';
import { readSettings } from '../settings/read-settings.ts';
import { MERGED, type SettingFlags } from './setting-flags.ts';
import { refuse } from './usage.ts';

/** `merge`: one run of the shards that jobs of their own have run, with the exit code of that run. */
export async function mergeCommand(folders: readonly string[], flags: SettingFlags, io: Io): Promise<number> {
  const mask = mistakeMask(io.env);
  const settings = await readSettings({ flags, environment: io.env }, MERGED);
  const ended = settings.ok ? await mergeShards(folders, settings.value, mask, io) : settings;
  if ('message' in ended) return refuse(io, ended, (text) => mask(printableLines(text)));
  return ended.exitCode;
}

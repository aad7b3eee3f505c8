import { printableLines } from '../findings/finding-text.ts';
import type { Io } from '../model/running/io.ts';
import { mergeShards } from '../run/merge-shards.ts';
import { mistakeMask } from '../settings/reach.ts';
import { readSettings } from '../settings/read-settings.ts';
import { printUsageError } from './flags/print-usage-error.ts';
import { MERGED } from './flags/setting-flags.ts';
import { refuseSwallowed } from './flags/swallowed-flags.ts';

export interface MergeFlags {
  readonly [setting: string]: unknown;
}

/** `merge`: one run of the shards that jobs of their own have run, with the exit code of that run. */
export async function mergeCommand(folders: readonly string[], flags: MergeFlags, io: Io): Promise<number> {
  const mask = mistakeMask(io.env);
  const handedOn = refuseSwallowed('merge', flags, io.env);
  const settings = handedOn.ok ? await readSettings({ flags, environment: io.env }, MERGED) : handedOn;
  const ended = settings.ok ? await mergeShards(folders, settings.value, mask, io) : settings;
  if ('message' in ended) printUsageError(io, mask(printableLines(ended.message)));
  return ended.exitCode;
}

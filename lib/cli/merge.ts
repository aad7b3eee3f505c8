import { printableLines } from '../report/finding-text.ts';
import { mergeShards } from '../run/merge-shards.ts';
import { mistakeMask } from '../run/mistake-mask.ts';
import { readSettings } from '../settings/read-settings.ts';
import { sayMistake } from './say-mistake.ts';
import { MERGED } from './setting-flags.ts';
import { refuseSwallowed } from './swallowed-flags.ts';

export interface MergeFlags {
  readonly [setting: string]: unknown;
}

/** `merge`: one run of the shards that jobs of their own have run, with the exit code of that run. */
export async function mergeCommand(
  folders: readonly string[],
  flags: MergeFlags,
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const mask = mistakeMask(environment);
  const handedOn = refuseSwallowed('merge', flags, environment);
  const settings = handedOn.ok ? await readSettings({ flags, environment }, MERGED) : handedOn;
  const ended = settings.ok ? await mergeShards(folders, settings.value, mask) : settings;
  if ('message' in ended) sayMistake(mask(printableLines(ended.message)));
  return ended.exitCode;
}

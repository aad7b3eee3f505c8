import { printableLines } from '../findings/finding-text.ts';
import { mergeShards } from '../run/shards/merge-shards.ts';
import type { MergeSettings } from '../run/shards/open-shards.ts';
import { defaultSettings } from '../settings/defaults.ts';
import { mistakeMask } from '../settings/mistake-mask.ts';
import { readSettings } from '../settings/read/read-settings.ts';
import type { SettingName } from '../settings/read/setting-values.ts';
import { printUsageError } from './flags/print-usage-error.ts';
import { MERGED } from './flags/setting-flags.ts';
import { refuseSwallowed } from './flags/swallowed-flags.ts';

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
  const ended = settings.ok
    ? await mergeShards(
        folders,
        { ...settings.value, ...(await inputsOf(flags, environment)), configuration: settings.file },
        mask,
      )
    : settings;
  if ('message' in ended) printUsageError(mask(printableLines(ended.message)));
  return ended.exitCode;
}

/** What runs read by file, where no report may go; a merge itself reads none of it, so a mistake there is none of its. */
async function inputsOf(
  flags: MergeFlags,
  environment: NodeJS.ProcessEnv,
): Promise<Pick<MergeSettings, 'known' | 'cases'>> {
  const read = await readSettings({ flags, environment }, INPUTS);
  const { known, cases } = read.ok ? read.value : defaultSettings;
  return { known, cases };
}

const INPUTS = ['cases', 'known'] as const satisfies SettingName[];

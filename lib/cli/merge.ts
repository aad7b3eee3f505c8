import { printableLines } from '../report/finding-text.ts';
import { mergeShards } from '../run/merge-shards.ts';
import { mistakeMask } from '../run/mistake-mask.ts';
import type { MergeSettings } from '../run/open-shards.ts';
import { defaultSettings } from '../run/settings.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { SettingName } from '../settings/setting-values.ts';
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
  const ended = settings.ok
    ? await mergeShards(
        folders,
        { ...settings.value, ...(await inputsOf(flags, environment)), configuration: settings.file },
        mask,
      )
    : settings;
  if ('message' in ended) sayMistake(mask(printableLines(ended.message)));
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

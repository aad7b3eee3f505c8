import { printableLines } from '../findings/finding-text.ts';
import type { Io } from '../model/running/io.ts';
import { runSuite } from '../run/run-suite.ts';
import { mistakeMask } from '../settings/reach.ts';
import { readSettings } from '../settings/read-settings.ts';
import { JUDGED, type SettingFlags } from './setting-flags.ts';
import { refuse } from './usage.ts';

/** `judge`: judges the requests and responses of recordings, whoever made them; nothing is sent. */
export async function judgeCommand(files: readonly string[], flags: SettingFlags, io: Io): Promise<number> {
  const settings = await readSettings({ flags, environment: io.env }, JUDGED);
  const ended = settings.ok
    ? await runSuite(settings.value, nothingToAsk, io, { recordings: files })
    : settings;
  const mask = mistakeMask(io.env);
  return 'message' in ended ? refuse(io, ended, (text) => mask(printableLines(text))) : ended.exitCode;
}

/** No recording sends anything. */
async function nothingToAsk(): Promise<never> {
  throw new Error('a recording was about to be sent');
}

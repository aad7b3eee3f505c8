import { printableLines } from '../findings/finding-text.ts';
import type { Io } from '../model/running/io.ts';
import { runSuite } from '../run/run-suite.ts';
import { mistakeMask } from '../settings/reach.ts';
import { readSettings } from '../settings/read-settings.ts';
import { printUsageError } from './flags/print-usage-error.ts';
import { JUDGED } from './flags/setting-flags.ts';
import { refuseSwallowed } from './flags/swallowed-flags.ts';

export interface JudgeFlags {
  readonly [setting: string]: unknown;
}

/** `judge`: judges the requests and responses of recordings, whoever made them; nothing is sent. */
export async function judgeCommand(files: readonly string[], flags: JudgeFlags, io: Io): Promise<number> {
  const handedOn = refuseSwallowed('judge', flags, io.env);
  const settings = handedOn.ok ? await readSettings({ flags, environment: io.env }, JUDGED) : handedOn;
  const ended = settings.ok
    ? await runSuite(settings.value, nothingToAsk, io, { recordings: files })
    : settings;
  if ('message' in ended) printUsageError(io, mistakeMask(io.env)(printableLines(ended.message)));
  return ended.exitCode;
}

/** No recording sends anything. */
async function nothingToAsk(): Promise<never> {
  throw new Error('a recording was about to be sent');
}

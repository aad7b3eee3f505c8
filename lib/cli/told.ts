import type { Command } from 'commander';
import { printableLines } from '../findings/finding-text.ts';
import type { Refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import type { Mask } from '../secrets/mask.ts';
import { mistakeMask } from '../settings/reach.ts';
import type { FoundSettings, readSettings } from '../settings/read-settings.ts';
import { withSources } from '../settings/run-settings.ts';
import { SETTINGS, type SettingFlags } from './setting-flags.ts';
import { refuse } from './usage.ts';

/** What a command is told: its flags, and the settings that it uses. */
export interface Told<Flags extends SettingFlags = SettingFlags> {
  readonly flags: Flags;
  readonly io: Io;
  readonly found: FoundSettings;
  /** Masks a message, for which nothing guards the output yet, and names the sources of the settings in it. */
  readonly mask: Mask;
  /** Prints why the command stops, and returns its exit code. */
  refuse(why: Pick<Refusal, 'exitCode' | 'message'>): number;
}

/** Reads the settings that a command uses; the exit code where one is wrong, which has then been told. */
export async function readFor(command: Command, io: Io, read: typeof readSettings): Promise<Told | number> {
  const flags = command.opts<SettingFlags>();
  const found = await read({ flags, environment: io.env }, SETTINGS[command.name() as keyof typeof SETTINGS]);
  if (!found.ok) return refuse(io, found);
  const masked = mistakeMask(io.env, found.value);
  const mask: Mask = (text) => masked(withSources(text, found.effective));
  const refused: Told['refuse'] = ({ exitCode, message }) =>
    refuse(io, { exitCode, message: printableLines(message) }, mask);
  return { flags, io, found, mask, refuse: refused };
}

import { type Refusal, refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import type { Environment } from '../model/running/settings.ts';
import type { FoundSettings } from '../settings/read-settings.ts';
import { mistakeMask } from '../settings/run-settings.ts';
import { flagKeyOf, type SettingName, settingNames } from '../settings/table.ts';
import { defined } from '../text/defined.ts';
import { didYouMean } from '../text/nearest.ts';
import { reasonOf } from '../text/reason-of.ts';
import { readRunSettings } from './check-settings.ts';
import type { RunEnd, RunOptions } from './run-options.ts';
import { runSuite } from './run-suite.ts';
import { askNobody } from './sends/permission.ts';

const optionNames: readonly string[] = [...settingNames, 'config', 'quiet'];

/** Runs the suite for a program that calls `run`; never throws. */
export async function runWithOptions(options: RunOptions, io: Io): Promise<RunEnd> {
  const refused = (exitCode: number, message: string) => ({ exitCode, results: null, message });
  let mask = mistakeMask(io.env);
  try {
    const settings = await readOptions(options, io.env);
    if (!settings.ok) return refused(settings.exitCode, settings.message);
    mask = settings.mask;
    const ended = await runSuite(settings.value, askNobody, io, { quiet: options.quiet ?? false });
    if ('message' in ended) return refused(ended.exitCode, mask(ended.message));
    const { exitCode, results } = ended;
    return { exitCode, results, message: results.why ?? null };
  } catch (error) {
    return refused(5, mask(`the harness failed: ${reasonOf(error)}`));
  }
}

/** Reads options, which take the place of flags. */
export async function readOptions(options: RunOptions, env: Environment): Promise<FoundSettings | Refusal> {
  const wrong = optionMistake(options);
  if (wrong !== undefined) return refusal(2, mistakeMask(env)(wrong));
  const { ticket, tickets, quiet: _, config, ...others } = options;
  const flags = Object.entries(others).map(([name, value]) => [flagKeyOf(name as SettingName), value]);
  return readRunSettings({
    flags: { ...Object.fromEntries(flags), config },
    environment: { ...env, ...defined({ POSTSMS_TICKET: ticket, POSTSMS_TICKETS: tickets?.join('\n') }) },
    called: (name) => `option ${name}`,
  });
}

/** Returns what is wrong with the options themselves; their values are read as the texts of flags are. */
function optionMistake(passed: RunOptions): string | undefined {
  for (const [name, value] of Object.entries(passed)) {
    if (!optionNames.includes(name)) return `unknown option "${name}"${didYouMean(name, optionNames)}`;
    // A variable that is not set must not judge the embedded reference instead of a target.
    if (value === undefined || (name === 'ticket' && value === '')) {
      const what = value === undefined ? 'undefined' : 'empty';
      return `the option "${name}" is ${what}: leave it out, or give it a value`;
    }
  }
  return undefined;
}

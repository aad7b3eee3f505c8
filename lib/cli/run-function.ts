import type { Io } from '../model/running/io.ts';
import { readRunSettings } from '../run/check-settings.ts';
import type { RunEnd, RunOptions } from '../run/run-options.ts';
import { runSuite } from '../run/run-suite.ts';
import { askNobody } from '../run/sends/send-limits.ts';
import { mistakeMask } from '../settings/run-settings.ts';
import { flagKeyOf, type SettingName, settingNames } from '../settings/table.ts';
import { didYouMean } from '../text/nearest.ts';
import { reasonOf } from '../text/reason-of.ts';

const optionNames: readonly string[] = [...settingNames, 'config', 'quiet'];

/** `run` as a program calls it: options in the place of flags. */
export async function runWithOptions(passed: RunOptions, io: Io): Promise<RunEnd> {
  const refused = (exitCode: number, message: string) => ({ exitCode, results: null, message });
  const wrong = optionMistake(passed);
  if (wrong !== undefined) return refused(2, mistakeMask(io.env)(wrong));
  const { ticket, quiet = false, config, ...options } = passed;
  const flags = Object.entries(options).map(([name, value]) => [flagKeyOf(name as SettingName), value]);
  const settings = await readRunSettings({
    flags: { ...Object.fromEntries(flags), config },
    environment: ticket === undefined ? io.env : { ...io.env, POSTSMS_TICKET: ticket },
    called: (name) => `option ${name}`,
  });
  if (!settings.ok) return refused(settings.exitCode, settings.message);
  try {
    const ended = await runSuite(settings.value, askNobody, io, { quiet });
    if ('message' in ended) return refused(ended.exitCode, settings.mask(ended.message));
    const { exitCode, results } = ended;
    return { exitCode, results, message: results.why ?? null };
  } catch (error) {
    return refused(5, settings.mask(`the harness failed: ${reasonOf(error)}`));
  }
}

/** What is wrong with the options themselves; their values are read as the texts of flags are. */
function optionMistake(passed: RunOptions): string | undefined {
  for (const [name, value] of Object.entries(passed)) {
    if (!optionNames.includes(name)) return `unknown option "${name}"${didYouMean(name, optionNames)}`;
    // A variable that is not set must not judge the embedded reference in the place of a target.
    if (value === undefined || (name === 'ticket' && value === '')) {
      const what = value === undefined ? 'undefined' : 'empty';
      return `the option "${name}" is ${what}: leave it out, or give it a value`;
    }
  }
  return undefined;
}

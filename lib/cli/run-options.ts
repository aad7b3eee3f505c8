import type { Io } from '../model/running/io.ts';
import type { RunEnd, RunOptions } from '../run/run-options.ts';
import { readRunSettings } from '../run/run-settings.ts';
import { runSuite } from '../run/run-suite.ts';
import { askNobody } from '../run/sends/send-limits.ts';
import { mistakeMask } from '../settings/reach.ts';
import { withSources } from '../settings/run-settings.ts';
import type { SettingName } from '../settings/table.ts';
import { flagKeyOf, settingNames } from '../settings/table.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { reasonOf } from '../text/reason-of.ts';

const optionNames: readonly string[] = [...settingNames, 'config', 'quiet'];

/** `run` as a program calls it: options in the place of flags. */
export async function runWithOptions(given: RunOptions, io: Io): Promise<RunEnd> {
  const refused = (exitCode: number, message: string) => ({ exitCode, results: null, message });
  const wrong = optionMistake(given);
  if (wrong !== undefined) return refused(2, mistakeMask(io.env)(wrong));
  const { ticket, quiet = false, ...options } = given;
  const environment = ticket === undefined ? io.env : { ...io.env, POSTSMS_TICKET: ticket };
  const settings = await readRunSettings({ flags: flagsOf(options), environment, ofProgram: true });
  if (!settings.ok) return refused(settings.exitCode, settings.message);
  const mask = mistakeMask(environment, settings.value);
  try {
    const ended = await runSuite(settings.value, askNobody, io, { quiet });
    if ('message' in ended) {
      return refused(ended.exitCode, mask(withSources(ended.message, settings.effective)));
    }
    const { exitCode, results } = ended;
    return { exitCode, results, message: results.why ?? null };
  } catch (error) {
    return refused(5, mask(`the harness failed: ${reasonOf(error)}`));
  }
}

/** What is wrong with options that a program without types hands over; their values are read as those of flags are. */
function optionMistake(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return `run() takes an object of options, such as { target: 'http://127.0.0.1:8080' }`;
  }
  for (const [name, value] of Object.entries(given)) {
    if (!optionNames.includes(name)) return `unknown option "${name}"${didYouMean(name, optionNames)}`;
    // A variable that is not set must not judge the embedded reference in the place of a target.
    if (value === undefined) return `the option "${name}" is undefined: leave it out, or give it a value`;
    const wanted = wantedOf(name, value);
    if (wanted !== undefined) return `option "${name}" must be ${wanted}`;
    if (name === 'ticket' && value === '') {
      return 'the option "ticket" is empty: leave it out, or give the ticket';
    }
  }
  return undefined;
}

function wantedOf(name: string, value: unknown): string | undefined {
  if (name === 'quiet') return typeof value === 'boolean' ? undefined : 'true or false';
  if (name === 'ticket' || name === 'config') return typeof value === 'string' ? undefined : 'a text';
  const isOther = value === null || (typeof value === 'object' && !Array.isArray(value));
  return isOther ? 'a text, a number, true or false, or a list of them' : undefined;
}

/** Options as the command line has them: texts, which the settings themselves read. */
function flagsOf(options: Omit<RunOptions, 'ticket' | 'quiet'>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(options);
  const key = (name: string) => (name === 'config' ? name : flagKeyOf(name as SettingName));
  return Object.fromEntries(entries.map(([name, value]) => [key(name), value]));
}

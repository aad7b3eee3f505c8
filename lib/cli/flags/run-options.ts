import type { Io } from '../../model/running/io.ts';
import type { RunEnd, RunOptions } from '../../run/run-options.ts';
import { readRunSettings } from '../../run/run-settings.ts';
import { runSuite } from '../../run/run-suite.ts';
import { askNobody } from '../../run/sends/send-limits.ts';
import { mistakeMask } from '../../settings/reach.ts';
import { withSources } from '../../settings/run-settings.ts';
import type { SettingName } from '../../settings/setting-values.ts';
import { flagKeyOf, settingNames } from '../../settings/table.ts';
import { didYouMean } from '../../text/did-you-mean.ts';

const optionNames: readonly string[] = [...settingNames, 'config', 'quiet'];

/** `run` as a program calls it: options in the place of flags. */
export async function runWithOptions(given: RunOptions, io: Io): Promise<RunEnd> {
  const wrong = unreadable(given);
  if (wrong !== undefined) return { exitCode: 2, results: null, message: mistakeMask(io.env)(wrong) };
  const { ticket, quiet = false, ...options } = given;
  const environment = ticket === undefined ? io.env : { ...io.env, POSTSMS_TICKET: ticket };
  const mistake = unknownOption(options) ?? emptyOption(given);
  if (mistake !== undefined)
    return { exitCode: 2, results: null, message: mistakeMask(environment)(mistake) };
  const settings = await readRunSettings({ flags: flagsOf(options), environment, ofProgram: true });
  if (!settings.ok) return { exitCode: settings.exitCode, results: null, message: settings.message };
  const mask = mistakeMask(environment, settings.value);
  try {
    const ended = await runSuite(settings.value, askNobody, io, { quiet });
    if (!('message' in ended)) {
      const { exitCode, results } = ended;
      return { exitCode, results, message: results.why ?? null };
    }
    const message = mask(withSources(ended.message, settings.effective));
    return { exitCode: ended.exitCode, results: null, message };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { exitCode: 5, results: null, message: mask(`the harness failed: ${why}`) };
  }
}

/** What no flag could ever be, and a program that is not type-checked can hand over. */
function unreadable(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return `run() takes an object of options, such as { target: 'http://127.0.0.1:8080' }`;
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || !optionNames.includes(name)) continue;
    if (name === 'quiet' && typeof value !== 'boolean') return 'option "quiet" must be true or false';
    if (typeof value === 'string') continue;
    if (textOptions.includes(name)) return `option "${name}" must be a text`;
    if (!isReadable(value))
      return `option "${name}" must be a text, a number, true or false, or a list of them`;
  }
  return undefined;
}

/** Those that are used as they are, before any setting is read. */
const textOptions: readonly string[] = ['ticket', 'config'];

function isReadable(value: unknown): boolean {
  try {
    for (const one of [value].flat()) String(one);
    return true;
  } catch {
    return false;
  }
}

function unknownOption(options: Omit<RunOptions, 'ticket' | 'quiet'>): string | undefined {
  const name = Object.keys(options).find((key) => !optionNames.includes(key));
  return name === undefined ? undefined : `unknown option "${name}"${didYouMean(name, optionNames)}`;
}

/** A variable that nobody set must not judge the embedded reference in the place of a target, nor pass for a ticket. */
function emptyOption(given: RunOptions): string | undefined {
  const lost = Object.entries(given).find(([, value]) => value === undefined);
  if (lost !== undefined) return `the option "${lost[0]}" is undefined: leave it out, or give it a value`;
  return given.ticket === '' ? 'the option "ticket" is empty: leave it out, or give the ticket' : undefined;
}

/** Options as the command line has them: texts, which the settings themselves read. */
function flagsOf(options: Omit<RunOptions, 'ticket' | 'quiet'>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name === 'config' ? name : flagKeyOf(name as SettingName),
      value,
    ]),
  );
}

import { didYouMean } from '../declarations/did-you-mean.ts';
import { mistakeMask } from '../run/mistake-mask.ts';
import { runSuite } from '../run/run-suite.ts';
import { askNobody } from '../run/send-question.ts';
import type { RunEnd, RunOptions } from '../run-options.ts';
import { settingNames } from '../settings/keys.ts';
import { flagKeyOf } from '../settings/names.ts';
import { readRunSettings } from '../settings/read-run-settings.ts';
import type { SettingName } from '../settings/setting-values.ts';
import { withSources } from '../settings/with-sources.ts';

/** `run` as a program calls it: options in the place of flags. */
export async function runWithOptions(given: RunOptions): Promise<RunEnd> {
  const { ticket, ...options } = given;
  const environment = ticket === undefined ? process.env : { ...process.env, POSTSMS_TICKET: ticket };
  const mistake = unknownOption(options) ?? emptyOption(given);
  if (mistake !== undefined)
    return { exitCode: 2, results: null, message: mistakeMask(environment)(mistake) };
  const settings = await readRunSettings({ flags: flagsOf(options), environment });
  if (!settings.ok) return { exitCode: settings.exitCode, results: null, message: settings.message };
  const mask = mistakeMask(environment, settings.value);
  try {
    const ended = await runSuite(settings.value, askNobody);
    if (!('message' in ended)) return { exitCode: ended.exitCode, results: ended.results, message: null };
    const message = mask(withSources(ended.message, settings.effective));
    return { exitCode: ended.exitCode, results: null, message };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { exitCode: 5, results: null, message: mask(`the harness failed: ${why}`) };
  }
}

function unknownOption(options: Omit<RunOptions, 'ticket'>): string | undefined {
  const known: readonly string[] = [...settingNames, 'config'];
  const name = Object.keys(options).find((key) => !known.includes(key));
  return name === undefined ? undefined : `there is no option "${name}"${didYouMean(name, known)}`;
}

/** A variable that nobody set must not judge the embedded reference in the place of a target, nor pass for a ticket. */
function emptyOption(given: RunOptions): string | undefined {
  const lost = Object.entries(given).find(([, value]) => value === undefined);
  if (lost !== undefined) return `the option "${lost[0]}" is undefined: leave it out, or give it a value`;
  return given.ticket === '' ? 'the option "ticket" is empty: leave it out, or give the ticket' : undefined;
}

/** Options as the command line has them: texts, which the settings themselves read. */
function flagsOf(options: Omit<RunOptions, 'ticket'>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name === 'config' ? name : flagKeyOf(name as SettingName),
      value,
    ]),
  );
}

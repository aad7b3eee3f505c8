import type { Settings } from '../../model/running/settings.ts';
import { type Stop, stop } from '../../model/running/stop.ts';
import type { Effective, EffectiveSettings } from '../effective.ts';
import { settingKeys, settingNames } from '../keys/index.ts';
import { mistakeMask } from '../mistake-mask.ts';
import { secretArguments } from '../secret-arguments.ts';
import { unknownVariables } from '../unknown-variables.ts';
import type { Sources } from './candidates.ts';
import { standardKnownFile } from './known-file.ts';
import { CONFIG_FILE, openConfiguration } from './open-configuration.ts';
import { readSetting } from './read-setting.ts';
import { readTarget } from './read-target.ts';
import type { SettingName } from './setting-values.ts';
import { settingsOf } from './settings-of.ts';

export interface FoundSettings {
  readonly ok: true;
  readonly value: Settings;
  /** Every setting with where it comes from. */
  readonly effective: EffectiveSettings;
  /** The file of settings, or where one would be looked for. */
  readonly file: string;
}

/**
 * The settings of a run: flags before the environment (POSTSMS_…) before conformance.yaml before the defaults.
 * Everything that is wrong is said at once.
 *
 * @param only the settings that matter; what stands in any source for another is not looked at
 */
export async function readSettings(
  given: Omit<Sources, 'configuration'>,
  only: readonly SettingName[] = settingNames,
): Promise<FoundSettings | Stop> {
  const opened = await openConfiguration(given);
  if (!opened.ok) return { ...opened, message: mistakeMask(given.environment)(opened.message) };
  return readSources({ ...given, configuration: opened.value }, only);
}

/** The same from sources that are open already. */
export function readSources(
  sources: Sources,
  only: readonly SettingName[] = settingNames,
): FoundSettings | Stop {
  const messages = [...unknownVariables(sources.environment, sources.configuration)];
  const found: Partial<Record<SettingName, Effective<unknown>>> = {};
  const target = readTarget(sources);
  const chosen = {
    url: target.ok ? target.value.value : null,
    named: target.named,
    foreign: target.ok && ['flag', 'environment'].includes(target.value.origin.kind),
  };
  for (const name of settingNames) {
    const given =
      name === 'target' ? target : readSetting(name, only.includes(name) ? sources : NOTHING, chosen);
    if (given.ok) found[name] = given.value;
    else if (only.includes(name)) messages.push(given.message);
    else found[name] = { value: settingKeys[name].initial, origin: { kind: 'default' } };
  }
  if (
    found.known?.value === null &&
    only.includes('known') &&
    target.named !== null &&
    sources.configuration
  ) {
    found.known = standardKnownFile(sources.configuration, target.named);
  }
  const effective = found as EffectiveSettings;
  // Not where it is read: a secret that is known is masked in what is said about other settings.
  messages.push(...secretArguments(effective));
  if (messages.length > 0) {
    const { ticket, proxy } = found as Partial<EffectiveSettings>;
    const read = { ticket: ticket?.value, transport: proxy && { proxy: proxy.value } };
    return stop(2, mistakeMask(sources.environment, read)(joined(messages)));
  }
  const file = sources.configuration?.file ?? CONFIG_FILE;
  return { ok: true, effective, file, value: settingsOf(effective) };
}

/** Those with a source line stand apart. */
function joined(messages: readonly string[]): string {
  return messages.join(messages.some((message) => message.includes('\n')) ? '\n\n' : '\n');
}

const NOTHING: Sources = { flags: {}, environment: {}, configuration: null };

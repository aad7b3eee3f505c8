import type { Settings } from '../model/running/settings.ts';
import { type Origin, originText } from './sources.ts';
import { valuesByName } from './special-kinds.ts';
import type { SettingName, SettingValues } from './table.ts';
import { settingKeys, settingNames } from './table.ts';

/** A setting with where it comes from. */
export interface Effective<T> {
  readonly value: T;
  readonly origin: Origin;
}

export type EffectiveSettings = { readonly [Name in SettingName]: Effective<SettingValues[Name]> };

/** What a run is told, in the shape in which it is told. */
export function settingsOf(effective: EffectiveSettings): Settings {
  const { known, html } = effective;
  const values = Object.fromEntries(settingNames.map((name) => [name, effective[name].value]));
  const all = values as unknown as SettingValues;
  const { target, namespace, ticket, gate, shard, runId, packetIds, probes, reportDir, allure, wsdl } = all;
  const { operation, binding, case: cases, exclude, tag, level } = all;
  const { concurrency, rate, maxResponseBytes, maxDuration } = all;
  const { keepAlive, servername, insecure, proxy, noProxy } = all;
  const { recipients, maxMessages } = all;
  return {
    ...{ target, namespace, ticket, gate, shard, runId, packetIds, probes, reportDir, allure, wsdl },
    filters: { operation, binding, case: cases, exclude, tag, level },
    cases: { folders: all.cases, builtIn: all.builtInCases },
    known: { path: all.known, mustExist: known.origin.kind !== 'default' },
    values: valuesByName(all.values),
    pace: {
      ...{ concurrency, rate, maxResponseBytes },
      connectTimeoutMs: all.connectTimeout,
      firstByteTimeoutMs: all.firstByteTimeout,
      timeoutMs: all.timeout,
      maxDurationMs: maxDuration && maxDuration * 1000,
      reportDelayMs: all.reportDelay,
    },
    transport: {
      ...{ keepAlive, servername, insecure, proxy, noProxy },
      ca: all.ca?.text ?? null,
      cert: all.cert?.text ?? null,
      key: all.key?.text ?? null,
    },
    maskNumbers: all.mask === 'numbers',
    reporters: all.reporter,
    html: all.html ? (html.origin.kind === 'default' ? 'unless-large' : 'yes') : 'no',
    sends: { permission: all.sends, recipients, maxMessages, confirmed: all.yes },
  };
}

/** What a run does when it is told nothing: the whole suite against the embedded reference. */
export const defaultSettings: Settings = settingsOf(
  Object.fromEntries(
    settingNames.map((name) => [name, { value: settingKeys[name].initial, origin: { kind: 'default' } }]),
  ) as unknown as EffectiveSettings,
);

/** Flags in messages that are told without their source. */
const FLAG = /--(operation|binding|case|exclude|tag|level|values|ca|cert|key|servername|proxy)(?= |:|$)/g;

/**
 * A message that names flags, with the sources that the settings really come from; and one that misses a permission with
 * the place of the one that does not count.
 */
export function withSources(message: string, effective: EffectiveSettings): string {
  const told = message.replace(FLAG, (flag, name: SettingName) => {
    const { origin } = effective[name];
    if (origin.kind === 'default') return flag;
    return origin.kind === 'file' ? `${originText(origin)}: ${name}` : origin.name;
  });
  const { origin } = effective.sends;
  if (origin.kind !== 'default' || !origin.notOf || !message.includes('--sends allow')) return told;
  return `${told}\n${origin.notOf} is only for targets of that file`;
}

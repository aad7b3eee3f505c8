import type { Environment, Settings, Transport } from '../model/running/settings.ts';
import { type Mask, maskFor } from '../secrets/mask.ts';
import { proxySecrets } from '../wire/transport/connection/proxy.ts';
import { type Effective, originText } from './sources.ts';
import { type SettingName, type SettingValues, settingKeys, settingNames } from './table.ts';

export type EffectiveSettings = { readonly [Name in SettingName]: Effective<SettingValues[Name]> };

/** What a run is told, in the shape in which it is told. */
export function settingsOf(effective: EffectiveSettings): Settings {
  const values = Object.fromEntries(settingNames.map((name) => [name, effective[name].value]));
  const all = values as unknown as SettingValues;
  const these = <Name extends SettingName>(...names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, all[name]])) as unknown as Pick<SettingValues, Name>;
  return {
    ...these('target', 'namespace', 'ticket', 'gate', 'shard', 'runId', 'packetIds', 'probes', 'values'),
    ...these('reportDir', 'allure', 'html', 'wsdl', 'allowHost'),
    filters: these('operation', 'binding', 'case', 'exclude', 'tag', 'level'),
    cases: { folders: all.cases, builtIn: all.builtInCases },
    known: { path: all.known, mustExist: effective.known.origin.kind !== 'default' },
    pace: {
      ...these('concurrency', 'rate', 'maxResponseBytes'),
      connectTimeoutMs: all.connectTimeout,
      firstByteTimeoutMs: all.firstByteTimeout,
      timeoutMs: all.timeout,
      maxDurationMs: all.maxDuration && all.maxDuration * 1000,
      reportDelayMs: all.reportDelay,
    },
    transport: these('keepAlive', 'ca', 'cert', 'key', 'servername', 'insecure', 'proxy', 'noProxy'),
    maskNumbers: all.mask === 'numbers',
    reporters: all.reporter,
    sends: { ...these('recipients', 'maxMessages'), permission: all.sends, confirmed: all.yes },
  };
}

/** What a run does when it is told nothing: the whole suite against the embedded reference. */
export const defaultSettings: Settings = settingsOf(
  Object.fromEntries(
    settingNames.map((name) => [name, { value: settingKeys[name].initial, origin: { kind: 'default' } }]),
  ) as unknown as EffectiveSettings,
);

/** How the target of a run is reached; the embedded reference straight, over connections that are used again. */
export function transportOf({ target, transport }: Pick<Settings, 'target' | 'transport'>): Transport {
  return target === null ? { ...defaultSettings.transport, keepAlive: true } : transport;
}

/** Every text of a run that must never be written; the ServiceTicket first. */
export function secretsOf({ ticket, transport }: Pick<Settings, 'ticket' | 'transport'>): readonly string[] {
  return [ticket, ...proxySecrets(transport)];
}

/** For a message about a mistake, before anything guards the output: it may repeat a secret in a wrong place. */
export function mistakeMask(environment: Environment, read: Settings = defaultSettings): Mask {
  // The ticket in the source of this program is no secret.
  const secrets = secretsOf(read).filter((secret) => secret !== defaultSettings.ticket);
  return maskFor([environment.POSTSMS_TICKET ?? '', ...secrets]);
}

/** Flags in messages that are told without their source. */
const FLAG = /--(operation|binding|case|exclude|tag|level|values|ca|cert|key|servername|proxy)(?= |:|$)/g;

/** A message that names flags, with the sources that the settings really come from. */
export function withSources(message: string, effective: EffectiveSettings): string {
  return message.replace(FLAG, (flag, name: SettingName) => {
    const { origin } = effective[name];
    if (origin.kind === 'default') return flag;
    return origin.kind === 'file' ? `${originText(origin)}: ${name}` : origin.name;
  });
}

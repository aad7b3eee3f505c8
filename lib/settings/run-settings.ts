import type { Environment, Filters, Pace, SettingSources, Transport } from '../model/running/settings.ts';
import { type Mask, maskFor } from '../secrets/mask.ts';
import { proxySecrets } from '../wire/transport/connection/proxy.ts';
import { type Effective, type Origin, originText } from './sources.ts';
import {
  flagOf,
  type SettingName,
  type SettingValues,
  settingGroups,
  settingKeys,
  settingNames,
} from './table.ts';

export type EffectiveSettings = { readonly [Name in SettingName]: Effective<SettingValues[Name]> };

/** Returns a member for each setting; TypeScript cannot see in a loop that each of them has its own type. */
export function mapSettings<T>(memberOf: (name: SettingName) => unknown, names = settingNames): T {
  return Object.fromEntries(names.map((name) => [name, memberOf(name)])) as T;
}

/** What a message calls a setting: the source that says it, or else its flag. */
function sourceOf(name: SettingName, origin: Origin): string {
  if (origin.kind === 'default') return `--${flagOf(name)}`;
  return origin.kind === 'file' ? `${originText(origin)}: ${name}` : origin.name;
}

/** The settings of a run, in the shape in which it reads them. */
export function settingsOf(effective: EffectiveSettings) {
  const all: SettingValues = mapSettings((name) => effective[name].value);
  const these = <Name extends SettingName>(names: readonly Name[]): Pick<SettingValues, Name> =>
    mapSettings((name) => all[name], names);
  const filters: Filters = these(settingGroups.filters);
  const pace: Pace = these(settingGroups.pace);
  const transport: Transport = these(settingGroups.transport);
  const { recipients, maxMessages, sends: permission, yes: confirmed } = all;
  return {
    ...these(settingNames.filter(isAlone)),
    filters,
    cases: { folders: all.cases, builtIn: all.builtInCases },
    // A file that a setting names must exist: without it, a run would judge something else than was meant.
    known: { path: all.known, mustExist: effective.known.origin.kind !== 'default' },
    pace,
    transport,
    maskNumbers: all.mask === 'numbers',
    reporters: all.reporter,
    // What messages call a setting: `--ca`, `POSTSMS_CA`, `conformance.yaml:3: ca`.
    sources: mapSettings<SettingSources>((name) => sourceOf(name, effective[name].origin)),
    sends: { recipients, maxMessages, permission, confirmed },
  };
}

/** The settings of a run, whatever their source. */
export type Settings = ReturnType<typeof settingsOf>;

const reshaped = ['cases', 'builtInCases', 'known', 'mask', 'reporter'] as const;
const elsewhere: readonly SettingName[] = [...Object.values(settingGroups).flat(), ...reshaped];

type Elsewhere = (typeof settingGroups)[keyof typeof settingGroups][number] | (typeof reshaped)[number];

function isAlone(name: SettingName): name is Exclude<SettingName, Elsewhere> {
  return !elsewhere.includes(name);
}

/** What a run does without any setting: the whole suite against the embedded reference. */
export const defaultSettings: Settings = settingsOf(
  mapSettings((name) => ({ value: settingKeys[name].initial, origin: { kind: 'default' } })),
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

import type { Environment, Transport } from '../model/running/settings.ts';
import { type Mask, maskFor } from '../secrets/mask.ts';
import { counted } from '../text/counted.ts';
import { proxyProblem, proxySecrets } from '../wire/transport/connection/proxy.ts';
import { tlsProblem } from '../wire/transport/connection/tls-options.ts';
import { type Effective, type Origin, type Origins, sourceOf } from './sources.ts';
import { type SettingName, type SettingValues, settingGroups, settingKeys, settingNames } from './table.ts';

/** The settings of a run under their names in conformance.yaml, and where each of them comes from. */
export interface Settings extends SettingValues {
  readonly origins: Origins;
  /** The target, by its name or URL, whose permission to send does not hold where messages go. */
  readonly withheld?: string | undefined;
  /** Values of variables that conformance.yaml refers to, and that are masked as the ticket is. */
  readonly secretVariables: Environment;
  /** The only exchanges that are run, those that failed before (--last-failed). */
  readonly lastFailed?: readonly string[];
}

/** Returns all settings, each as `read` gives it, or its default where `read` gives null. */
export function settingsOf(read: (name: SettingName) => Effective | null): Settings {
  const origin: Origin = { kind: 'default' };
  const all = settingNames.map((name) => ({ name, value: settingKeys[name].initial, origin, ...read(name) }));
  // TypeScript cannot see in a loop that each has a type of its own.
  const values = Object.fromEntries(all.map(({ name, value }) => [name, value])) as unknown as SettingValues;
  const origins = Object.fromEntries(all.map((setting) => [setting.name, setting.origin]));
  const variables = all.flatMap((setting) => Object.entries(setting.variables ?? {}));
  const secret = variables.filter(([name]) => !values.publicVariables.includes(name));
  return { ...values, origins: origins as Origins, secretVariables: Object.fromEntries(secret) };
}

export function picked<Name extends SettingName>(settings: Pick<Settings, Name>, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as Pick<Settings, Name>;
}

/** The settings of a run that no source changes: the whole suite against the embedded reference. */
export const defaultSettings: Settings = settingsOf(() => null);

/** Returns what is wrong with the settings by which a target is reached; null where nothing is. */
export function transportProblem(settings: Settings): string | null {
  const called = (name: keyof Transport) => sourceOf(settings, name);
  return proxyProblem(settings, called) ?? tlsProblem(settings, called);
}

/** Returns how the target of a run is reached; the embedded reference directly, over connections that are reused. */
export function transportOf(settings: Pick<Settings, 'target' | keyof Transport>): Transport {
  const { transport } = settingGroups;
  if (settings.target !== null) return picked(settings, transport);
  return { ...picked(defaultSettings, transport), keepAlive: true };
}

/** Says that the requests of a run have fields of the user, which no report shows. */
export function headerNotes({ headers }: Pick<Settings, 'headers'>): readonly string[] {
  const names = headers.map(([name]) => name).join(', ');
  const said = `with ${counted(headers.length, 'header')} of your own in every request, in no report and no command`;
  return names === '' ? [] : [`${said}: ${names}`];
}

/** Characters that a secret variable has at least; a shorter value is in every output by chance. */
const LEAST_SECRET = 4;

type Tickets = Pick<Settings, 'target' | 'ticket' | 'tickets'>;

/** Returns the tickets of the target besides the first; the reference has one with characters that are hard to write. */
export function otherTickets({ target, ticket, tickets }: Tickets): readonly string[] {
  if (target === null && tickets.length === 0) return [HARD_TICKET];
  return tickets.filter((further) => further !== ticket);
}

const HARD_TICKET = `Zq&7<w"K'x+%/=ığŞ Ü😀pQ3>v~8mT`;

/** Returns every text of a run that must never be written; the ServiceTicket first. */
export function secretsOf(settings: Tickets & Pick<Settings, 'proxy' | 'headers' | 'secretVariables'>) {
  const masked = Object.values(settings.secretVariables).flatMap((text = '') => [
    text,
    // One variable may hold several items, and names of parameters with their texts.
    ...text.split(/[,\r\n]+/).map((item) => item.replace(/^[^=]*=/, '').trim()),
  ]);
  masked.push(...headerSecrets(settings));
  const long = masked.filter((text) => text.length >= LEAST_SECRET);
  return [settings.ticket, ...otherTickets(settings), ...proxySecrets(settings), ...new Set(long)];
}

/** Returns the values of header fields, the credentials behind their scheme, and a password of Basic (RFC 7617). */
function headerSecrets({ headers }: Pick<Settings, 'headers'>): readonly string[] {
  return headers.flatMap(([, value]) => {
    const [, scheme = '', credentials = ''] = /^([\w-]+)[\t ]+(.+)$/.exec(value) ?? [];
    const pair = /^basic$/i.test(scheme) ? Buffer.from(credentials, 'base64').toString() : '';
    return [value, credentials, pair, pair.replace(/^[^:]*:/, '')];
  });
}

/** Returns a message for each variable whose value is too short to be masked. */
export function shortVariables({ secretVariables }: Settings): readonly string[] {
  return Object.entries(secretVariables).flatMap(([name, text]) =>
    text && text.length < LEAST_SECRET
      ? `the variable ${name} has fewer than ${LEAST_SECRET} characters, which cannot be masked; write publicVariables: [${name}] in conformance.yaml if it is no secret`
      : [],
  );
}

/** Returns the mask of a message about a mistake, which may repeat a secret in a wrong place before the output is guarded. */
export function mistakeMask(environment: Environment, read: Settings = defaultSettings): Mask {
  // The ticket in the source of this program is no secret.
  const secrets = secretsOf(read).filter((secret) => secret !== defaultSettings.ticket);
  const { POSTSMS_TICKET = '', POSTSMS_TICKETS = '' } = environment;
  return maskFor([POSTSMS_TICKET, ...POSTSMS_TICKETS.split(/\r?\n/), ...secrets]);
}

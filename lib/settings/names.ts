import { settingKeys } from './keys/index.ts';
import type { SettingName } from './read/setting-values.ts';

/** What the variables of all settings begin with. */
export const PREFIX = 'POSTSMS_';

/** The variable that names the file of settings. */
export const CONFIG_VARIABLE = `${PREFIX}CONFIG`;

/** Name of a setting's flag without its hyphens in front: connectTimeout is connect-timeout. */
export function flagOf(name: SettingName): string {
  return settingKeys[name].flag ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The name under which the command line hands a flag on: connect-timeout is connectTimeout. */
export function flagKeyOf(name: SettingName): string {
  return flagOf(name).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Name of a setting's variable: connectTimeout is POSTSMS_CONNECT_TIMEOUT. */
export function variableOf(name: SettingName): string {
  return `${PREFIX}${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

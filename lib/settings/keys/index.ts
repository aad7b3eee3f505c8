import type { SettingName } from '../read/setting-values.ts';
import { endpointKeys } from './endpoint-keys.ts';
import { paceKeys } from './pace-keys.ts';
import { reportKeys } from './report-keys.ts';
import { sendKeys } from './send-keys.ts';
import type { SettingKeys } from './setting-key.ts';
import { transportKeys } from './transport-keys.ts';

/**
 * Every setting there is, once: the flags, the variables, what `config` prints and what the schema of conformance.yaml
 * and the README are held to are made of this.
 */
export const settingKeys: SettingKeys<SettingName> = {
  ...endpointKeys,
  ...paceKeys,
  ...sendKeys,
  ...transportKeys,
  ...reportKeys,
};

export const settingNames = Object.keys(settingKeys) as readonly SettingName[];

import type { Origin } from './read/origin.ts';
import type { SettingName, SettingValues } from './read/setting-values.ts';

/** A setting with where it comes from. */
export interface Effective<T> {
  readonly value: T;
  readonly origin: Origin;
}

export type EffectiveSettings = { readonly [Name in SettingName]: Effective<SettingValues[Name]> };

/** A setting, or the message that says what is wrong with it and which source said it. */
export type ReadSetting<T> =
  | { readonly ok: true; readonly value: Effective<T> }
  | { readonly ok: false; readonly message: string };

import type { SettingName, SettingValues } from '../read/setting-values.ts';
import type { Kind } from './kinds.ts';

/** Something that can be set: what it takes, in words and in code. */
export interface SettingKey<T> {
  readonly kind: Kind<T>;
  /** What it does, for help, the schema's reader and the README. */
  readonly help: string;
  readonly initial: T;
  /** Name of the flag, where it is not the key in kebab case. */
  readonly flag?: string;
  /** The flag names a file that holds the value; `-` is standard input. */
  readonly flagIsFile?: true;
  /** Not for a file, which would say it for every run to come. */
  readonly notInFile?: true;
  /** What is shown instead of the value. */
  readonly show?: (value: T) => string | null;
}

/** Some of the settings, by name. */
export type SettingKeys<Names extends SettingName> = {
  readonly [Name in Names]: SettingKey<SettingValues[Name]>;
};

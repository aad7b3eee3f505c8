import { dirname, join } from 'node:path';
import type { Effective } from '../effective.ts';
import type { Configuration } from './load-configuration.ts';

/** Where the known failures of a named target stand unless something else is said: beside the file that names it. */
export function standardKnownFile(configuration: Configuration, target: string): Effective<string> {
  return {
    value: join(dirname(configuration.file), 'known-failures', `${target}.yaml`),
    origin: { kind: 'default' },
  };
}

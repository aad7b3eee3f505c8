import type { EffectiveSettings } from './effective.ts';
import { withoutCredentials } from './proxy.ts';

/**
 * What is wrong where a secret was given as an argument, which every process can read and the shell keeps in its
 * history: the password of a proxy, for a ticket has no flag.
 */
export function secretArguments({ proxy }: Partial<EffectiveSettings>): readonly string[] {
  if (proxy?.origin.kind !== 'flag' || proxy.value === null) return [];
  if (new URL(proxy.value).password === '') return [];
  const shown = JSON.stringify(withoutCredentials(proxy.value));
  return [
    `${proxy.origin.name} ${shown}: a password is a secret and cannot be an argument; set POSTSMS_PROXY, or write proxy: "\${env:NAME}" in conformance.yaml`,
  ];
}

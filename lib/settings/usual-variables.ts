import { isLoopback } from '../run/target-url.ts';
import type { SettingName } from './setting-values.ts';

/**
 * The variables in which other programs look for a proxy, the stronger first. They are not meant for what runs on
 * this machine, so a loopback target and the embedded reference are reached without.
 */
export function usualVariables(name: SettingName, target: string | null): readonly string[] {
  if (target === null || isLoopback(target)) return [];
  if (name === 'noProxy') return ['no_proxy', 'NO_PROXY'];
  if (name !== 'proxy') return [];
  const scheme = new URL(target).protocol.slice(0, -1);
  return [`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`];
}

import type { SettingName } from './read/setting-values.ts';
import { isLoopback } from './target-url.ts';

/**
 * What GitHub and GitLab call a run. A job that is run again is still of it, as are the reports that the other jobs left
 * the first time, so the attempt is no part of it.
 */
const RUN_IDS = ['GITHUB_RUN_ID', 'CI_PIPELINE_ID'];

/**
 * The variables in which engines name a run and other programs look for a proxy, the stronger first. Those of a proxy are
 * not meant for what runs on this machine, so a loopback target and the embedded reference are reached without.
 */
export function usualVariables(name: SettingName, target: string | null): readonly string[] {
  if (name === 'runId') return RUN_IDS;
  if (target === null || isLoopback(target)) return [];
  if (name === 'noProxy') return ['no_proxy', 'NO_PROXY'];
  if (name !== 'proxy') return [];
  const scheme = new URL(target).protocol.slice(0, -1);
  return [`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`];
}

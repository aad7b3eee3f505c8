import type { Settings } from '../model/settings.ts';
import { defaultSettings } from './settings.ts';

/**
 * The settings of a plain `vitest` run, from the environment: POSTSMS_TARGET, POSTSMS_NAMESPACE, POSTSMS_TICKET,
 * POSTSMS_REPORT_DIR. Variables that are empty count as not set.
 */
export function settingsFromEnvironment(environment: NodeJS.ProcessEnv): Settings {
  const { POSTSMS_TARGET: target, POSTSMS_NAMESPACE: namespace, POSTSMS_TICKET: ticket } = environment;
  const { POSTSMS_REPORT_DIR: reportDir } = environment;
  return {
    ...defaultSettings,
    ...(target ? { target } : {}),
    ...(namespace ? { namespace } : {}),
    ...(ticket ? { ticket } : {}),
    ...(reportDir ? { reportDir } : {}),
  };
}

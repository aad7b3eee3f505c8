import type { Stop } from '../../model/running/stop.ts';
import { mistakeMask } from '../../settings/mistake-mask.ts';
import type { Sources } from '../../settings/read/candidates.ts';
import { type FoundSettings, readSettings } from '../../settings/read/read-settings.ts';
import { checkSettings } from './check-settings.ts';

/** The settings of a run that may send requests: everything that an endpoint needs is said. */
export async function readRunSettings(
  sources: Omit<Sources, 'configuration'>,
): Promise<FoundSettings | Stop> {
  const found = await readSettings(sources);
  if (!found.ok) return found;
  const checked = checkSettings(found);
  if (checked.ok) return found;
  return { ...checked, message: mistakeMask(sources.environment, found.value)(checked.message) };
}

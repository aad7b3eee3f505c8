import { statSync } from 'node:fs';
import { formatProblem } from '../declarations/format-problem.ts';
import type { Configuration } from '../declarations/load-configuration.ts';
import { type Stop, stop } from '../run/stop.ts';
import type { Sources } from './candidates.ts';
import { CONFIG_VARIABLE } from './names.ts';

/** Found in the working folder, it needs no flag. */
const CONFIG_FILE = 'conformance.yaml';

type Opened = { readonly ok: true; readonly value: Configuration | null } | Stop;

/** The file of settings, or null where there is none and none was asked for. */
export async function openConfiguration({
  flags,
  environment,
}: Omit<Sources, 'configuration'>): Promise<Opened> {
  const asked = typeof flags.config === 'string' ? flags.config : environment[CONFIG_VARIABLE] || undefined;
  const path = asked ?? CONFIG_FILE;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined && asked === undefined) return { ok: true, value: null };
  if (found === undefined || found.isDirectory()) {
    const source = flags.config === undefined ? CONFIG_VARIABLE : '--config';
    const what = found === undefined ? 'there is no such file' : 'it is a folder';
    return stop(2, `${asked === undefined ? '' : `${source} `}${JSON.stringify(path)}: ${what}`);
  }
  // Only here, because a run without a file of settings needs neither the YAML parser nor a schema.
  const { loadConfiguration } = await import('../declarations/load-configuration.ts');
  const loaded = loadConfiguration(path);
  return loaded.ok ? loaded : stop(2, loaded.problems.map(formatProblem).join('\n\n'));
}

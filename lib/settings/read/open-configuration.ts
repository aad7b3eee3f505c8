import { existsSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { formatProblem } from '../../cases/yaml/format-problem.ts';
import { type Stop, stop } from '../../model/running/stop.ts';
import { CONFIG_VARIABLE } from '../names.ts';
import type { Environment, Sources } from './candidates.ts';
import type { Configuration } from './load-configuration.ts';

/** Found in the working folder, it needs no flag. */
export const CONFIG_FILE = 'conformance.yaml';

type Opened = { readonly ok: true; readonly value: Configuration | null } | Stop;

/** The file of settings, or null where there is none and none was asked for. */
export async function openConfiguration({
  flags,
  environment,
  ofProgram,
}: Omit<Sources, 'configuration'>): Promise<Opened> {
  const asked = typeof flags.config === 'string' ? flags.config : environment[CONFIG_VARIABLE] || undefined;
  const path = asked ?? CONFIG_FILE;
  const folders = isAbsolute(path) ? [''] : foldersOf(environment);
  const places = folders.map((folder) => resolve(folder, path));
  const place = places.find((one) => existsSync(one));
  if (place === undefined && asked === undefined) return { ok: true, value: null };
  if (place === undefined || statSync(place).isDirectory()) {
    const given = ofProgram ? 'option config' : '--config';
    const source = flags.config === undefined ? CONFIG_VARIABLE : given;
    const where = folders.length > 1 ? ` in ${folders.join(' or ')}` : '';
    const what = place === undefined ? `there is no such file${where}` : 'it is a folder';
    return stop(2, `${asked === undefined ? '' : `${source} `}${JSON.stringify(path)}: ${what}`);
  }
  // Only here, because a run without a file of settings needs neither the YAML parser nor a schema.
  const { loadConfiguration } = await import('./load-configuration.ts');
  const loaded = loadConfiguration(place);
  return loaded.ok ? loaded : stop(2, loaded.problems.map(formatProblem).join('\n\n'));
}

/** Where a file of settings may be, the likelier first: `npm start` leaves the folder that it was called in. */
function foldersOf({ npm_lifecycle_event: event, INIT_CWD: called }: Environment): readonly string[] {
  const here = process.cwd();
  return event === 'start' && called && resolve(called) !== here ? [called, here] : [here];
}

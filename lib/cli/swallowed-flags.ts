import { type Stop, stop } from '../run/stop.ts';
import { settingNames } from '../settings/keys.ts';
import { flagKeyOf, flagOf } from '../settings/names.ts';
import { MERGED } from './setting-flags.ts';

/** Settings of npm itself, which may stand in anybody's .npmrc and are not meant for us there. */
const OF_NPM = ['ca', 'cert', 'key', 'proxy', 'noproxy', 'tag', 'yes'];

/**
 * What npm took for a setting of its own: without `--`, `npm start run --target=URL` reaches this program as `run`, and
 * the embedded reference would be judged. A dry run is npm's word too, but nobody keeps it in a file, and sending
 * instead of it is worse than asking once more.
 */
export function refuseSwallowed(
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): Stop | { readonly ok: true } {
  const keys = [
    ...settingNames.map((name) => [flagKeyOf(name), flagOf(name)] as const),
    ['config', 'config'] as const,
    ['dryRun', 'dry-run'] as const,
    ['writeKnown', 'write-known'] as const,
    ['watch', 'watch'] as const,
  ];
  return refuse(keys, 'run', flags, environment);
}

/** The same for `diff`: without its flag, what was to be red would be green. */
export function refuseSwallowedOfDiff(
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): Stop | { readonly ok: true } {
  const keys = [
    ['failOnLess', 'fail-on-less'],
    ['markdown', 'markdown'],
  ] as const;
  return refuse(keys, 'diff', flags, environment);
}

/** The same for `merge`: its reports would go elsewhere. */
export function refuseSwallowedOfMerge(
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): Stop | { readonly ok: true } {
  const keys = MERGED.map((name) => [flagKeyOf(name), flagOf(name)] as const);
  return refuse([...keys, ['config', 'config']], 'merge', flags, environment);
}

function refuse(
  keys: readonly (readonly [key: string, flag: string])[],
  command: string,
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): Stop | { readonly ok: true } {
  if (environment.npm_lifecycle_event !== 'start') return { ok: true };
  const swallowed = keys
    .filter(([key, flag]) => flags[key] === undefined && !OF_NPM.includes(flag))
    .map(([, flag]) => flag)
    .filter((flag) => environment[`npm_config_${flag.replaceAll('-', '_')}`] !== undefined);
  if (swallowed.length === 0) return { ok: true };
  const named = swallowed.map((flag) => `--${flag}`).join(', ');
  return stop(
    2,
    `npm took ${named} for itself: write npm start -- ${command} …, with -- before what is meant for the ${command}`,
  );
}

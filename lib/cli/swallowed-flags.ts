import { type Stop, stop } from '../run/stop.ts';
import { settingNames } from '../settings/keys.ts';
import { flagKeyOf, flagOf } from '../settings/names.ts';
import { MERGED } from './setting-flags.ts';

/** Settings of npm itself, which may stand in anybody's .npmrc and are not meant for us there. */
const OF_NPM = ['ca', 'cert', 'key', 'proxy', 'noproxy', 'tag', 'yes'];

type Keys = readonly (readonly [key: string, flag: string])[];

const OF_SETTINGS: Keys = [
  ...settingNames.map((name) => [flagKeyOf(name), flagOf(name)] as const),
  ['config', 'config'],
];

const OF_RUN: Keys = [
  ...OF_SETTINGS,
  ['dryRun', 'dry-run'],
  ['writeKnown', 'write-known'],
  ['watch', 'watch'],
];

const OF_DIFF: Keys = [
  ['failOnLess', 'fail-on-less'],
  ['markdown', 'markdown'],
];

/**
 * What npm took for a setting of its own: without `--`, `npm start run --target=URL` reaches this program as `run`, and
 * the embedded reference would be judged. A dry run is npm's word too, but nobody keeps it in a file, and sending
 * instead of it is worse than asking once more.
 */
export function refuseSwallowed(
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): Stop | { readonly ok: true } {
  return refuse(OF_RUN, 'run', flags, environment);
}

/** The same for `diff`: without its flag, what was to be red would be green. */
export function refuseSwallowedOfDiff(
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): Stop | { readonly ok: true } {
  return refuse(OF_DIFF, 'diff', flags, environment);
}

/** The same for `merge`: its reports would go elsewhere. */
export function refuseSwallowedOfMerge(
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): Stop | { readonly ok: true } {
  const keys = MERGED.map((name) => [flagKeyOf(name), flagOf(name)] as const);
  return refuse([...keys, ['config', 'config']], 'merge', flags, environment);
}

/**
 * The same of a command that has a word too many: npm left behind the value of a flag that it took. Nothing where npm
 * took none.
 */
export function swallowedFrom(
  command: string,
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  // npm has a flag --json too, which alone says nothing: it may stand in .npmrc.
  const ofDiff: Keys = [...OF_DIFF, ['json', 'json']];
  const keys = command === 'run' ? OF_RUN : command === 'diff' ? ofDiff : OF_SETTINGS;
  const refused = refuse(keys, command, flags, environment);
  return refused.ok ? undefined : refused.message;
}

function refuse(
  keys: Keys,
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

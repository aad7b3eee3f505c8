import { type Stop, stop } from '../../model/running/stop.ts';
import { flagKeyOf, flagOf, settingNames } from '../../settings/table.ts';
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

const OF_MERGE: Keys = [
  ...MERGED.map((name) => [flagKeyOf(name), flagOf(name)] as const),
  ['config', 'config'],
];

/** What of each command npm could take; of one that only shows something, also what is meant for a run. */
const OF_COMMAND = {
  run: OF_RUN,
  config: OF_SETTINGS,
  // It has no target, so nobody could say one in the place of that which Electron keeps in .npmrc.
  list: OF_SETTINGS.filter(([key]) => key !== 'target'),
  show: [...OF_SETTINGS, ['curl', 'curl']],
  diff: OF_DIFF,
  judge: OF_SETTINGS,
  merge: OF_MERGE,
  report: [
    ['reportDir', 'report-dir'],
    ['config', 'config'],
    // Of `--no-open`: that the page is to be opened is said without a flag.
    ['noOpen', 'open'],
  ],
  serve: ['port', 'namespace', 'defect'].map((name) => [name, name] as const),
} as const satisfies Readonly<Record<string, Keys>>;

/**
 * What npm took for a setting of its own: without `--`, `npm start run --target=URL` reaches this program as `run`, and
 * the embedded reference would be judged; a diff would be green that was to be red, a merge write its reports
 * elsewhere, and a service be served without its defects. A dry run is npm's word too, but nobody keeps it in a file, and
 * sending instead of it is worse than asking once more.
 */
export function refuseSwallowed(
  command: keyof typeof OF_COMMAND,
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): Stop | { readonly ok: true } {
  return refuse(OF_COMMAND[command], command, flags, environment);
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
  const others: Readonly<Record<string, Keys>> = OF_COMMAND;
  const keys = command === 'diff' ? ofDiff : (others[command] ?? OF_SETTINGS);
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
  return stop(2, `npm took ${named} for itself; put -- before the arguments: npm start -- ${command} …`);
}

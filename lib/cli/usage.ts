import { type Command, Option } from 'commander';
import type { Refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import type { Masked } from '../model/running/masked.ts';
import type { Environment } from '../model/running/settings.ts';
import { command as githubCommand } from '../report/github.ts';
import { isGithub } from '../report-folder/report-folder.ts';
import { ours, ownText } from '../secrets/mask.ts';
import type { FoundSettings, readSettings } from '../settings/read-settings.ts';
import { flagOf, type SettingName, settingGroups, settingKeys, settingNames } from '../settings/table.ts';
import { printableLines } from '../text/printable.ts';
import { suiteIdentity } from '../text/suite-identity.ts';

type Names = readonly SettingName[];

const { filters: FILTERS, pace, transport, sends } = settingGroups;
const CASES: Names = ['cases', 'builtInCases'];
const REPORTS: Names = ['reportDir', 'reporter', 'allure', 'html'];
const JUDGEMENT: Names = ['gate', 'namespace', 'paths', 'known', 'ticket', 'tickets', 'evidence', ...REPORTS];
const RUN_ALONE: Names = [
  'target',
  'known',
  'coverage',
  'start',
  'gate',
  'gateRefusals',
  'gateClients',
  'shard',
  'runId',
  'evidence',
  ...REPORTS,
];
const OF_RUN = settingNames.filter((name) => name !== 'allowHost');

/** The CI engines that `init` writes a job for. */
export const engines = ['github', 'gitlab', 'jenkins', 'azure'] as const;

export type Engine = (typeof engines)[number];

/** Headings of flags in help, in their order. */
const GROUPS: readonly (readonly [heading: string, names: Names])[] = [
  [
    'Target:',
    [
      'target',
      'namespace',
      'ticket',
      'tickets',
      'paths',
      'gate',
      'gateRefusals',
      'clients',
      'gateClients',
      'readers',
      'known',
      'wsdl',
      'wait',
      'packetIds',
      'values',
    ],
  ],
  [
    'Choice of exchanges:',
    [...FILTERS, ...CASES, 'probes', 'generate', 'seed', 'shrink', 'valuesFile', 'shard', 'runId'],
  ],
  ['Sends to a live target:', sends],
  ['Reports:', [...REPORTS, 'evidence', 'mask', 'publicVariables']],
  ['Connection:', settingNames],
];

/** The settings that each command uses. */
const SETTINGS: Readonly<Record<string, Names>> = {
  run: OF_RUN,
  config: settingNames,
  list: [...FILTERS, 'probes', 'clients', ...CASES],
  show: ['target', 'namespace', 'paths', 'ticket', 'tickets', 'values', 'clients', ...CASES],
  compare: OF_RUN.filter((name) => !RUN_ALONE.includes(name)),
  merge: ['runId', 'coverage', ...REPORTS],
  judge: [...JUDGEMENT, ...CASES],
  listen: [
    ...JUDGEMENT,
    ...sends,
    ...(['operation', 'binding', 'mask', 'allowHost'] as const),
    ...pace.filter((name) => /timeout|bytes/i.test(name)),
    ...transport.filter((name) => name !== 'keepAlive'),
  ],
  'clients-of': [],
  'style-of': [],
  serve: ['namespace', 'paths', 'allowHost'],
  wsdl: ['target', 'namespace', 'paths'],
  open: ['reportDir'],
  report: ['reportDir'],
  init: ['target', 'namespace', 'ca', 'insecure', 'proxy', 'noProxy', 'headers'],
};

/** Gives a command the flags of its settings as texts; the reader of all sources finds their mistakes. */
export function withSettings(command: Command): Command {
  command.option('--config <file>', 'settings file; by default conformance.yaml in this folder');
  const left = new Set(SETTINGS[command.name()]);
  for (const [heading, group] of GROUPS) {
    for (const name of group.filter((setting) => left.delete(setting))) {
      for (const option of optionsOf(name)) command.addOption(option.helpGroup(heading));
    }
  }
  return command;
}

export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function optionsOf(name: SettingName): readonly Option[] {
  const { kind, help, initial } = settingKeys[name];
  const flag = flagOf(name);
  if (kind.placeholder === null) {
    const yes = new Option(`--${flag}`, help);
    const no = new Option(`--no-${flag}`, `do not ${help}`);
    // Both are there, because the file may say the opposite of the default; help needs only what changes it.
    return [yes.hideHelp(initial === true), no.hideHelp(initial !== true)];
  }
  // These defaults are words that explain themselves.
  const isShown = typeof initial === 'number' ? initial > 0 : ['gate', 'mask', 'reportDir'].includes(name);
  const shown = isShown ? `${help} (default ${String(initial)})` : help;
  const option = new Option(`--${flag} ${kind.placeholder}`, shown);
  return [kind.list ? option.argParser(collect) : option];
}

/** Base URL of requests that are shown for no certain target. */
export const NOWHERE = 'http://gateway.example';

/** A call of a command: its flags as commander gives them, and the settings that it uses. */
export interface Invocation<Flags = unknown> {
  readonly flags: Flags;
  readonly io: Io;
  readonly found: FoundSettings;
}

/** How a command ends: with an exit code, or for a reason that is still to be printed. */
export type Ended = number | Pick<Refusal, 'exitCode' | 'message'> | { readonly exitCode: number };

/** Reads the settings of a command, runs it, prints why it stopped, and returns its exit code. */
export async function runInvocation(
  command: Command,
  io: Io,
  read: typeof readSettings,
  act: (invocation: Invocation<never>) => Promise<Ended>,
): Promise<number> {
  const flags = command.opts<never>();
  const { forward: destination } = command.opts<{ readonly forward?: string }>();
  // A comparison itself uses few of its settings; its targets are read with all of theirs.
  const names =
    command.name() === 'compare'
      ? [...FILTERS, ...CASES, 'probes' as const, 'readers' as const]
      : SETTINGS[command.name()];
  const found = await read({ flags, environment: io.env, destination }, names);
  const ended = found.ok ? await act({ flags, io, found }) : found;
  if (typeof ended === 'number') return ended;
  if ('message' in ended) {
    // Without settings there is no secret to mask.
    printUsageError(io, found.ok ? found.mask(printableLines(ended.message)) : ownText(ended.message));
  }
  return ended.exitCode;
}

/** Prints on standard error why a command judged nothing, and in a job of GitHub Actions an annotation too. */
export function printUsageError({ env, stderr }: Pick<Io, 'env' | 'stderr'>, message: Masked): void {
  stderr.write(`${message}\n`);
  if (isGithub(env))
    stderr.write(githubCommand('error', ours`${suiteIdentity().name}: nothing was judged`, message));
}

/** Flags that are also settings of npm: in an .npmrc they are not meant for us. */
const OF_NPM = ['ca', 'cert', 'json', 'key', 'proxy', 'noproxy', 'tag', 'yes'];

/**
 * Returns a message about flags that npm took as its settings: without `--`, `npm start run --target=URL` reaches this
 * program as `run`, and the embedded reference would be judged.
 */
export function takenByNpm(command: Command, args: readonly string[], environment: Environment) {
  // Neither judges anything.
  const asksOnly = args.some((argument) => ['--help', '-h', 'help', '--version', '-V'].includes(argument));
  if (environment.npm_lifecycle_event !== 'start' || asksOnly) return undefined;
  const nameOf = (flag: string) => flag.replace(/^--(no-)?|=.*$/gs, '');
  const reached = args.filter((argument) => argument.startsWith('--')).map(nameOf);
  const taken = command.options
    .map(({ long }) => nameOf(long ?? ''))
    .filter((flag) => !OF_NPM.includes(flag) && !reached.includes(flag))
    .filter((flag) => environment[`npm_config_${flag.replaceAll('-', '_')}`] !== undefined);
  if (taken.length === 0) return undefined;
  const named = [...new Set(taken)].map((flag) => `--${flag}`).join(', ');
  return `npm took ${named} for itself; put -- before the arguments: npm start -- ${command.name()} …`;
}

const TICKET_IS_NO_ARGUMENT =
  'error: a ticket is a secret and cannot be an argument; set POSTSMS_TICKET, or name its file with --ticket-file (- is standard input).';

/** The message of commander about an unknown option; a suggestion is on its own line. */
const UNKNOWN_OPTION = /^error: unknown option '(.*)'(?=\s*(?:\n\(Did you mean .*\)\s*)?$)/s;

/** The message of commander about the id of a case behind `run`. */
const TOO_MANY_FOR_RUN = /^error: too many arguments for 'run'.*/s;

/** Arguments as a person would write them, by their names. */
const EXAMPLES: Readonly<Record<string, string>> = {
  old: 'compare https://old.example https://new.example',
  new: 'compare https://old.example https://new.example',
  id: 'show SendBulkSms/canonical/soap11',
  files: 'judge reports/recording.har',
  dirs: 'merge reports-1 reports-2',
  file: 'clients-of traffic.har',
};

/** Returns a message of commander without the value of an unknown option, which may be a misspelt option and its ticket. */
export function usageMistake(text: string): string {
  const option = UNKNOWN_OPTION.exec(text)?.[1];
  if (option === undefined) {
    return text
      .trimEnd()
      .replace(TOO_MANY_FOR_RUN, '$& Choose cases with --case.')
      .replace(/missing required argument '(\w+)'$/, (all, name) => `${all}; example: ${EXAMPLES[name]}`);
  }
  if (/^[^=]*ticket/i.test(option)) return TICKET_IS_NO_ARGUMENT;
  const name = option.startsWith('--') ? option.replace(/=.*$/s, '') : option.slice(0, 2);
  return text.replace(option, () => name).trimEnd();
}

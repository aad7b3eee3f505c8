import { type Command, CommanderError, Option } from 'commander';
import type { SettingName } from '../settings/table.ts';
import { flagOf, settingKeys, settingNames } from '../settings/table.ts';

/** Flags as commander gives them: those of settings as texts, which are read with the other sources. */
export interface SettingFlags {
  readonly [setting: string]: unknown;
}

/** The same of a command that can print JSON. */
export interface ShownFlags extends SettingFlags {
  readonly json?: true;
}

const namesOf = <const Names extends readonly SettingName[]>(...names: Names): Names => names;

/** The settings that choose among cases. */
export const FILTERS = namesOf('operation', 'binding', 'case', 'exclude', 'tag', 'level');

/** The settings that say which cases there are. */
export const CASES = namesOf('cases', 'builtInCases');

const REPORTS = namesOf('reportDir', 'reporter', 'allure', 'html');
const JUDGEMENT = namesOf('gate', 'namespace', 'known', 'ticket', ...REPORTS);
const RUN_ALONE = namesOf('target', 'known', 'gate', 'shard', 'runId', 'wsdl', ...REPORTS);

/** The settings that each command uses. */
export const SETTINGS = {
  run: settingNames,
  config: settingNames,
  list: namesOf(...FILTERS, 'probes', ...CASES),
  show: namesOf('target', 'namespace', 'ticket', 'values', ...CASES),
  compare: settingNames.filter((name) => !RUN_ALONE.some((one) => one === name)),
  merge: namesOf('runId', ...REPORTS),
  judge: namesOf(...JUDGEMENT, ...CASES),
  listen: [
    ...namesOf(...JUDGEMENT, 'operation', 'binding', 'sends', 'recipients', 'maxMessages', 'yes', 'mask'),
    ...namesOf('connectTimeout', 'firstByteTimeout', 'timeout', 'maxResponseBytes'),
    ...namesOf('ca', 'cert', 'key', 'servername', 'insecure', 'proxy', 'noProxy'),
  ],
  wsdl: namesOf('target', 'namespace'),
  report: namesOf('reportDir'),
} satisfies Readonly<Record<string, readonly SettingName[]>>;

export const LISTENED = SETTINGS.listen;

/**
 * Gives a command the flags of the settings that it uses, and of the file that may say them. They hand on texts as they
 * were written: what is wrong with one is found where the variables and the file are read, and said in the same words.
 */
export function withSettings(command: Command): Command {
  const names: readonly SettingName[] = SETTINGS[command.name() as keyof typeof SETTINGS];
  command.option('--config <file>', 'settings file; by default conformance.yaml in this folder');
  for (const option of names.flatMap(optionsOf)) command.addOption(option);
  if (names.includes('ticket')) {
    command.addOption(new Option('--ticket <ticket>').hideHelp().argParser(refuseTicket));
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
  const isTold = typeof initial === 'number' ? initial > 0 : TELLING.some((one) => one === name);
  const option = new Option(
    `--${flag} ${kind.placeholder}`,
    isTold ? `${help} (default ${String(initial)})` : help,
  );
  return [kind.list ? option.argParser(collect) : option];
}

/** Settings whose default is a word that explains itself. */
const TELLING = namesOf('gate', 'mask', 'reportDir');

/** Code of the error about a ticket as an argument. An InvalidArgumentError would repeat the secret in its message. */
export const TICKET_ARGUMENT = 'postsms.ticket';

/** A secret on a command line is read by every process and kept in the shell's history. */
function refuseTicket(): never {
  throw new CommanderError(2, TICKET_ARGUMENT, 'a ticket is no argument');
}

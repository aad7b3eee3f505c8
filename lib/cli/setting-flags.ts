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

/** The settings that choose among cases. */
export const FILTERS = [
  'operation',
  'binding',
  'case',
  'exclude',
  'tag',
  'level',
] as const satisfies SettingName[];

/** The settings that say which cases there are. */
export const CASES = ['cases', 'builtInCases'] as const satisfies SettingName[];

/** The settings that a request is made of. */
export const SHOWN = ['target', 'namespace', 'ticket', 'values', ...CASES] as const satisfies SettingName[];

/** The settings of a comparison: those of a run, but where it goes and what it writes. */
export const COMPARED: readonly SettingName[] = settingNames.filter(
  (name) =>
    ![
      'target',
      'known',
      'gate',
      'shard',
      'runId',
      'wsdl',
      'reportDir',
      'reporter',
      'allure',
      'html',
    ].includes(name),
);

/** The settings of a judgement of recordings: nothing is sent, so nothing about targets and permission. */
export const JUDGED = [
  ...['gate', 'namespace', 'known', 'ticket', 'reportDir', 'reporter', 'allure', 'html'],
  ...CASES,
] as const satisfies SettingName[];

/** The settings that a WSDL is made of. */
export const DESCRIBED = ['target', 'namespace'] as const satisfies SettingName[];

/** The settings of listening to clients: those of a judgement, what a scenario tells, and the way to a gateway. */
export const LISTENED = [
  ...['gate', 'namespace', 'known', 'ticket', 'reportDir', 'reporter', 'allure', 'html'],
  ...['operation', 'binding', 'sends', 'recipients', 'maxMessages', 'mask'],
  ...['connectTimeout', 'firstByteTimeout', 'timeout', 'maxResponseBytes'],
  ...['ca', 'cert', 'key', 'servername', 'insecure', 'proxy', 'noProxy'],
] as const satisfies SettingName[];

/** The settings of which run it is, and of what is written. */
export const MERGED = ['runId', 'reportDir', 'reporter', 'allure', 'html'] as const satisfies SettingName[];

/**
 * Gives a command the flags of the settings that it uses, and of the file that may say them. They hand on texts as they
 * were written: what is wrong with one is found where the variables and the file are read, and said in the same words.
 */
export function withSettings(command: Command, names: readonly SettingName[] = settingNames): Command {
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
  const option = new Option(`--${flag} ${kind.placeholder}`, `${help}${defaultText(name)}`);
  return [kind.list ? option.argParser(collect) : option];
}

function defaultText(name: SettingName): string {
  const { initial } = settingKeys[name];
  // Nothing at all is no default to speak of.
  const spoken = typeof initial === 'number' ? initial > 0 : SPOKEN.includes(name);
  return spoken ? ` (default ${String(initial)})` : '';
}

/** Settings whose default is a word that explains itself. */
const SPOKEN: readonly SettingName[] = ['gate', 'mask', 'reportDir'];

/** Code of the error about a ticket as an argument. An InvalidArgumentError would repeat the secret in its message. */
export const TICKET_ARGUMENT = 'postsms.ticket';

/** A secret on a command line is read by every process and kept in the shell's history. */
function refuseTicket(): never {
  throw new CommanderError(2, TICKET_ARGUMENT, 'a ticket is no argument');
}

import { type Command, Option } from 'commander';
import { printableLines } from '../findings/finding-text.ts';
import type { Refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import type { Mask } from '../secrets/mask.ts';
import type { FoundSettings, readSettings } from '../settings/read-settings.ts';
import type { SettingName } from '../settings/table.ts';
import { flagOf, settingKeys, settingNames } from '../settings/table.ts';
import { refuse } from './usage.ts';

const namesOf = <const Names extends readonly SettingName[]>(...names: Names): Names => names;

const FILTERS = namesOf('operation', 'binding', 'case', 'exclude', 'tag', 'level');
const CASES = namesOf('cases', 'builtInCases');
const REPORTS = namesOf('reportDir', 'reporter', 'allure', 'html');
const JUDGEMENT = namesOf('gate', 'namespace', 'known', 'ticket', ...REPORTS);
const RUN_ALONE = namesOf('target', 'known', 'gate', 'shard', 'runId', 'wsdl', ...REPORTS);

/** The settings that each command uses. */
const SETTINGS: Readonly<Record<string, readonly SettingName[]>> = {
  run: settingNames,
  config: settingNames,
  list: [...FILTERS, 'probes', ...CASES],
  show: ['target', 'namespace', 'ticket', 'values', ...CASES],
  compare: settingNames.filter((name) => !RUN_ALONE.some((one) => one === name)),
  merge: ['runId', ...REPORTS],
  judge: [...JUDGEMENT, ...CASES],
  listen: [
    ...namesOf(...JUDGEMENT, 'operation', 'binding', 'sends', 'recipients', 'maxMessages', 'yes', 'mask'),
    ...namesOf('connectTimeout', 'firstByteTimeout', 'timeout', 'maxResponseBytes'),
    ...namesOf('ca', 'cert', 'key', 'servername', 'insecure', 'proxy', 'noProxy'),
  ],
  wsdl: ['target', 'namespace'],
  report: ['reportDir'],
};

/** The settings that a comparison itself uses; its targets are read with all of theirs. */
export const COMPARED: readonly SettingName[] = [...FILTERS, ...CASES];

/**
 * Gives a command the flags of the settings that it uses, and of the file that may say them. They hand on texts as they
 * were written: what is wrong with one is found where the variables and the file are read, and said in the same words.
 */
export function withSettings(command: Command): Command {
  command.option('--config <file>', 'settings file; by default conformance.yaml in this folder');
  for (const option of (SETTINGS[command.name()] ?? []).flatMap(optionsOf)) command.addOption(option);
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
  const told = isTold ? `${help} (default ${String(initial)})` : help;
  const option = new Option(`--${flag} ${kind.placeholder}`, told);
  return [kind.list ? option.argParser(collect) : option];
}

/** Settings whose default is a word that explains itself. */
const TELLING = namesOf('gate', 'mask', 'reportDir');

/** What a command is told: its flags as commander gives them, and the settings that it uses. */
export interface Told<Flags = unknown> {
  readonly flags: Flags;
  readonly io: Io;
  readonly found: FoundSettings;
  /** Masks a message, for which nothing guards the output yet, and names the sources of the settings in it. */
  readonly mask: Mask;
  /** Prints why the command stops, and returns its exit code. */
  refuse(why: Pick<Refusal, 'exitCode' | 'message'>): number;
}

/** Reads the settings that a command uses; the exit code where one is wrong, which has then been told. */
export async function readFor(
  command: Command,
  io: Io,
  read: typeof readSettings,
): Promise<Told<never> | number> {
  const flags = command.opts<never>();
  const found = await read({ flags, environment: io.env }, SETTINGS[command.name()]);
  if (!found.ok) return refuse(io, found);
  return {
    ...{ flags, io, found, mask: found.tell },
    refuse: ({ exitCode, message }) => refuse(io, { exitCode, message: printableLines(message) }, found.tell),
  };
}

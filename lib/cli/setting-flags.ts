import { type Command, CommanderError, Option } from 'commander';
import { printableLines } from '../findings/finding-text.ts';
import type { Refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import type { Mask } from '../secrets/mask.ts';
import { mistakeMask } from '../settings/reach.ts';
import type { FoundSettings, readSettings } from '../settings/read-settings.ts';
import { withSources } from '../settings/run-settings.ts';
import type { SettingName } from '../settings/table.ts';
import { flagOf, settingKeys, settingNames } from '../settings/table.ts';
import { refuse } from './usage.ts';

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

/** What a command is told: its flags, and the settings that it uses. */
export interface Told<Flags extends SettingFlags = SettingFlags> {
  readonly flags: Flags;
  readonly io: Io;
  readonly found: FoundSettings;
  /** Masks a message, for which nothing guards the output yet, and names the sources of the settings in it. */
  readonly mask: Mask;
  /** Prints why the command stops, and returns its exit code. */
  refuse(why: Pick<Refusal, 'exitCode' | 'message'>): number;
}

/** Reads the settings that a command uses; the exit code where one is wrong, which has then been told. */
export async function readFor(command: Command, io: Io, read: typeof readSettings): Promise<Told | number> {
  const flags = command.opts<SettingFlags>();
  const found = await read({ flags, environment: io.env }, SETTINGS[command.name() as keyof typeof SETTINGS]);
  if (!found.ok) return refuse(io, found);
  const masked = mistakeMask(io.env, found.value);
  const mask: Mask = (text) => masked(withSources(text, found.effective));
  const refused: Told['refuse'] = ({ exitCode, message }) =>
    refuse(io, { exitCode, message: printableLines(message) }, mask);
  return { flags, io, found, mask, refuse: refused };
}

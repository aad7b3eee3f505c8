import type { Command } from 'commander';
import { suiteIdentity } from '../bindings/suite-identity.ts';
import type { Io } from '../model/running/io.ts';
import type { Masked } from '../model/running/masked.ts';
import type { Environment } from '../model/running/settings.ts';
import { errorAnnotation } from '../report/github.ts';
import { isGithub } from '../report-folder/report-places.ts';
import { type Mask, ownText } from '../secrets/mask.ts';

/**
 * Says why a command judged nothing on standard error, and in a job of GitHub Actions as an annotation too: what is asked
 * of standard output may be going to a file.
 */
export function printUsageError({ env, stderr }: Pick<Io, 'env' | 'stderr'>, message: Masked): void {
  stderr.write(`${message}\n`);
  if (isGithub(env)) stderr.write(errorAnnotation(`${suiteIdentity().name}: nothing was judged`, message));
}

/** Prints why a command stopped, and returns its exit code. */
export function refuse(
  io: Io,
  { exitCode, message }: { readonly exitCode: number; readonly message: string },
  mask: Mask = ownText,
): number {
  printUsageError(io, mask(message));
  return exitCode;
}

/** Flags that are also settings of npm, which may be in anybody's .npmrc and are not meant for us there. */
const OF_NPM = ['ca', 'cert', 'json', 'key', 'proxy', 'noproxy', 'tag', 'yes'];

/**
 * What npm took for a setting of its own: without `--`, `npm start run --target=URL` reaches this program as `run`, and
 * the embedded reference would be judged.
 * @param command once it has its flags
 * @returns undefined where npm took no flag of the command
 */
export function takenByNpm(command: Command, environment: Environment): string | undefined {
  if (environment.npm_lifecycle_event !== 'start') return undefined;
  const taken = command.options
    .filter((option) => command.getOptionValueSource(option.attributeName()) !== 'cli')
    .map(({ long }) => long?.replace(/^--(no-)?/, '') ?? '')
    .filter((flag) => !OF_NPM.includes(flag))
    .filter((flag) => environment[`npm_config_${flag.replaceAll('-', '_')}`] !== undefined);
  if (taken.length === 0) return undefined;
  const named = [...new Set(taken)].map((flag) => `--${flag}`).join(', ');
  return `npm took ${named} for itself; put -- before the arguments: npm start -- ${command.name()} …`;
}

const TICKET_IS_NO_ARGUMENT =
  'error: a ticket is a secret and cannot be an argument; set POSTSMS_TICKET, or name its file with --ticket-file (- is standard input).';

/** Commander's message about an unknown option; what it suggests is on a line of its own. */
const UNKNOWN_OPTION = /^error: unknown option '(.*)'(?=\s*(?:\n\(Did you mean .*\)\s*)?$)/s;

/**
 * Commander's message without the value of an unknown option: it may be a ticket, which was not given as the argument
 * that it must not be only because its option is misspelt.
 */
export function usageMistake(text: string): string {
  const given = UNKNOWN_OPTION.exec(text)?.[1];
  if (given === undefined) return text.trimEnd();
  if (/^[^=]*ticket/i.test(given)) return TICKET_IS_NO_ARGUMENT;
  const name = given.startsWith('--') ? given.replace(/=.*$/s, '') : given.slice(0, 2);
  return text.replace(given, () => name).trimEnd();
}

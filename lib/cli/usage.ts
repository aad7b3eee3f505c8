import { appendFileSync } from 'node:fs';
import type { Command } from 'commander';
import { suiteIdentity } from '../bindings/suite-identity.ts';
import { printableLines } from '../findings/finding-text.ts';
import type { Io } from '../model/running/io.ts';
import type { Masked } from '../model/running/masked.ts';
import type { Environment } from '../model/running/settings.ts';
import { codeBlock } from '../report/formats/markdown-code.ts';
import { errorAnnotation } from '../report/github/annotations.ts';
import { githubJob, isGithub } from '../report-folder/report-places.ts';
import { type Mask, ownText } from '../secrets/mask.ts';

/**
 * Says why a command judged nothing, where people look for it: on standard error, and in a job of GitHub Actions as an
 * annotation and in its summary too, which a run without results would leave empty.
 */
export function printUsageError({ env, stderr }: Pick<Io, 'env' | 'stderr'>, message: Masked): void {
  stderr.write(`${message}\n`);
  if (!isGithub(env)) return;
  const title = `${suiteIdentity().name}: nothing was judged`;
  // Beside the message, because what is asked of standard output may be going to a file.
  stderr.write(errorAnnotation(title, message));
  const file = githubJob(env, false)?.summaryFile;
  if (!file) return;
  try {
    appendFileSync(file, `## ❌ ${title}\n\n${codeBlock(printableLines(message), 'text')}\n\n`);
  } catch {
    // The log and the annotation have it, and the exit code is that of the mistake.
  }
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
 * @returns undefined where npm took no flag of the command
 */
export function takenByNpm(
  command: Command,
  argv: readonly string[],
  environment: Environment,
): string | undefined {
  if (environment.npm_lifecycle_event !== 'start') return undefined;
  const flags = new Set(command.options.map(({ long }) => long?.replace(/^--(no-)?/, '') ?? ''));
  const isGiven = (flag: string) => argv.some((arg) => new RegExp(`^--(no-)?${flag}(=|$)`).test(arg));
  const taken = [...flags]
    .filter((flag) => !OF_NPM.includes(flag) && !isGiven(flag))
    .filter((flag) => environment[`npm_config_${flag.replaceAll('-', '_')}`] !== undefined);
  if (taken.length === 0) return undefined;
  const named = taken.map((flag) => `--${flag}`).join(', ');
  return `npm took ${named} for itself; put -- before the arguments: npm start -- ${command.name()} …`;
}

export const TICKET_IS_NO_ARGUMENT =
  'error: a ticket is a secret and cannot be an argument; set POSTSMS_TICKET, or name its file with --ticket-file (- is standard input).';

/** Commander's message about an unknown option; what it suggests is on a line of its own. */
const UNKNOWN_OPTION = /^error: unknown option '(.*)'(?=\s*(?:\n\(Did you mean .*\)\s*)?$)/s;

/** Commander's message about a missing argument. */
const MISSING = /^(error: missing required argument '(.*)')\s*$/;

/** What a missing argument means, and how it is given. */
const EXAMPLES: Readonly<Record<string, string>> = {
  dirs: 'the report folders of all shards, as in `merge reports/shard-1 reports/shard-2`',
  old: 'the old gateway, as in `compare http://old.example http://new.example`',
  new: 'the new gateway, as in `compare http://old.example http://new.example`',
  id: 'the id of an exchange, as in `show SendBulkSms/canonical/soap11`',
};

/**
 * Commander's message with an example where an argument is missing, and without the value of an unknown option: it may
 * be a ticket, which was not given as the argument that it must not be only because its option is misspelt.
 */
export function usageMistake(text: string): string {
  const [, missing, argument = ''] = MISSING.exec(text) ?? [];
  if (missing !== undefined) return `${missing}: ${EXAMPLES[argument] ?? argument}`;
  const given = UNKNOWN_OPTION.exec(text)?.[1];
  if (given === undefined) return text.trimEnd();
  if (/^[^=]*ticket/i.test(given)) return TICKET_IS_NO_ARGUMENT;
  const name = given.startsWith('--') ? given.replace(/=.*$/s, '') : given.slice(0, 2);
  return text.replace(given, () => name).trimEnd();
}

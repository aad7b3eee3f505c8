import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Result } from '../../model/result.ts';
import { beginningOf } from '../../text/printable.ts';

/** Characters of the output of a program that are kept. */
const MOST_OUTPUT = 1_000_000;

/** Variables that a program of a user's does not get, because they are secrets of the run. */
const SECRET = /^POSTSMS_/i;

/**
 * Splits a command as its user wrote it into the program and its arguments: at blanks, outside of quotes of either kind.
 * Nothing else has a meaning, on any system: no shell reads it.
 */
export function splitCommand(command: string): Result<readonly [program: string, ...args: string[]], string> {
  const words = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  const [program, ...args] = words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
  if (/["']/.test(command.replace(/"[^"]*"|'[^']*'/g, '')))
    return { ok: false, error: 'a quote is not closed' };
  if (program === undefined || program === '') return { ok: false, error: 'it is empty' };
  return { ok: true, value: [program, ...args] };
}

/** What came of a program: its exit code, null where it has none, and the beginning of its output. */
export interface EndedProgram {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
  /** Why it did not end by itself; undefined where it did. */
  readonly why?: string;
}

interface ProgramOptions {
  readonly input?: Uint8Array;
  /** Milliseconds that it may take. */
  readonly limit: number;
  readonly folder?: string;
  /** Ends it early; its reason says why. */
  readonly signal?: AbortSignal;
}

/** Starts a program without a shell, in an environment without secrets, as the leader of a group of its own. */
export function startProgram([program, ...args]: readonly [string, ...string[]], folder?: string) {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SECRET.test(name)));
  return spawn(program, args, {
    ...{ env: environment, stdio: 'pipe', windowsHide: true, detached: process.platform !== 'win32' },
    ...(folder !== undefined && { cwd: folder }),
  });
}

/** Runs a program without a shell, in an environment without secrets, to its end or for as long as it may take. */
export async function runToEnd(
  command: readonly [string, ...string[]],
  { input, limit, folder, signal }: ProgramOptions,
): Promise<EndedProgram> {
  const child = startProgram(command, folder);
  const texts = { output: '', errors: '' };
  const keep = (name: 'output' | 'errors') => (text: string) => {
    // A text of two bytes for each character has a zero between any two letters of a secret.
    if (texts[name].length < MOST_OUTPUT) texts[name] += text.replaceAll('\0', '');
  };
  child.stdout.setEncoding('utf8').on('data', keep('output'));
  child.stderr.setEncoding('utf8').on('data', keep('errors'));
  // A program may end without having read its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  let why: string | undefined;
  const end = (reason: string) => {
    why = reason;
    endProgram(child);
  };
  const timer = setTimeout(() => end(`it took more than ${limit / 1000} s`), limit);
  const interrupt = () => end(String(signal?.reason));
  signal?.addEventListener('abort', interrupt);
  if (signal?.aborted) interrupt();
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, ...texts, ...(why !== undefined && { why }) };
  } catch (error) {
    return { code: null, ...texts, why: (error as Error).message };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', interrupt);
  }
}

/** Characters of the output of a program that a line shows. */
const MOST_SHOWN = 120;

/** A line that names an error, below the place in the code with which some languages begin. */
export const NAMES_ERROR = /^(?:\w|\.)*(?:Error|Exception)\b.*/m;

/** Words how a program ended, with the line that names its error, or the first line of what it said. */
export function endText({ code, output, errors, why }: EndedProgram): string {
  const shown = (text: string) => {
    const [line = ''] = NAMES_ERROR.exec(text) ?? text.trim().split('\n', 1);
    return JSON.stringify(beginningOf(line, MOST_SHOWN));
  };
  if (code === 0) return output.trim() === '' ? 'exit code 0' : `it prints ${shown(output)}`;
  const ended = why ?? `exit code ${code}`;
  return errors.trim() === '' ? ended : `${ended}, ${shown(errors)}`;
}

/** Ends a program with all that it has started. */
export function endProgram({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
  else {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

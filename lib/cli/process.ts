import type { Io } from '../model/running/io.ts';
import { endAtSecond } from '../run/interruption.ts';

/** Returns the process as a command sees it. */
export function processIo(): Io {
  const { env, stdin, stdout, stderr } = process;
  const interrupted = () =>
    new Promise<void>((resolve) => {
      let at: number | undefined;
      const onSignal = () => {
        endAtSecond(at);
        at ??= performance.now();
        resolve();
      };
      process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    });
  return { env, stdin, stdout, stderr, interrupted };
}

/** Errors of a stream that nobody reads any more: `head` has seen enough, or the terminal was closed. */
const UNREAD = ['EIO', 'EPIPE', 'ERR_STREAM_DESTROYED'];

/**
 * Runs a command, which resolves with the exit code, as the program of this process. A lost stream does not end a run,
 * which has reports to write; a stream that cannot be written, as on a full disk, makes it end with exit code 5.
 */
export async function runAsProgram(main: (argv: readonly string[], io: Io) => Promise<number>) {
  const streams = [process.stdout, process.stderr];
  let terminalIsGone = false;
  let unwritable = false;
  for (const stream of streams) {
    stream.on('error', ({ code = '', message }: NodeJS.ErrnoException) => {
      if (code === 'EIO') terminalIsGone = true;
      if (unwritable || UNREAD.includes(code)) return;
      unwritable = true;
      // Where it is standard error itself, this is lost as well.
      const why = message.replace(/^[A-Z]+: |, \w+$/g, '');
      process.stderr.write(`standard output cannot be written: ${why}; the exit code is 5\n`);
    });
  }
  process.exitCode = await main(process.argv.slice(2), processIo());
  // Node would set the terminal back as it was, fail, and leave a core file of memory that holds the ticket.
  if (terminalIsGone) process.kill(process.pid, 'SIGKILL');
  for (const stream of streams) await new Promise((resolve) => stream.write('', resolve));
  // Timers of Vitest outlive a run that was interrupted while its worker started.
  process.exit(unwritable ? 5 : process.exitCode);
}

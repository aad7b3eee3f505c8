import type { Io } from '../model/running/io.ts';

/** The process itself, as a command sees it. */
export function processIo(): Io {
  const { env, stdin, stdout, stderr } = process;
  const interrupted = () =>
    new Promise<void>((resolve) => {
      process.once('SIGINT', () => resolve()).once('SIGTERM', () => resolve());
    });
  return { env, stdin, stdout, stderr, interrupted };
}

/**
 * Runs a command as the program of this process: with its arguments, its streams and its exit code.
 *
 * @param main resolves with the exit code
 */
export async function runAsProgram(
  main: (argv: readonly string[], io: Io) => Promise<number>,
): Promise<void> {
  let terminalIsGone = false;
  let unwritable = false;
  const lost = (name: string, message: string): void => {
    if (unwritable) return;
    unwritable = true;
    const why = message.replace(/^[A-Z]+: |, \w+$/g, '');
    // Where it is standard error itself, this is lost as well.
    process.stderr.write(`${name} cannot be written: ${why}; the exit code is 5\n`);
  };
  // A reader that has seen enough, such as `head`, closes the pipe, and a terminal may be closed. That is no fault of
  // anybody, and no end of a run: what it found is still to be written, and to be the exit code.
  for (const [name, stream] of [
    ['standard output', process.stdout],
    ['standard error', process.stderr],
  ] as const) {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EIO') terminalIsGone = true;
      else if (code !== 'EPIPE' && code !== 'ERR_STREAM_DESTROYED') lost(name, message);
    });
  }

  // Whoever was to read it has not what was said, as where a log lies on a full disk: no end of a run either, but no
  // good one. Whatever sets the exit code later, this is the last word.
  process.on('exit', () => {
    if (unwritable) process.exitCode = 5;
  });
  process.exitCode = await main(process.argv.slice(2), processIo());

  // Node would set the terminal back as it was, fail, and leave a core file of memory that holds the ticket.
  if (terminalIsGone) process.kill(process.pid, 'SIGKILL');
}

import { runCommandLine } from './command-line.ts';

// A reader that has seen enough, such as `head`, closes the pipe. That is no fault of anybody, and no end of a run: what
// it found is still to be written, and to be the exit code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE' && code !== 'ERR_STREAM_DESTROYED') process.exit(5);
  });
}

process.exitCode = await runCommandLine(process.argv.slice(2));

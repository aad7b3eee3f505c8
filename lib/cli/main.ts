import { runCommandLine } from './command-line.ts';

let terminalIsGone = false;

// A reader that has seen enough, such as `head`, closes the pipe, and a terminal may be closed. That is no fault of
// anybody, and no end of a run: what it found is still to be written, and to be the exit code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EIO') terminalIsGone = true;
    else if (code !== 'EPIPE' && code !== 'ERR_STREAM_DESTROYED') process.exit(5);
  });
}

process.exitCode = await runCommandLine(process.argv.slice(2));

// Node would set the terminal back as it was, fail, and leave a core file of memory that holds the ticket.
if (terminalIsGone) process.kill(process.pid, 'SIGKILL');

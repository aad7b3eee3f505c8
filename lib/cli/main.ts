import { runCommandLine } from './command-line.ts';

// A reader that has seen enough, such as `head`, closes the pipe; that is no fault of anybody.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 5);
});

process.exitCode = await runCommandLine(process.argv.slice(2));

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

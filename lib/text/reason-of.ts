/** Returns why something failed. Node tells of a working folder that was removed by the name of a system call. */
export function reasonOf(error: unknown): string {
  if ((error as NodeJS.ErrnoException | null)?.syscall === 'uv_cwd') {
    return 'the working folder was removed; change to a folder that exists';
  }
  return error instanceof Error ? error.message : String(error);
}

/** Returns what a function returns, or undefined where it throws. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Returns why something failed. For a removed working folder Node names only a system call. */
export function reasonOf(error: unknown): string {
  if ((error as NodeJS.ErrnoException | null)?.syscall === 'uv_cwd') {
    return 'the working folder was removed; change to a folder that exists';
  }
  return error instanceof Error ? error.message : String(error);
}

/** Returns the result of a function, or undefined if it throws. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

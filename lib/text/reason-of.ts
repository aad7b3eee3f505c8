export function reasonOf(error: unknown): string {
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

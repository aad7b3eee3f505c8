/** Files and folders that this process and those it starts make from now on can be entered and read by their owner alone. */
export function keepPrivate(): () => void {
  const before = process.umask(0o077);
  return () => {
    process.umask(before);
  };
}

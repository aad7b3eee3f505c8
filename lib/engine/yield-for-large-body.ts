/** Bytes of a body from which on reading it, or judging what was read, is felt by whatever else is to be done. */
const LARGE = 65_536;

let last: Promise<void> = Promise.resolve();

/**
 * Waits until it is the turn of a body of that length: of large ones, whatever they belong to, one piece of work is
 * done at a time, and everything else that waits gets its chance in between. A small one has its turn at once.
 */
export async function yieldForLargeBody(bytes: number): Promise<void> {
  if (bytes <= LARGE) return;
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  await last;
}

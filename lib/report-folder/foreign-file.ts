import { open } from 'node:fs/promises';
import { lstatOrNothing } from './lstat-or-nothing.ts';

/** Bytes that tell whose a file is. */
const ENOUGH = 4_096;

/**
 * Whether a file holds something that nobody has a copy of, as far as its beginning tells: it is there, it is not
 * empty, and it does not begin as ours do. One that cannot be read may hold anything.
 */
export async function isForeign(path: string, begins: RegExp): Promise<boolean> {
  const stats = await lstatOrNothing(path);
  if (!stats?.isFile() || stats.size === 0) return false;
  const beginning = await beginningOf(path).catch(() => undefined);
  return beginning === undefined || !begins.test(beginning);
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(ENOUGH) });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

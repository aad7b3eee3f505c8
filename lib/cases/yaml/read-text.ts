import { closeSync, openSync, readSync } from 'node:fs';
import type { Result } from '../../model/result.ts';

const MIB = 2 ** 20;

/** Far more than anybody writes by hand. */
const MOST_MIB = 16;

/**
 * The text of a file, or of standard input for 0.
 * @param mostMib mebibytes that are read at most: a device or a pipe may never end
 */
export function readText(path: string | 0, mostMib = MOST_MIB): Result<string, string> {
  try {
    const bytes = readAtMost(path, mostMib * MIB);
    if (bytes === null) return { ok: false, error: `it has more than ${mostMib} MiB` };
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    return { ok: false, error: error instanceof TypeError ? 'the file is not UTF-8' : reason(error) };
  }
}

/** The bytes of a file, or null where there are more than that. */
function readAtMost(path: string | 0, most: number): Buffer | null {
  const file = path === 0 ? 0 : openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(64 * 1024);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for (;;) {
      const read = readNow(file, chunk);
      if (read === 0) return Buffer.concat(chunks, size);
      size += read;
      if (size > most) return null;
      // A copy, which is as small as what a pipe gives.
      chunks.push(Buffer.from(chunk.subarray(0, read)));
    }
  } finally {
    if (file !== 0) closeSync(file);
  }
}

const EMPTY = new Int32Array(new SharedArrayBuffer(4));

/** Reads what there is, and waits where there is nothing yet: standard input may be set not to wait by itself. */
function readNow(file: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(file, chunk);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(EMPTY, 0, 0, 20);
    }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
};

function reason(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  // Without the path, which the message has at its end: it may be a secret by mistake.
  return REASONS[code] ?? message.replace(/, \w+( '.*')?$/s, '');
}

/** Editors and `echo` end a file with a line break that nobody means. */
export function withoutLastBreak(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '\n') end -= text.charAt(end - 2) === '\r' ? 2 : 1;
  return text.slice(0, end);
}

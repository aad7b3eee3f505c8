import { readFileSync, readSync } from 'node:fs';
import type { Result } from '../model/result.ts';

/** Reads the text of a file, or of standard input for 0. */
export function readText(path: string | 0): Result<string, string> {
  try {
    const bytes = path === 0 ? readInput() : readFileSync(path);
    // Of two bytes for each character, and of a text that begins with an ASCII character, one is 0.
    const isWide = /^(?:fffe|feff|00..|..00)/.test(bytes.toString('hex', 0, 2));
    if (isWide) return { ok: false, error: 'the file is UTF-16; save it as UTF-8' };
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    return { ok: false, error: error instanceof TypeError ? 'the file is not UTF-8' : reason(error) };
  }
}

/** Reads standard input, which may be set not to wait by itself. */
function readInput(): Buffer {
  const chunk = Buffer.allocUnsafe(64 * 1024);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const chunks: Buffer[] = [];
  for (;;) {
    try {
      const read = readSync(0, chunk);
      if (read === 0) return Buffer.concat(chunks);
      chunks.push(Buffer.from(chunk.subarray(0, read)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 20);
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

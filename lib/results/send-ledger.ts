import { readFileSync, writeSync } from 'node:fs';

/** Messages by what became of the requests for them. */
export interface SentMessages {
  /** Asked for: counted before the request went out, whether or not an answer came. */
  readonly sent: number;
  /** Not asked for, because they would have passed the budget. */
  readonly refused: number;
}

const KINDS = { sent: 's', refused: 'r' } as const;

/**
 * Adds to the count of messages in an open file, one character for each. Whoever calls it goes on only when the
 * system has taken them: they are there even if the process ends in the next moment.
 */
export function countMessages(file: number, kind: keyof SentMessages, messages: number): void {
  writeSync(file, KINDS[kind].repeat(messages));
}

/** The counts that a worker left; none where no worker came so far as to make the file. */
export function readLedger(path: string): SentMessages {
  const text = existing(path);
  const count = (kind: keyof SentMessages) => text.split(KINDS[kind]).length - 1;
  return { sent: count('sent'), refused: count('refused') };
}

function existing(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

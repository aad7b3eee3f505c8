import type { ReadMessages } from '../model/judging/evidence.ts';

/** Characters of readings that one process hands on to another at most: these are copied, and kept in both. */
const MOST_HANDED_ON = 10_000_000;

/** UTF-16 code units of a reply whose reading is handed on: most are a tenth of it. */
const LONG_REPLY = 20_000;

/**
 * Returns a function that writes readings of messages as JSON for another process, which takes half the time of reading
 * the messages there again. It returns undefined for long ones and where there is no room for more: these are read again.
 */
export function readingsHandedOn(most = MOST_HANDED_ON): (read: ReadMessages) => string | undefined {
  let left = most;
  return (read) => {
    if ((read.reply?.text?.length ?? 0) > LONG_REPLY) return undefined;
    const text = JSON.stringify(read);
    if (text.length > left) return undefined;
    left -= text.length;
    return text;
  };
}

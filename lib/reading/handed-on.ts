import type { ReadMessages } from '../model/judging/evidence.ts';
import type { RecordedCall } from '../model/judging/verdict.ts';
import { headerValue } from './headers.ts';

/** UTF-16 code units of all readings that one process hands on to another: these are copied, and kept in both. */
const MOST_HANDED_ON = 3_000_000;

/** Bytes of a message whose reading is handed on. A reading repeats the namespace of each element, and can be far longer. */
const LONG_MESSAGE = 10_000;

/**
 * Returns a function that writes readings of messages as JSON for another process, which takes half the time of reading
 * the messages there again. It returns undefined for long ones and where there is no room for more: these are read again.
 */
export function readingsHandedOn(most = MOST_HANDED_ON) {
  let left = most;
  return (
    read: ReadMessages,
    { request, outcome }: Pick<RecordedCall, 'request' | 'outcome'>,
  ): string | undefined => {
    const isCoded =
      headerValue(request.headers, 'content-encoding') !== '' || read.reply?.coding !== undefined;
    const reply = outcome.kind === 'response' ? outcome.response.body.length : 0;
    const size = Math.max(request.path.length, request.body?.length ?? 0, reply);
    if (isCoded || size > LONG_MESSAGE || left <= 0) return undefined;
    const text = JSON.stringify(read);
    left -= text.length;
    return left < 0 ? undefined : text;
  };
}

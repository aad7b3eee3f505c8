import { INVALID_HEAD, TARGET_GONE } from '../../model/judging/wire.ts';
import type { Sender } from './sender.ts';

/** Gives up on a target after `most` failures in a row; otherwise every exchange of the plan would wait for the time limit. */
export function guardedSender(sender: Sender, most = 32): Sender {
  let failures = 0;
  return {
    close: () => sender.close(),
    send: async (request, withdrawn) => {
      if (failures >= most) {
        const message = `not sent, because the last ${most} requests got no response`;
        return { kind: 'failure', failure: { code: TARGET_GONE, message, durationMs: 0 } };
      }
      const outcome = await sender.send(request, withdrawn);
      // A response that was given up for its size or its head is one: it came, and cost no wait.
      const isAnswer = outcome.kind === 'response' || GIVEN_UP.includes(outcome.failure.code);
      failures = isAnswer ? 0 : failures + 1;
      return outcome;
    },
  };
}

const GIVEN_UP: readonly string[] = ['RESPONSE_TOO_LARGE', INVALID_HEAD];

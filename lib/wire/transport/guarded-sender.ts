import type { Sender, SendOutcome } from './sender.ts';

/** Failures in a row after which a target is taken for gone. */
const MOST_FAILURES = 32;

/** Gives up on a target that never answers, which would cost the whole plan times the time limit. */
export function guardedSender(sender: Sender, most: number = MOST_FAILURES): Sender {
  let failures = 0;
  return {
    close: () => sender.close(),
    send: async (request, withdrawn) => {
      if (failures >= most) return notSent(most);
      const outcome = await sender.send(request, withdrawn);
      failures = isAnswer(outcome) ? 0 : failures + 1;
      return outcome;
    },
  };
}

/** A response that was given up for its size is one: it came, and cost no wait. */
function isAnswer(outcome: SendOutcome): boolean {
  return outcome.kind === 'response' || outcome.failure.code === 'RESPONSE_TOO_LARGE';
}

function notSent(most: number): SendOutcome {
  const message = `not sent, because the last ${most} requests got no response`;
  return { kind: 'failure', failure: { code: 'TARGET_GONE', message, durationMs: 0 } };
}

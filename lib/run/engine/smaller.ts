import { type Attempt, explainer } from '../../generate/explain.ts';
import type { JudgeContext } from '../../judge/judge-context.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { PreparedRun } from '../../model/running/prepared-run.ts';
import type { Sender } from '../../wire/transport/sender.ts';
import { runExchange } from './run-exchange.ts';

/** Requests with smaller inputs that a target gets at most, so that one that gets everything wrong ends it all the same. */
const MOST_REQUESTS = 8000;

/** Makes what sends smaller inputs to find out what findings depend on; without permission it sends nothing. */
export function withSmaller(
  { smaller, reportDelay, values }: Pick<PreparedRun, 'smaller' | 'reportDelay' | 'values'>,
  sender: Sender,
  context: JudgeContext,
  isStopped: () => boolean,
): ReturnType<typeof explainer> {
  if (smaller === null) return async (_, judged) => judged;
  const judge = async (exchange: Exchange) =>
    (await runExchange(exchange, { kind: 'live', sender, reportDelay }, context)).judged;
  return explainer(values.classes, limitedAttempt(smaller.messages, isStopped, judge));
}

/** Limits the messages that attempts send (null: to any number), and their requests. */
export function limitedAttempt(most: number | null, isStopped: () => boolean, judge: Attempt): Attempt {
  let requests = 0;
  let messages = 0;
  return async (exchange, change) => {
    const isOver = most !== null && messages + exchange.messages > most;
    if (isStopped() || isOver || requests + exchange.steps.length > MOST_REQUESTS) return null;
    requests += exchange.steps.length;
    messages += exchange.messages;
    const judged = await judge(exchange, change);
    return judged?.verdict === 'harness-error' ? null : judged;
  };
}

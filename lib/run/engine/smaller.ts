import { type Attempt, explainer } from '../../generate/explain.ts';
import type { JudgeContext } from '../../judge/judge-context.ts';
import type { PreparedRun } from '../../model/running/prepared-run.ts';
import type { Sender } from '../../wire/transport/sender.ts';
import { runExchange } from './run-exchange.ts';

/** Requests with smaller inputs that a run makes at most, so that a target that gets everything wrong ends it all the same. */
const MOST_REQUESTS = 8000;

/** Makes what sends smaller inputs to find out what findings depend on; without permission it sends nothing. */
export function withSmaller(
  { smaller, reportDelay, values }: Pick<PreparedRun, 'smaller' | 'reportDelay' | 'values'>,
  sender: Sender,
  context: JudgeContext,
  isStopped: () => boolean,
): ReturnType<typeof explainer> {
  if (smaller === null) return async (_, judged) => judged;
  let requests = 0;
  let messages = 0;
  const attempt: Attempt = async (exchange) => {
    const isOver = smaller.messages !== null && messages + exchange.messages > smaller.messages;
    if (isStopped() || isOver || requests + exchange.steps.length > MOST_REQUESTS) return null;
    requests += exchange.steps.length;
    messages += exchange.messages;
    const { judged } = await runExchange(exchange, { kind: 'live', sender, reportDelay }, context);
    return judged.verdict === 'harness-error' ? null : judged;
  };
  return explainer(values.classes, attempt);
}

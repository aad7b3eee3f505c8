import { type Stop, stop } from '../../model/running/stop.ts';
import type { ToBeSent } from '../../report/console/cost.ts';

/** What a person is asked before messages are sent. */
export interface SendQuestion extends ToBeSent {
  /** Whether the answer was given beforehand. */
  readonly confirmed: boolean;
}

/** Puts the question; an answer that is not a clear yes stops the run. */
export type AskToSend = (question: SendQuestion) => Promise<Stop | { readonly ok: true }>;

/** The answer where nobody can be asked. */
export const askNobody: AskToSend = async ({ confirmed, cost, host }) =>
  confirmed
    ? { ok: true }
    : stop(
        4,
        `${host} would get ${cost.messages} messages; there is no terminal to ask on: add --yes to send them`,
      );

import type { ToBeSent } from '../report/cost.ts';
import { type Stop, stop } from './stop.ts';

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
        `${cost.messages} messages would be sent through ${host}, and there is no terminal to ask on; --yes says that it shall be so`,
      );

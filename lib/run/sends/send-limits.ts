import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Refusal, refusal } from '../../model/result.ts';
import type { SendLimits } from '../../model/running/handoff.ts';
import type { ToBeSent } from '../../report/console/cost.ts';

/** What a person is asked before messages are sent. */
export interface SendQuestion extends ToBeSent {
  /** Whether the answer was given beforehand. */
  readonly confirmed: boolean;
}

/** Puts the question; an answer that is not a clear yes stops the run. */
export type AskToSend = (question: SendQuestion) => Promise<Refusal | { readonly ok: true }>;

/** The answer where there is no terminal. */
export const askNobody: AskToSend = async ({ confirmed, cost, host, byClients }) =>
  confirmed
    ? { ok: true }
    : refusal(
        4,
        `${host} would get ${byClients ? 'up to ' : ''}${cost.messages} messages; there is no terminal to ask on: add --yes to send them`,
      );

interface OpenedLimits {
  readonly ok: true;
  readonly limits: SendLimits | null;
  /** Removes the folder in which messages are counted. */
  remove(): Promise<void>;
}

/** Gives what may be sent a place where it is counted: nothing is sent that cannot be counted. */
export async function openLimits(
  allowed: Omit<SendLimits, 'ledger'> | null,
): Promise<OpenedLimits | Refusal> {
  if (allowed === null) return { ok: true, limits: null, remove: async () => {} };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'postsms-'));
    return {
      ok: true,
      limits: { ...allowed, ledger: join(folder, 'messages') },
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  } catch (error) {
    return refusal(
      5,
      `cannot count messages in ${tmpdir()} (TMPDIR), so none was sent: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

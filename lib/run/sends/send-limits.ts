import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Refusal, refusal } from '../../model/result.ts';
import type { SendLimits } from '../../model/running/prepared-run.ts';
import type { ToBeSent } from '../../report/console/cost.ts';

export interface SendQuestion extends ToBeSent {
  /** Whether the user has answered yes beforehand. */
  readonly confirmed: boolean;
}

/** Puts the question; an answer that is not a clear yes stops the run. */
export type AskToSend = (question: SendQuestion) => Promise<Refusal | { readonly ok: true }>;

/** The answer where there is no terminal. */
export const askNobody: AskToSend = async ({ confirmed, cost, host, byClients }) => {
  if (confirmed) return { ok: true };
  const messages = `${byClients ? 'up to ' : ''}${cost.messages} messages`;
  return refusal(4, `${host} would get ${messages}; there is no terminal to ask on: add --yes to send them`);
};

/**
 * Gives what may be sent a file of its own in which it is counted, until that is removed.
 * @throws the system's error where there can be none: nothing is sent that cannot be counted
 */
export async function openLimits(allowed: Omit<SendLimits, 'ledger'> | null) {
  if (allowed === null) return { limits: null, remove: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'postsms-'));
  const limits: SendLimits = { ...allowed, ledger: join(folder, 'messages') };
  return { limits, remove: () => rm(folder, { recursive: true, force: true }) };
}

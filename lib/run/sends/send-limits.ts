import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SendLimits } from '../../model/running/prepared-run.ts';

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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SendLimits, ToldRun } from '../../model/running/handoff.ts';
import type { Settings } from '../../model/running/settings.ts';
import { type Stop, stop } from '../../model/running/stop.ts';
import { plannedMessages } from '../../plan/plan-cost.ts';
import { allowList, needsPermission } from './live-plan.ts';

type OpenedLimits = {
  readonly ok: true;
  readonly limits: SendLimits | null;
  /** Removes the folder in which messages are counted. */
  remove(): Promise<void>;
};

type Part = Pick<ToldRun, 'shard' | 'exchanges'>;

/**
 * Without permission nothing may be sent, whatever else is set; and nothing where it cannot be counted. A shard may send
 * what it plans and no more, so that all of them together stay within the budget, which the whole plan does.
 */
export async function openLimits(settings: Settings, part: Part): Promise<OpenedLimits | Stop> {
  if (!needsPermission(settings)) return { ok: true, limits: null, remove: async () => {} };
  const { sends } = settings;
  try {
    const folder = await mkdtemp(join(tmpdir(), 'postsms-'));
    const allowed =
      sends.permission === 'allow'
        ? { recipients: [...allowList(sends.recipients)], maxMessages: budgetOf(part, sends.maxMessages) }
        : { recipients: [], maxMessages: 0 };
    return {
      ok: true,
      limits: { ...allowed, ledger: join(folder, 'messages') },
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  } catch (error) {
    return stop(
      5,
      `cannot count messages in ${tmpdir()} (TMPDIR), so none was sent: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function budgetOf({ shard, exchanges }: Part, maxMessages: number): number {
  return shard === null ? maxMessages : plannedMessages(exchanges);
}

/** For tests of recordings: records a service as a run does, without starting one. */
import { join } from 'node:path';
import type { Deviation } from '../../lib/reference/seams.ts';
import type { Settings } from '../../lib/settings/run-settings.ts';
import { judgeService, PROOF_NAMESPACE, recordTo } from '../proof/lab.ts';
import { planOf } from '../support/report.ts';
import { newFolder } from './folders.ts';

/** Records the reference with these deviations, and returns the file and what was judged. */
export async function recordService(deviations: readonly Deviation[], filters: Partial<Settings>) {
  const { exchanges, declarations } = planOf({ namespace: PROOF_NAMESPACE, ...filters });
  const file = join(newFolder(), 'recording.har');
  const judged = await judgeService(deviations, exchanges, declarations);
  await recordTo(file, judged);
  return { file, judged };
}

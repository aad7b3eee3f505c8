import { existsSync } from 'node:fs';
import type { Gate } from '../model/contract.ts';
import { type Refusal, refusal } from '../model/result.ts';
import { resultsFile } from '../report-folder/report-folder.ts';
import { formatProblem } from '../yaml/format-problem.ts';
import { loadResults } from './load-results.ts';
import { isRed } from './verdict-counts.ts';

type FoundIds = { readonly ok: true; readonly value: readonly string[] } | Refusal;

/** Returns the ids of the exchanges that were red, blocked, not run or left without a verdict in the report folder of the same target. */
export function lastFailed(reportDir: string, target: string | null, gate: Gate): FoundIds {
  const file = resultsFile(reportDir);
  if (!existsSync(file)) return refusal(2, `--last-failed: ${file} does not exist; run once without it`);
  const loaded = loadResults(file);
  if (!loaded.ok) return refusal(2, loaded.error.map(formatProblem).join('\n\n'));
  const { target: before, exchanges, notRun, withoutVerdict = [], exitCode, why } = loaded.value;
  const isSame = before.kind === 'reference' ? target === null : before.baseUrl === target;
  if (!isSame) {
    const was = before.kind === 'reference' ? 'the embedded reference' : before.baseUrl;
    return refusal(2, `--last-failed: ${file} is of ${was}; choose the same target, or another --report-dir`);
  }
  const failed = exchanges.filter(({ verdict }) => isRed(verdict, gate));
  const value = [...[...failed, ...notRun].map(({ id }) => id), ...withoutVerdict];
  if (value.length > 0) return { ok: true, value };
  // A run may fail for what it did not judge.
  const but = exitCode === 1 && why !== undefined ? `, where ${why}` : '';
  const nothing = `nothing was red, blocked or not run in ${file}${but}`;
  return refusal(4, `--last-failed: ${nothing}; run without it to judge the whole target`);
}

import { readFileSync } from 'node:fs';
import type { Masked } from '../model/running/masked.ts';
import type { Results } from '../model/running/results.ts';
import { causesFile } from '../report-folder/report-folder.ts';
import { writeAtomic } from '../report-folder/write-atomic.ts';
import { type Mask, ours } from '../secrets/mask.ts';
import { defined } from '../text/defined.ts';
import { plainJson } from '../text/printable.ts';
import { causeKey, noteKey, reportedCauses, titleOf } from './causes.ts';

/** The causes of the last run with some filters: what identifies each from run to run, and its title. */
interface LastRun {
  readonly startedAt: Masked;
  /** Its base URL; absent for the embedded reference, which has another port in each run. */
  readonly target?: Masked;
  readonly causes: Readonly<Record<string, Masked>>;
}

type History = Readonly<Record<string, LastRun>>;

/** True if a run is one that later runs with the same filters are compared with, as Allure's history has them. */
const counts = ({ exitCode, scope, shard, clients }: Results) =>
  exitCode <= 1 && !scope?.startsWith('--last-failed') && shard === undefined && clients === undefined;

/** Returns the filters of a run, and whether it left out sends; other runs have other causes. */
const filtersOf = ({ scope = ours``, notRun }: Results) =>
  scope.replace(/: \d+ of \d+ exchanges?;.*$/, '') + (notRun.length === 0 ? '' : ' without sends');

const targetOf = ({ target }: Results) => (target.kind === 'external' ? target.baseUrl : undefined);

/** Returns the causes of a run, listed ones included: a known failure is not gone, and an expired one is not new. */
function causesIn(results: Results) {
  const { leads, others } = reportedCauses(results);
  const listed = others.filter(({ example }) => example.verdict === 'known-failure');
  const broken = [...leads.map(({ causes: [cause] }) => cause), ...listed].filter(
    ({ example }) => example.verdict !== 'fixed',
  );
  const titles = broken.map(({ example }) => {
    const [finding] = example.findings;
    if (!finding) return [noteKey(example), example.note ?? ours`${example.verdict}`] as const;
    const found = results.roots?.find(({ id }) => id === finding.root);
    // What names a root, such as a packet, is another in each run.
    if (found) return [`${found.kind} ${found.rule}`, found.message] as const;
    const { root: _, ...alone } = finding;
    return [causeKey(alone), ours`${finding.rule}: ${titleOf(finding)}`] as const;
  });
  return new Map<string, Masked>(titles);
}

/** Reads the last runs of a history; none where the file is missing or damaged. */
function readHistory(reportDir: string, { target }: Results, mask: Mask): History {
  try {
    return JSON.parse(mask(readFileSync(causesFile(reportDir, target.kind), 'utf8'))) as History;
  } catch {
    return {};
  }
}

/** Adds to results what changed since the last run in the history of their report folder. */
export function sinceLastRun(reportDir: string, results: Results, mask: Mask): Results {
  const last = counts(results) ? readHistory(reportDir, results, mask)[filtersOf(results)] : undefined;
  // Reports are written again where the page of Allure could not be built: that is no other run.
  if (last === undefined || last.startedAt === results.startedAt) return results;
  const causes = causesIn(results);
  const added = [...causes].flatMap(([key, title]) => (key in last.causes ? [] : [title]));
  const gone = Object.entries(last.causes).flatMap(([key, title]) => (causes.has(key) ? [] : [title]));
  const isOther = last.target !== undefined && last.target !== targetOf(results);
  const target = isOther ? { target: last.target } : {};
  return { ...results, since: { startedAt: last.startedAt, ...target, added, gone } };
}

/** Keeps the causes of a run for the next one. */
export async function keepCauses(reportDir: string, results: Results, mask: Mask): Promise<void> {
  if (!counts(results)) return;
  const { startedAt, target } = results;
  const causes = Object.fromEntries(causesIn(results));
  const last: LastRun = defined({ startedAt, target: targetOf(results), causes });
  const history = { ...readHistory(reportDir, results, mask), [filtersOf(results)]: last };
  await writeAtomic(causesFile(reportDir, target.kind), ours`${plainJson(history, 2)}\n`);
}

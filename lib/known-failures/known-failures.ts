import { existsSync } from 'node:fs';
import { inFileOrder, schemaProblems } from '../cases/schema.ts';
import { formatProblem, shownPath } from '../cases/yaml/format-problem.ts';
import type { YamlPath } from '../cases/yaml/source.ts';
import { readYamlFile } from '../cases/yaml/yaml-source.ts';
import { type Loaded, type Problem, type Refusal, refusal } from '../model/result.ts';
import type { PlannedKnownFailure } from '../model/running/known-failure.ts';
import type { Settings } from '../model/running/settings.ts';
import { matchesId } from '../plan/select.ts';
import { rules } from '../rules/index.ts';
import { limitRules } from '../rules/traits.ts';
import { nearest } from '../text/nearest.ts';

/** An entry that fits known-failures.schema.json. */
interface Entry extends Omit<PlannedKnownFailure, 'place' | 'patterns' | 'exchanges' | 'expired'> {
  readonly exchanges: string | readonly string[];
}

/** Rules about replies: only these can be listed. */
export const listableRules: readonly string[] = rules
  .filter(({ id, needs }) => needs !== 'request' && needs !== 'outcome' && !limitRules.includes(id))
  .map(({ id }) => id);

/**
 * Returns the known failures of a run.
 *
 * @param plan ids of the exchanges of the whole plan that can fail, whatever the run selects of them
 * @param today as `YYYY-MM-DD`, in UTC
 */
export function readKnownFailures(
  { path, mustExist }: Settings['known'],
  plan: readonly string[],
  today: string,
): { readonly ok: true; readonly value: readonly PlannedKnownFailure[] } | Refusal {
  if (path === null || (!mustExist && !existsSync(path))) return { ok: true, value: [] };
  if (!existsSync(path)) {
    const file = JSON.stringify(shownPath(path));
    const advice = '--write-known creates it from what a run finds';
    return refusal(2, `the file of known failures ${file} does not exist; ${advice}`);
  }
  const loaded = loadKnownFailures(path, plan, today);
  return loaded.ok ? loaded : refusal(2, loaded.error.map(formatProblem).join('\n\n'));
}

/** Days that a new entry of a file of accepted faults or differences holds. */
const NEW_DAYS = 90;
const DAY_MS = 86_400_000;

/** Returns the last day of an entry that is written now, as `YYYY-MM-DD` in UTC. */
export function expiryOf(now: Date): string {
  return dayOf(new Date(now.getTime() + NEW_DAYS * DAY_MS));
}

/** Returns the day of a time in UTC, as `YYYY-MM-DD`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/**
 * Reads a file of known failures and matches its patterns with the plan. A pattern that matches no exchange is a
 * problem: each must change something when it is removed.
 */
export function loadKnownFailures(
  path: string,
  plan: readonly string[],
  today: string,
): Loaded<readonly PlannedKnownFailure[]> {
  const source = readYamlFile(path, shownPath(path));
  const misfits = schemaProblems('known-failures', source);
  if (misfits.length > 0) return { ok: false, error: misfits };
  const { 'known-failures': entries } = source.value as { readonly 'known-failures': readonly Entry[] };
  const problems: Problem[] = [];
  const mistake = (at: YamlPath, message: string, near?: string) => {
    const problem = source.problem(at, { message });
    problems.push(near === undefined ? problem : { ...problem, nearest: near });
  };
  const value = entries.map(({ exchanges, ...entry }, index): PlannedKnownFailure => {
    const at = ['known-failures', index];
    for (const [place, rule] of entry.rules.entries()) {
      if (listableRules.includes(rule)) continue;
      const isRule = rules.some(({ id }) => id === rule);
      const why = `"${rule}" cannot be a known failure: a missing answer or a wrong request of the suite cannot be expected`;
      const near = isRule ? undefined : nearest(rule, listableRules);
      mistake(
        [...at, 'rules', place],
        isRule ? why : `unknown rule "${rule}" (\`list rules\` shows all)`,
        near,
      );
    }
    const patterns = [exchanges].flat();
    const matched = patterns.map((text) => plan.filter(matchesId(text)));
    for (const [place, text] of patterns.entries()) {
      if (matched[place]?.length !== 0) continue;
      const none = `"${text}" matches no exchange of level must or should (\`list exchanges\` shows all)`;
      const below = typeof exchanges === 'string' ? [] : [place];
      mistake([...at, 'exchanges', ...below], none, nearest(text, plan));
    }
    const { file, line } = source.problem(at, { message: '' });
    return {
      ...entry,
      ...{ place: `${file}:${line}`, reason: entry.reason.trim().replace(/\s+/g, ' ') },
      ...{ patterns, exchanges: [...new Set(matched.flat())], expired: today > entry.expires },
    };
  });
  return problems.length > 0 ? { ok: false, error: inFileOrder(problems) } : { ok: true, value };
}

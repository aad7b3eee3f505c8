import { existsSync } from 'node:fs';
import { matchesId } from '../../cases/plan/select.ts';
import { rules } from '../../judge/rules/index.ts';
import type { PlannedKnownFailure } from '../../model/judging/verdict.ts';
import { type Loaded, type Problem, type Refusal, refusal } from '../../model/result.ts';
import { nearest } from '../../text/nearest.ts';
import { formatProblem, shownPath } from '../../yaml/format-problem.ts';
import { inFileOrder } from '../../yaml/schema.ts';
import type { YamlPath } from '../../yaml/yaml-source.ts';
import { loadEntries } from './entries.ts';

/** An entry that fits known-failures.schema.json. */
interface Declared extends Omit<PlannedKnownFailure, 'place' | 'patterns' | 'exchanges' | 'expired'> {
  readonly exchanges: string | readonly string[];
}

/** Rules about replies: only these can be listed. */
export const listableRules: readonly string[] = rules
  .filter(({ needs, traits }) => needs !== 'request' && needs !== 'outcome' && !traits.includes('limit'))
  .map(({ id }) => id);

/**
 * Returns the known failures of a run.
 * @param plan ids of the exchanges of the whole plan that can fail, whatever the run selects of them
 * @param today as `YYYY-MM-DD`, in UTC
 */
export function readKnownFailures(
  path: string | null,
  plan: readonly string[],
  today: string,
): { readonly ok: true; readonly value: readonly PlannedKnownFailure[] } | Refusal {
  if (path === null) return { ok: true, value: [] };
  if (!existsSync(path)) {
    const file = JSON.stringify(shownPath(path));
    const advice = '--write-known creates it from what a run finds';
    return refusal(2, `the file of known failures ${file} does not exist; ${advice}`);
  }
  const loaded = loadKnownFailures(path, plan, today);
  return loaded.ok ? loaded : refusal(2, loaded.error.map(formatProblem).join('\n\n'));
}

/**
 * Reads a file of known failures and matches its patterns with the plan. A pattern that matches no exchange and two
 * that overlap are problems: each must change something when it is removed.
 */
export function loadKnownFailures(
  path: string,
  plan: readonly string[],
  today: string,
): Loaded<readonly PlannedKnownFailure[]> {
  const loaded = loadEntries<Declared>('known-failures', path);
  if (!loaded.ok) return loaded;
  const { source, value: entries } = loaded;
  const problems: Problem[] = [];
  const mistake = (at: YamlPath, message: string, near?: string) =>
    problems.push({ ...source.problem(at, { message }), ...(near !== undefined && { nearest: near }) });
  const earlier: { text: string; rules: readonly string[]; line: number; ids: ReadonlySet<string> }[] = [];
  const value = entries.map(({ exchanges, ...entry }, index): PlannedKnownFailure => {
    const at = ['known-failures', index];
    for (const [place, rule] of entry.rules.entries()) {
      if (listableRules.includes(rule)) continue;
      const where = [...at, 'rules', place];
      const why = `"${rule}" cannot be a known failure: a missing answer or a wrong request of the suite cannot be expected`;
      if (rules.some(({ id }) => id === rule)) mistake(where, why);
      else mistake(where, `unknown rule "${rule}" (\`list rules\` shows all)`, nearest(rule, listableRules));
    }
    const patterns = [exchanges].flat().map((text, place) => {
      const where = [...at, 'exchanges', ...(typeof exchanges === 'string' ? [] : [place])];
      const { line } = source.problem(where, { message: '' });
      const pattern = { text, rules: entry.rules, line, ids: new Set(plan.filter(matchesId(text))) };
      if (pattern.ids.size === 0) {
        const none = `"${text}" matches no exchange (\`list exchanges\` shows all)`;
        mistake(where, none, nearest(text, plan));
      }
      for (const previous of earlier) {
        const rule = entry.rules.find((id) => previous.rules.includes(id));
        const exchange = rule && [...pattern.ids].find((id) => previous.ids.has(id));
        if (!exchange) continue;
        const both = `both list ${rule} for ${exchange}`;
        mistake(where, `"${text}" and "${previous.text}" in line ${previous.line} overlap: ${both}`);
      }
      earlier.push(pattern);
      return pattern;
    });
    return {
      ...entry,
      patterns: patterns.map(({ text }) => text),
      exchanges: patterns.flatMap(({ ids }) => [...ids]),
      expired: today > entry.expires,
    };
  });
  return problems.length > 0 ? { ok: false, error: inFileOrder(problems) } : { ok: true, value };
}

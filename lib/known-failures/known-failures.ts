import { existsSync } from 'node:fs';
import { inFileOrder, schemaProblems } from '../cases/schema.ts';
import { formatProblem, shownPath } from '../cases/yaml/format-problem.ts';
import type { YamlPath, YamlSource } from '../cases/yaml/source.ts';
import { readYamlFile } from '../cases/yaml/yaml-source.ts';
import type { Loaded, Problem } from '../model/result.ts';
import { type Refusal, refusal } from '../model/result.ts';
import type { KnownFailure, KnownFailuresFile, PlannedKnownFailure } from '../model/running/known-failure.ts';
import { matchesId } from '../plan/select.ts';
import { rules } from '../rules/index.ts';
import { limitRules } from '../rules/traits.ts';
import { nearest } from '../text/nearest.ts';

/** An entry that fits known-failures.schema.json. */
interface Entry extends Omit<KnownFailure, 'place' | 'patterns'> {
  readonly exchanges: string | readonly string[];
}

/** Rules about replies: only these can be listed. */
export const listableRules: readonly string[] = rules
  .filter(({ id, needs }) => needs !== 'request' && needs !== 'outcome' && !limitRules.includes(id))
  .map(({ id }) => id);

const ruleNames = {
  listable: listableRules,
  others: rules.map(({ id }) => id).filter((id) => !listableRules.includes(id)),
};

/**
 * Returns the known failures of a run.
 *
 * @param plan ids of the exchanges of the whole plan that can fail, whatever the run selects of them
 * @param today as `YYYY-MM-DD`, in UTC
 */
export function readKnownFailures(
  { path, mustExist }: KnownFailuresFile,
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
 * problem, and so are two patterns that list the same rule for the same exchange: each must change something when it
 * is removed.
 */
export function loadKnownFailures(
  path: string,
  plan: readonly string[],
  today: string,
  names: typeof ruleNames = ruleNames,
): Loaded<readonly PlannedKnownFailure[]> {
  const source = readYamlFile(path, shownPath(path));
  const misfits = schemaProblems('known-failures', source);
  if (misfits.length > 0) return { ok: false, error: misfits };
  const { 'known-failures': entries } = source.value as { readonly 'known-failures': readonly Entry[] };
  const patterns = entries.map((entry, index) => patternsOf(entry, index, plan));
  const all = patterns.flat();
  const problems = [
    ...entries.flatMap((entry, index) => ruleProblems(entry, index, source, names)),
    ...all.flatMap((pattern, index) => patternProblems(pattern, all.slice(0, index), plan, source)),
  ];
  if (problems.length > 0) return { ok: false, error: inFileOrder(problems) };
  const value = entries.map(({ exchanges, ...entry }, index): PlannedKnownFailure => {
    const { file, line } = source.problem(['known-failures', index], { message: '' });
    const own = patterns[index] ?? [];
    return {
      ...entry,
      place: `${file}:${line}`,
      reason: entry.reason.trim().replace(/\s+/g, ' '),
      patterns: own.map(({ text }) => text),
      exchanges: own.flatMap(({ ids }) => [...ids]),
      expired: today > entry.expires,
    };
  });
  return { ok: true, value };
}

function ruleProblems(
  entry: Entry,
  index: number,
  source: YamlSource,
  { listable, others }: typeof ruleNames,
): readonly Problem[] {
  return entry.rules.flatMap((rule, at) => {
    if (listable.includes(rule)) return [];
    const why = 'a missing answer or a wrong request of the suite cannot be expected';
    const text = others.includes(rule)
      ? { message: `"${rule}" cannot be a known failure: ${why}`, allowed: listable }
      : { message: `unknown rule "${rule}"`, allowed: listable, given: rule };
    return [source.problem(['known-failures', index, 'rules', at], text)];
  });
}

interface Pattern {
  readonly text: string;
  readonly place: YamlPath;
  readonly rules: readonly string[];
  readonly ids: ReadonlySet<string>;
}

function patternsOf(
  { exchanges, rules: named }: Entry,
  entry: number,
  plan: readonly string[],
): readonly Pattern[] {
  const place = ['known-failures', entry, 'exchanges'];
  const pattern = (text: string, at: YamlPath): Pattern => ({
    ...{ text, place: at, rules: named },
    ids: new Set(plan.filter(matchesId(text))),
  });
  if (typeof exchanges === 'string') return [pattern(exchanges, place)];
  return exchanges.map((text, index) => pattern(text, [...place, index]));
}

function patternProblems(
  { text, place, rules: named, ids }: Pattern,
  earlier: readonly Pattern[],
  plan: readonly string[],
  source: YamlSource,
): readonly Problem[] {
  if (ids.size === 0) {
    const message = `"${text}" matches no exchange of level must or should (\`list exchanges\` shows all)`;
    const close = nearest(text, plan);
    const problem = source.problem(place, { message });
    return [close === undefined ? problem : { ...problem, nearest: close }];
  }
  return earlier.flatMap((other) => {
    const rule = named.find((one) => other.rules.includes(one));
    const exchange = [...ids].find((id) => other.ids.has(id));
    if (rule === undefined || exchange === undefined) return [];
    const { line } = source.problem(other.place, { message: '' });
    const message = `"${text}" and "${other.text}" in line ${line} overlap: both list ${rule} for ${exchange}`;
    return [source.problem(place, { message })];
  });
}

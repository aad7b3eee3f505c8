import { existsSync } from 'node:fs';
import { inFileOrder } from '../cases/schema.ts';
import { formatProblem } from '../cases/yaml/format-problem.ts';
import { shownPath } from '../cases/yaml/shown-path.ts';
import type { Problem } from '../model/problem.ts';
import type { KnownFailuresFile, PlannedKnownFailure } from '../model/running/known-failure.ts';
import { type Stop, stop } from '../model/running/stop.ts';
import { rules } from '../rules/index.ts';
import { LIMIT_RULES } from '../rules/limit-rules.ts';
import { type KnownFailures, loadKnownFailures } from './load-known-failures.ts';
import { type KnownProblem, matchKnown } from './match-known-failures.ts';

type Read = { readonly ok: true; readonly value: readonly PlannedKnownFailure[] } | Stop;

/**
 * The known failures of a run, of those who have some.
 *
 * @param plan ids of the exchanges of the whole plan that can fail, whatever the run chooses of them
 * @param today as `YYYY-MM-DD`, in UTC
 */
export function readKnownFailures(file: KnownFailuresFile, plan: readonly string[], today: string): Read {
  if (file.path === null) return NONE;
  if (!existsSync(file.path)) return file.mustExist ? missing(file.path) : NONE;
  const loaded = loadKnownFailures(file.path, ruleNames);
  if (!loaded.ok) return refused(loaded.problems);
  const { entries } = loaded.value;
  const { exchanges, problems } = matchKnown(entries, plan);
  if (problems.length > 0) {
    return refused(inFileOrder(problems.map((problem) => knownProblem(problem, loaded.value))));
  }
  return {
    ok: true,
    value: entries.map((entry, index) => ({
      ...entry,
      exchanges: exchanges[index] ?? [],
      expired: today > entry.expires,
    })),
  };
}

const NONE: Read = { ok: true, value: [] };

function missing(path: string): Stop {
  const file = JSON.stringify(shownPath(path));
  return stop(
    2,
    `the file of known failures ${file} does not exist; --write-known creates it from what a run finds`,
  );
}

/** The day of a time, in UTC, so that it is the same wherever a run takes place. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The rules about replies: what says nothing of one is never the expected failure. */
export const listableRules: readonly string[] = rules
  .filter(({ id, needs }) => needs !== 'request' && needs !== 'outcome' && !LIMIT_RULES.includes(id))
  .map(({ id }) => id);

const ruleNames = {
  listable: listableRules,
  others: rules.map(({ id }) => id).filter((id) => !listableRules.includes(id)),
};

function refused(problems: readonly Problem[]): Stop {
  return stop(2, problems.map(formatProblem).join('\n\n'));
}

function knownProblem(found: KnownProblem, file: KnownFailures): Problem {
  const { entry, pattern, text } = found;
  if (found.kind === 'unmatched') {
    const message = `"${text}" matches no exchange of level must or should (\`list exchanges\` shows all)`;
    const problem = file.problem(entry, pattern, { message });
    return found.nearest === undefined ? problem : { ...problem, nearest: found.nearest };
  }
  const { other, exchange, rule } = found;
  const before = file.entries[other.entry]?.patterns[other.pattern] ?? '';
  const { line } = file.problem(other.entry, other.pattern, { message: '' });
  const message = `"${text}" and "${before}" in line ${line} overlap: both list ${rule} for ${exchange}`;
  return file.problem(entry, pattern, { message });
}

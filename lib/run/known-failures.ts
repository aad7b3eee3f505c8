import { existsSync } from 'node:fs';
import { formatProblem } from '../declarations/format-problem.ts';
import { type KnownFailures, loadKnownFailures } from '../declarations/load-known-failures.ts';
import { inFileOrder } from '../declarations/schema.ts';
import { shownPath } from '../declarations/shown-path.ts';
import type { KnownFailuresFile, PlannedKnownFailure } from '../model/known-failure.ts';
import type { Problem } from '../model/problem.ts';
import { type KnownProblem, matchKnown } from '../plan/known-failures.ts';
import { rules } from '../rules/index.ts';
import { type Stop, stop } from './stop.ts';

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
  return stop(2, `there is no file of known failures ${file}; --write-known makes one of what a run finds`);
}

/** The day of a time, in UTC, so that it is the same wherever a run takes place. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The rules about replies: what says nothing of one is never the expected failure. */
export const listableRules: readonly string[] = rules
  .filter(({ needs }) => needs !== 'request' && needs !== 'outcome')
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
    const message = `"${text}" matches no exchange of level must or should; \`list exchanges\` shows what there is`;
    const problem = file.problem(entry, pattern, { message });
    return found.nearest === undefined ? problem : { ...problem, nearest: found.nearest };
  }
  const { other, exchange, rule } = found;
  const before = file.entries[other.entry]?.patterns[other.pattern] ?? '';
  const { line } = file.problem(other.entry, other.pattern, { message: '' });
  const message = `"${text}" and "${before}" in line ${line} overlap: both list ${rule} for ${exchange}`;
  return file.problem(entry, pattern, { message });
}

import { existsSync } from 'node:fs';
import type { PlannedKnownFailure } from '../../model/judging/verdict.ts';
import { gates } from '../../model/requirement.ts';
import type { PreparedRun } from '../../model/running/prepared-run.ts';
import type { ExchangeRecord } from '../../model/running/results.ts';
import type { Written } from '../../report-folder/report-folder.ts';
import { writeToCommit } from '../../report-folder/write-atomic.ts';
import { ownText } from '../../secrets/mask.ts';
import { groupedBy } from '../../text/add-to.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { shownPath } from '../../yaml/format-problem.ts';
import { byCause } from '../causes.ts';
import { isDecided, isRed } from '../verdict-counts.ts';
import { withEntries } from './entries.ts';
import { listableRules } from './known-failures.ts';

/** Rules, and the exchanges that break each of them, as an entry lists them. */
interface Part {
  readonly exchanges: string | readonly string[];
  readonly rules: readonly string[];
}

/**
 * Writes what a run found into the file of known failures: removes from its entries what is no longer broken, and adds
 * one entry for each cause that no entry lists. What the run did not judge stays listed. Creates an empty file where
 * there is nothing to list, so that a later run finds the file that it names.
 */
export async function writeKnownFailures(
  path: string,
  run: PreparedRun,
  records: readonly ExchangeRecord[],
  now: Date,
): Promise<Written> {
  const isThere = existsSync(path);
  const file = shownPath(path);
  const rests = run.known.map((entry) => restOf(entry, records));
  const planned = new Map(run.exchanges.map(({ id, steps }) => [id, steps.length]));
  // One that was blocked, or never answered, does not show all that its exchange breaks.
  const listable = records.filter(({ id, verdict, steps, blockedBy }) => {
    if (blockedBy !== undefined) return listableRules.includes(blockedBy);
    return isDecided(verdict) && steps.length === planned.get(id);
  });
  const added = unlistedParts(listable, run);
  const left = records.filter((record) => isRed(record.verdict, run.gate) && !listable.includes(record));
  const verdicts = [...new Set(left.map(({ verdict }) => verdict))].sort().join(', ');
  const lines = left.length === 0 ? [] : [`${left.length} red exchanges cannot be listed (${verdicts})`];
  const unchanged = rests.every((rest) => rest === undefined) && added.length === 0;
  if (unchanged && isThere) return reported(`${file} is up to date`, ...lines);
  const text = withEntries('known-failures', isThere ? path : undefined, added, now, rests);
  try {
    // The user's own file, as it is.
    await writeToCommit(path, ownText(text));
  } catch (error) {
    const why = `cannot write the known failures: ${reasonOf(error)}; choose another file with --known`;
    return { places: [], faults: [why] };
  }
  return reported(`${file} written: ${countsOf(rests, added)}`, ...lines);
}

function reported(...lines: readonly string[]): Written {
  return { places: lines.map((line) => `known file    ${line}`), faults: [] };
}

function partOf(rules: readonly string[], exchanges: readonly string[]): Part {
  const [only = '', ...more] = exchanges;
  return { exchanges: more.length === 0 ? only : exchanges, rules };
}

/** Returns what is left of an entry, split where its rules differ by exchange; undefined where all of it is. */
function restOf({ rules, exchanges }: PlannedKnownFailure, records: readonly ExchangeRecord[]) {
  const kept = new Map<string, readonly string[]>(
    records.map(({ id, known = [] }) => [id, known.flatMap(({ stale = [] }) => stale)]),
  );
  const left = (rule: string) => exchanges.filter((id) => !kept.get(id)?.includes(rule));
  const byExchanges = groupedBy(rules, (rule) => left(rule).join('\n') || undefined);
  const isWhole = byExchanges.get(exchanges.join('\n'))?.length === rules.length;
  if (isWhole) return undefined;
  return [...byExchanges.values()].map((group) => partOf(group, left(group[0])));
}

/** Returns the gating findings that no entry lists, by cause, and what blocked an exchange. */
function unlistedParts(records: readonly ExchangeRecord[], { known, gate }: PreparedRun): readonly Part[] {
  const listed = new Set(
    known.flatMap(({ rules, exchanges }) => rules.flatMap((rule) => exchanges.map((id) => `${id} ${rule}`))),
  );
  const found = records.flatMap(({ id, findings, verdict, blockedBy }) =>
    findings.flatMap((finding) => {
      const { rule, level } = finding;
      const gating = gates(level, gate) || (rule === blockedBy && isRed(verdict, gate));
      const pair = `${id} ${rule}`;
      if (!gating || !listableRules.includes(rule) || listed.has(pair)) return [];
      // Another cause of the same rule must not list the exchange again.
      listed.add(pair);
      return { id, finding };
    }),
  );
  return [...byCause(found).values()].map((group) => {
    const ids = group.map(({ id }) => id);
    return partOf([group[0].finding.rule], ids);
  });
}

function countsOf(rests: readonly (readonly Part[] | undefined)[], added: readonly Part[]): string {
  const changed = rests.flatMap((rest) => (rest === undefined ? [] : [rest.length]));
  const removed = changed.filter((parts) => parts === 0).length;
  const counts = { new: added.length, narrowed: changed.length - removed, removed };
  const seen = Object.entries(counts).filter(([, count]) => count > 0);
  const text = seen.map(([what, count]) => `${count} ${what}`).join(', ');
  if (text === '') return 'empty: nothing to list';
  return added.length > 0 ? `${text}; add a reason to each new entry` : text;
}

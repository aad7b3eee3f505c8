import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import type { Node, YAMLMap } from 'yaml';
import type { PlannedKnownFailure, Verdict } from '../../model/judging/verdict.ts';
import { gates } from '../../model/requirement.ts';
import type { PreparedRun } from '../../model/running/prepared-run.ts';
import type { ExchangeRecord } from '../../model/running/results.ts';
import type { Written } from '../../report-folder/report-folder.ts';
import { writeAtomic } from '../../report-folder/write-atomic.ts';
import { ownText } from '../../secrets/mask.ts';
import { groupedBy } from '../../text/add-to.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { shownPath } from '../../yaml/format-problem.ts';
import { yaml } from '../../yaml/yaml-faults.ts';
import { causeKey } from '../causes.ts';
import { rulesOf } from '../requirements.ts';
import { isRed } from '../verdict-counts.ts';
import { wasEvaluated } from './apply-known-failures.ts';
import { withEntries } from './entries.ts';
import { listableRules } from './known-failures.ts';

/** Rules, and the exchanges that break each of them. */
interface Part {
  readonly rules: readonly string[];
  readonly exchanges: readonly string[];
}

/** What replaces an entry: nothing where it holds, else entries for what is left of it. */
type Rest = 'whole' | readonly Part[];

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
  const planned = new Map(run.exchanges.map(({ id, steps }) => [id, steps.length]));
  // One that was blocked, or never answered, does not show all that its exchange breaks.
  const isComplete = ({ id, verdict, steps, blockedBy }: ExchangeRecord) =>
    blockedBy === undefined && decided.includes(verdict) && steps.length === planned.get(id);
  const judged = new Map(records.filter(isComplete).map((record) => [record.id, record]));
  const rests = run.known.map((entry) => restOf(entry, judged));
  const listable = records.filter((one) => isComplete(one) || listableRules.includes(one.blockedBy ?? ''));
  const added = unlistedParts(listable, run);
  const left = records.filter((record) => isRed(record.verdict, run.gate) && !listable.includes(record));
  const verdicts = [...new Set(left.map(({ verdict }) => verdict))].sort().join(', ');
  const lines = left.length === 0 ? [] : [`${left.length} red exchanges cannot be listed (${verdicts})`];
  const unchanged = rests.every((rest) => rest === 'whole') && added.length === 0;
  if (unchanged && isThere) return reported(`${file} is up to date`, ...lines);
  const text = changedText(isThere ? path : undefined, rests, added, now);
  try {
    const mode = isThere ? (await lstat(path)).mode & 0o777 : undefined;
    // The user's own file, as it is.
    await writeAtomic(path, ownText(text), mode);
  } catch (error) {
    return {
      places: [],
      faults: [`cannot write the known failures: ${reasonOf(error)}; choose another file with --known`],
    };
  }
  return reported(`${file} written: ${countsOf(rests, added)}`, ...lines);
}

function reported(...lines: readonly string[]): Written {
  return { places: lines.map((line) => `known file    ${line}`), faults: [] };
}

/** Verdicts about what a target said. */
const decided: readonly Verdict[] = ['passed', 'failed', 'warned', 'observed', 'known-failure', 'fixed'];

/** An entry stays as it was written where all of it may still be broken, and is split where its rules differ by exchange. */
function restOf(
  { rules, exchanges }: PlannedKnownFailure,
  judged: ReadonlyMap<string, ExchangeRecord>,
): Rest {
  const mayFail = (id: string, rule: string) => {
    const record = judged.get(id);
    const breaks = record?.findings.some((one) => one.rule === rule);
    return record === undefined || breaks || !wasEvaluated(rule, record.steps, rulesOf(record).split(' '));
  };
  const left = (rule: string) => exchanges.filter((id) => mayFail(id, rule)).join('\n');
  const byExchanges = groupedBy(rules, (rule) => left(rule) || undefined);
  const parts = [...byExchanges].map(([ids, named]) => ({ rules: named, exchanges: ids.split('\n') }));
  const [first] = parts;
  const isWhole = first?.rules.length === rules.length && first.exchanges.length === exchanges.length;
  return isWhole ? 'whole' : parts;
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
  return [...groupedBy(found, ({ finding }) => causeKey(finding)).values()].map((own) => ({
    rules: [own[0].finding.rule],
    exchanges: own.map(({ id }) => id),
  }));
}

function countsOf(rests: readonly Rest[], added: readonly Part[]): string {
  const changed = rests.filter((rest) => rest !== 'whole');
  const removed = changed.filter((rest) => rest.length === 0).length;
  const counts = { new: added.length, narrowed: changed.length - removed, removed };
  const seen = Object.entries(counts).filter(([, count]) => count > 0);
  const text = seen.map(([what, count]) => `${count} ${what}`).join(', ');
  if (text === '') return 'empty: nothing to list';
  return added.length > 0 ? `${text}; add a reason to each new entry` : text;
}

/** Returns the text of the file after the change. */
function changedText(
  path: string | undefined,
  rests: readonly Rest[],
  added: readonly Part[],
  now: Date,
): string {
  const { Document, isMap } = yaml();
  const nodes = new Document();
  const written = ({ rules, exchanges }: Part) => ({
    exchanges: nodes.createNode(exchanges.length === 1 ? exchanges[0] : exchanges) as Node,
    rules: nodes.createNode(rules, { flow: true }) as Node,
  });
  const keep = (items: readonly unknown[]) =>
    items.flatMap((item, index) => {
      const rest = rests[index];
      if (!isMap(item) || rest === undefined) return [];
      if (rest === 'whole') return [item];
      return rest.map((part) => {
        const copy = item.clone() as YAMLMap;
        for (const [key, value] of Object.entries(written(part))) copy.set(key, value);
        return copy;
      });
    });
  return withEntries('known-failures', path, added.map(written), now, keep);
}

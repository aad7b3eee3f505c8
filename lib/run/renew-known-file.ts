import { existsSync, readFileSync } from 'node:fs';
import { changedKnownFailures } from '../declarations/write-known-failures.ts';
import { gates } from '../judge/known-failure.ts';
import type { Handoff } from '../model/handoff.ts';
import type { ExchangeRecord, RecordedFinding } from '../model/results.ts';
import type { Verdict } from '../model/verdict.ts';
import { type Broken, renewKnown } from '../plan/renew-known.ts';
import { NO_REASON_YET } from '../report/known-lines.ts';
import { ownText } from '../report/mask.ts';
import { endingOfRun, isRed } from '../report/summary.ts';
import { writeWhole } from '../report/write-whole.ts';
import { dayOf, listableRules } from './known-failures.ts';

/** What is told about the file, and what kept it from being written. */
export interface RenewedFile {
  readonly places: readonly string[];
  readonly faults: readonly string[];
}

/** Days that a new entry is given. */
const NEW_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Writes the smallest file of known failures for what a run found. A run that is no whole judgement of the target
 * writes none: what it did not see would vanish.
 *
 * @param ids of the exchanges of the whole plan that can fail
 */
export async function renewKnownFile(
  path: string,
  run: Handoff,
  records: readonly ExchangeRecord[],
  ids: readonly string[],
  now: Date,
): Promise<RenewedFile> {
  const { exitCode } = endingOfRun(run, records);
  if (exitCode > 1) return told(`${path} stays as it is: the run is no whole judgement of the target`);
  const judged = brokenIn(records, run);
  const { kept, added } = renewKnown(run.known, judged, ids);
  const renewed = run.known.map(({ expired }, index) => expired && kept[index]?.length !== 0);
  const lines = [...leftOut(records, judged, run)];
  if (kept.every((parts) => parts === null) && added.length === 0 && !renewed.includes(true)) {
    return told(`${path} says what there is to say`, ...lines);
  }
  const expires = dayOf(new Date(now.getTime() + NEW_DAYS * DAY_MS));
  const text = changedKnownFailures(existsSync(path) ? readFileSync(path, 'utf8') : null, {
    ...{ kept, added, renewed, expires },
    reason: `${NO_REASON_YET}: why this is accepted`,
  });
  try {
    await writeWhole(path, ownText(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { places: [], faults: [`the known failures were not written: ${reason}`] };
  }
  return told(`${path} written: ${countsOf(kept, added, renewed)}`, ...lines);
}

function told(...lines: readonly string[]): RenewedFile {
  return { places: lines.map((line) => `known file    ${line}`), faults: [] };
}

/** Verdicts about all that a target said. */
const decided: readonly Verdict[] = ['passed', 'failed', 'warned', 'observed', 'known-failure', 'fixed'];

function brokenIn(records: readonly ExchangeRecord[], run: Handoff): ReadonlyMap<string, Broken> {
  const planned = new Map(run.exchanges.map(({ id, steps }) => [id, steps.length]));
  const judged = records.filter(({ verdict }) => decided.includes(verdict));
  return new Map(
    judged.map(({ id, findings, steps }) => {
      const listable = findings.filter(({ rule }) => listableRules.includes(rule));
      const gating = listable.filter(({ level }) => gates(level, run.gate));
      const toItsEnd = steps.length === planned.get(id);
      return [id, { gating: rulesOf(gating), all: toItsEnd ? rulesOf(listable) : null }];
    }),
  );
}

function rulesOf(findings: readonly RecordedFinding[]): ReadonlySet<string> {
  return new Set(findings.map(({ rule }) => rule));
}

/** Red exchanges that no entry can be about. */
function leftOut(
  records: readonly ExchangeRecord[],
  judged: ReadonlyMap<string, Broken>,
  { gate }: Handoff,
): readonly string[] {
  const red = records.filter(({ id, verdict }) => isRed(verdict, gate) && !judged.has(id));
  if (red.length === 0) return [];
  const verdicts = [...new Set(red.map(({ verdict }) => verdict))].sort().join(', ');
  return [`${red.length} red exchanges cannot be listed (${verdicts})`];
}

function countsOf(
  kept: readonly (readonly unknown[] | null)[],
  added: readonly unknown[],
  renewed: readonly boolean[],
): string {
  const changed = kept.filter((parts) => parts !== null && parts.length > 0).length;
  const removed = kept.filter((parts) => parts?.length === 0).length;
  const prolonged = renewed.filter(Boolean).length;
  const counts = [
    [added.length, 'new'],
    [changed, 'narrowed'],
    [removed, 'removed'],
    [prolonged, 'expired and given another day'],
  ] as const;
  const text = counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(', ');
  return added.length > 0 ? `${text}; give each new entry its reason` : text;
}

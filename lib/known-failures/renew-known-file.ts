import { existsSync, readFileSync } from 'node:fs';
import { shownPath } from '../cases/yaml/shown-path.ts';
import { wasEvaluated } from '../judge/was-evaluated.ts';
import type { Verdict } from '../model/judging/verdict.ts';
import type { ToldRun } from '../model/running/handoff.ts';
import type { ExchangeRecord, RecordedFinding } from '../model/running/results.ts';
import { lstatOrNothing } from '../report-folder/lstat-or-nothing.ts';
import { writeAtomic } from '../report-folder/write-atomic.ts';
import { endingOfRun, isRed } from '../results/summary.ts';
import { gates } from '../rules/levels.ts';
import { ownText } from '../secrets/mask.ts';
import { NO_REASON_YET } from './known-lines.ts';
import { dayOf, listableRules } from './read-known-failures.ts';
import { type Broken, type KeptEntry, renewKnown } from './renew-known.ts';
import { changedKnownFailures } from './write-known-failures.ts';

/** What is told about the file, and what kept it from being written. */
export interface RenewedFile {
  readonly places: readonly string[];
  readonly faults: readonly string[];
}

/** Days that a new entry is given. */
const NEW_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Writes the smallest file of known failures for what a run found, an empty one where there is none yet and nothing to
 * list: a later run that names it must find it. A run that is no whole judgement of the target writes none: what it did
 * not see would vanish.
 *
 * @param ids of the exchanges of the whole plan that can fail
 */
export async function renewKnownFile(
  path: string,
  run: ToldRun,
  records: readonly ExchangeRecord[],
  ids: readonly string[],
  now: Date,
): Promise<RenewedFile> {
  const { exitCode } = endingOfRun(run, records);
  const isThere = existsSync(path);
  const file = shownPath(path);
  if (exitCode > 1) {
    const fate = isThere ? 'was not changed' : 'was not written';
    return told(`${file} ${fate}: the run is not a complete judgement of the target`);
  }
  const judged = brokenIn(records, run);
  const { kept, added } = renewKnown(run.known, judged, ids);
  const lines = [...leftExpired(run, kept), ...leftOut(records, judged, run)];
  const unchanged = kept.every(isAsWritten) && added.length === 0;
  if (unchanged && isThere) return told(`${file} is up to date`, ...lines);
  const expires = dayOf(new Date(now.getTime() + NEW_DAYS * DAY_MS));
  const text = changedKnownFailures(isThere ? readFileSync(path, 'utf8') : null, {
    ...{ kept: kept.map(({ parts }) => parts), added, expires },
    reason: `${NO_REASON_YET}: why this is accepted`,
    renewedReason,
  });
  try {
    const mode = (await lstatOrNothing(path))?.mode;
    await writeAtomic(path, ownText(text), mode === undefined ? mode : mode & 0o777);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      places: [],
      faults: [`cannot write the known failures: ${reason}; choose another file with --known`],
    };
  }
  const counts = unchanged ? 'empty: nothing to list' : countsOf(kept, added);
  return told(`${file} written: ${counts}`, ...lines);
}

/** Keeps what was said, and has every run ask whether it is so for another term. */
function renewedReason(reason: string, expired: string): string {
  if (reason.startsWith(NO_REASON_YET)) return reason;
  return `${NO_REASON_YET}: why this is accepted after ${expired}; until then: ${reason}`;
}

function isAsWritten({ parts }: KeptEntry): boolean {
  return parts.length > 0 && parts.every(({ what, renewed }) => what === 'whole' && !renewed);
}

/** What has expired and was not seen to fail: nobody knows whether it is to be accepted any longer. */
function leftExpired({ known }: ToldRun, kept: readonly KeptEntry[]): readonly string[] {
  const left = known.filter(
    ({ expired }, index) => expired && kept[index]?.parts.some((part) => !part.renewed),
  );
  if (left.length === 0) return [];
  const entries = `${left.length} expired entr${left.length === 1 ? 'y' : 'ies'}`;
  return [`${entries} not renewed: none of it, or only a part, failed in this run`];
}

function told(...lines: readonly string[]): RenewedFile {
  return { places: lines.map((line) => `known file    ${line}`), faults: [] };
}

/** Verdicts about what a target said. */
const decided: readonly Verdict[] = ['passed', 'failed', 'warned', 'observed', 'known-failure', 'fixed'];

function brokenIn(records: readonly ExchangeRecord[], run: ToldRun): ReadonlyMap<string, Broken> {
  const planned = new Map(run.exchanges.map(({ id, steps }) => [id, steps.length]));
  // One that did not come to its end is not known to fail, nor to keep anything, whatever its level makes of that.
  // It is listed by the rule that blocked it, where that is known, and what is listed for it already stays.
  const judged = records.filter(
    ({ id, verdict, steps, blockedBy }) =>
      isListable(blockedBy) || (decided.includes(verdict) && steps.length === planned.get(id)),
  );
  return new Map(
    judged.map(({ id, verdict, findings, steps, blockedBy }) => {
      const listable = findings.filter(({ rule }) => listableRules.includes(rule));
      const gating = listable.filter(({ level }) => gates(level, run.gate));
      const failing = listable.filter(({ level }) => level !== 'gap');
      if (blockedBy !== undefined) {
        const blocking = isRed(verdict, run.gate) || verdict === 'known-failure' ? [blockedBy] : [];
        return [
          id,
          {
            gating: new Set([...rulesOf(gating), ...blocking]),
            failing: new Set([...rulesOf(failing), ...blocking]),
            all: new Set(listableRules),
          },
        ];
      }
      const silent = listableRules.filter((rule) => !wasEvaluated(rule, steps));
      const all = new Set([...rulesOf(listable), ...silent]);
      return [id, { gating: rulesOf(gating), failing: rulesOf(failing), all }];
    }),
  );
}

function isListable(blockedBy: string | undefined): boolean {
  return blockedBy !== undefined && listableRules.includes(blockedBy);
}

function rulesOf(findings: readonly RecordedFinding[]): ReadonlySet<string> {
  return new Set(findings.map(({ rule }) => rule));
}

/** Red exchanges that no entry can be about. */
function leftOut(
  records: readonly ExchangeRecord[],
  judged: ReadonlyMap<string, Broken>,
  { gate }: ToldRun,
): readonly string[] {
  const red = records.filter(({ id, verdict }) => isRed(verdict, gate) && !judged.has(id));
  if (red.length === 0) return [];
  const verdicts = [...new Set(red.map(({ verdict }) => verdict))].sort().join(', ');
  return [`${red.length} red exchanges cannot be listed (${verdicts})`];
}

function countsOf(kept: readonly KeptEntry[], added: readonly unknown[]): string {
  const changed = kept.filter(({ parts, narrowed }) => parts.length > 0 && narrowed).length;
  const removed = kept.filter(({ parts }) => parts.length === 0).length;
  const prolonged = kept.filter(({ parts }) => parts.some(({ renewed }) => renewed)).length;
  const counts = [
    [added.length, 'new'],
    [changed, 'narrowed'],
    [removed, 'removed'],
    [prolonged, 'expired and renewed'],
  ] as const;
  const text = counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(', ');
  const wanting = [...(added.length > 0 ? ['new'] : []), ...(prolonged > 0 ? ['renewed'] : [])];
  return wanting.length > 0 ? `${text}; add a reason to each ${wanting.join(' and ')} entry` : text;
}

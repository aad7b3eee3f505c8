import type { Level } from '../model/contract.ts';
import type { Results } from '../model/running/results.ts';
import { counted } from '../rules/shown.ts';
import type { Comparison } from './compare-recordings.ts';

/** One side of a comparison as people and other tools read it. */
export interface Side {
  /** A base URL, or the path of a recording. */
  readonly name: string;
  /** Results of the run that recorded it; null where there are none. */
  readonly results: Results | null;
}

/** A requirement whose state is another on the new side. */
export interface RequirementChange {
  readonly id: string;
  readonly level: Level;
  readonly text: string;
}

/** A comparison with its end; what compare.json holds. */
export interface EndedComparison extends Comparison {
  readonly outcome: 'same' | 'differs';
  readonly exitCode: 0 | 1;
  /** Clauses that say why the exit code is not 0. */
  readonly why: readonly string[];
  readonly old: string;
  readonly new: string;
  /** Requirements that the old side holds and the new side breaks, and the other way round. */
  readonly newlyBroken: readonly RequirementChange[];
  readonly newlyHeld: readonly RequirementChange[];
}

/**
 * Ends a comparison: differences of meaning make it red, those of surface only where that was asked for; so do entries of
 * the file of accepted differences that accept nothing or have expired, and requests that the new side never answered.
 */
export function endComparison(
  comparison: Comparison,
  [old, now]: readonly [Side, Side],
  strict: boolean,
): EndedComparison {
  const { differences, unused, expired, onlyOld, onlyNew } = comparison;
  const count = (kind: 'meaning' | 'surface') => differences.filter((one) => one.kind === kind).length;
  const why = [
    ...said(count('meaning'), 'difference of meaning', 'differences of meaning'),
    ...(strict ? said(count('surface'), 'difference of surface', 'differences of surface') : []),
    ...said(unused.length, 'accepted difference was not seen', 'accepted differences were not seen'),
    ...said(expired.length, 'accepted difference has expired', 'accepted differences have expired'),
    ...said(onlyOld.length + onlyNew.length, 'request ran on one side only', 'requests ran on one side only'),
  ];
  return {
    ...comparison,
    outcome: why.length === 0 ? 'same' : 'differs',
    exitCode: why.length === 0 ? 0 : 1,
    why,
    old: old.name,
    new: now.name,
    newlyBroken: changed(old, now, 'held', 'broken'),
    newlyHeld: changed(old, now, 'broken', 'held'),
  };
}

function said(count: number, one: string, many: string): readonly string[] {
  return count === 0 ? [] : [counted(count, one, many)];
}

function changed(old: Side, now: Side, from: string, to: string): readonly RequirementChange[] {
  const before = new Map(old.results?.requirements.map(({ id, state }) => [id, state]));
  return (now.results?.requirements ?? []).flatMap(({ id, level, text, state }) =>
    state === to && before.get(id) === from ? [{ id, level, text }] : [],
  );
}

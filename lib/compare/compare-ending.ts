import type { ResultRequirement } from '../model/running/results.ts';
import { counted } from '../text/counted.ts';
import type { Comparison, EndedComparison, RequirementChange, Side } from './comparison.ts';

/**
 * Ends a comparison: differences of meaning make it red, those of surface only where that was asked for; so do entries of
 * the file of accepted differences that accept nothing or have expired, and requests that the new side never answered.
 */
export function endComparison(
  comparison: Comparison,
  [old, now, again]: readonly [old: Side, now: Side, again?: Side | undefined],
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
    newlyBroken: changed([old, again], now, 'held', 'broken'),
    newlyHeld: changed([old, again], now, 'broken', 'held'),
  };
}

function said(count: number, one: string, many: string): readonly string[] {
  return count === 0 ? [] : [counted(count, one, many)];
}

/** Lists the requirements that change from one state to another; what the two readings of the old side disagree on does not. */
function changed(
  [old, again]: readonly [Side, Side | undefined],
  now: Side,
  from: 'held' | 'broken',
  to: 'held' | 'broken',
): readonly RequirementChange[] {
  const first = byId(old);
  const second = byId(again);
  return (now.results?.requirements ?? []).flatMap(({ id, level, text, state }) => {
    const [one, other = one] = [first.get(id), second.get(id)];
    if (state !== to || one?.state !== from || other?.state !== from) return [];
    const breaks = new Set(other.brokenBy.map(({ exchange }) => exchange));
    // Held in both readings, or broken by the same exchange in both.
    const isStable = from === 'held' || one.brokenBy.some(({ exchange }) => breaks.has(exchange));
    return isStable ? [{ id, level, text }] : [];
  });
}

function byId(side: Side | undefined): ReadonlyMap<string, ResultRequirement> {
  return new Map(side?.results?.requirements.map((one) => [one.id, one]));
}

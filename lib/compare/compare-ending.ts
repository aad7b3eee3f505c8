import { counted } from '../text/counted.ts';
import type { Comparison, EndedComparison, RequirementChange, Side } from './comparison.ts';

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

import type { ChangeKind, Diff, DiffedRun, FindingChange, RuleChange } from '../../model/running/diff.ts';

/** What a reader is told of each group of changes; `gone` and `lost` are loud, since nobody else misses them. */
export const titles: Readonly<Record<ChangeKind, string>> = {
  newlyBroken: 'newly broken',
  unanswered: 'no response any more',
  gone: 'gone, no longer judged',
  lost: 'less judged than before',
  tolerated: 'worse, but below the gate or known',
  newlyHeld: 'newly held',
  new: 'new',
};

/** A change of any sort, as far as a list shows it. */
export interface Row {
  readonly id: string;
  readonly was: string;
  readonly is: string;
  readonly reason?: string;
}

export const sorts = ['exchanges', 'rules', 'requirements'] as const;

type Sort = (typeof sorts)[number];

/** The changes of one sort and kind as rows. */
export function rowsOf(diff: Diff, sort: Sort, kind: ChangeKind): readonly Row[] {
  if (sort === 'rules') return diff.rules[kind].map((rule) => ruleRow(rule, kind));
  return diff[sort][kind].map(({ id, was, is, ...rest }) => ({
    id,
    was: was ?? 'not there',
    is: is ?? 'not there',
    ...('reason' in rest ? { reason: rest.reason } : {}),
  }));
}

function ruleRow({ id, was, is }: RuleChange, kind: ChangeKind): Row {
  const byExchanges = kind === 'gone' || kind === 'lost' || kind === 'new';
  const text = ({ exchanges, findings }: RuleChange['was']) =>
    byExchanges ? counted(exchanges ?? 0, 'exchange') : counted(findings, 'finding');
  return { id, was: text(was), is: text(is) };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The level of a finding; where it was there at another one, both. */
export function levelText({ was, is }: FindingChange): string {
  if (was === null || is === null) return is ?? was ?? '';
  return `${was} before, ${is} now`;
}

/** One of the runs on a line. */
export function runText({ target, outcome, exitCode, startedAt, gate }: DiffedRun): string {
  return `${startedAt}  ${target.baseUrl} (${target.kind})  ${outcome}, exit code ${exitCode}, gate ${gate}`;
}

/** How many were judged in both runs, by sort. */
export function judgedCounts(diff: Diff): readonly (readonly [Sort, was: string, is: string])[] {
  return sorts.map((sort) => [
    sort,
    String(diff.old[sort] ?? 'unknown'),
    String(diff.new[sort] ?? 'unknown'),
  ]);
}

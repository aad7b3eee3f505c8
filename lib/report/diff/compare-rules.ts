import {
  type Changed,
  type ChangeKind,
  changes,
  type FindingChange,
  type RuleChange,
} from '../../model/running/diff.ts';
import type { Results } from '../../model/running/results.ts';
import { sortChanges } from './changed.ts';

/**
 * What became of rules: of each what its findings say, and whether it was evaluated at all and as often as before. A
 * rule can be newly broken and judge less at the same time, and then stands in both places.
 */
export function compareRules(
  old: Results,
  now: Results,
  findings: Changed<FindingChange>,
): Changed<RuleChange> {
  const counts = { old: countsOf(old), new: countsOf(now) };
  const kinds = kindsByRule(findings);
  return sortChanges(
    [...new Set([...counts.new.keys(), ...counts.old.keys()])].flatMap((id) => {
      const was = counts.old.get(id) ?? absent(old);
      const is = counts.new.get(id) ?? absent(now);
      const kept = was.findings > 0 && is.findings === 0 && onlyHeld(kinds.get(id));
      const of = [byFindings(kinds.get(id)), byExchanges(was.exchanges, is.exchanges)];
      if (kept) of.push('newlyHeld');
      return of.map((kind) => [kind, { id, was, is }] as const);
    }),
  );
}

type Counts = RuleChange['was'];

/** Rules by the results' own list; where there is none, at least by what they found. */
function countsOf({ rules, exchanges }: Results): ReadonlyMap<string, Counts> {
  if (rules) return new Map(rules.map(({ id, ...counts }) => [id, counts]));
  const found = new Map<string, number>();
  for (const { rule } of exchanges.flatMap((one) => one.findings))
    found.set(rule, (found.get(rule) ?? 0) + 1);
  return new Map([...found].map(([id, findings]) => [id, { exchanges: null, findings }]));
}

function absent({ rules }: Results): Counts {
  return { exchanges: rules ? 0 : null, findings: 0 };
}

function kindsByRule(findings: Changed<FindingChange>): ReadonlyMap<string, ReadonlySet<ChangeKind>> {
  const byRule = new Map<string, Set<ChangeKind>>();
  for (const kind of changes) {
    for (const { rule } of findings[kind]) byRule.set(rule, (byRule.get(rule) ?? new Set()).add(kind));
  }
  return byRule;
}

function byFindings(kinds: ReadonlySet<ChangeKind> = new Set()): ChangeKind | undefined {
  return (['newlyBroken', 'unanswered', 'tolerated'] as const).find((kind) => kinds.has(kind));
}

function byExchanges(was: number | null, is: number | null): ChangeKind | undefined {
  if (was === null || is === null || was === is) return undefined;
  if (is === 0) return 'gone';
  if (was === 0) return 'new';
  return is < was ? 'lost' : undefined;
}

function onlyHeld(kinds: ReadonlySet<ChangeKind> = new Set()): boolean {
  return [...kinds].every((kind) => kind === 'newlyHeld');
}

import type { Changed, Diff, DiffedRun } from '../../model/running/diff.ts';
import type { Results } from '../../model/running/results.ts';
import { isJudged } from '../../results/standing.ts';
import type { Mask } from '../../secrets/mask.ts';
import { compareExchanges } from './compare-exchanges.ts';
import { compareRequirements, isJudgedState } from './compare-requirements.ts';
import { compareRules } from './compare-rules.ts';
import { endingOfDiff } from './diff-ending.ts';
import { diffNotes } from './diff-notes.ts';

/** What became of a target between two runs. Pure; texts of the results pass the mask once more. */
export function compareRuns(
  old: Results,
  now: Results,
  { mask, failOnLess }: { readonly mask: Mask; readonly failOnLess: boolean },
): Diff {
  const { exchanges, findings } = compareExchanges(old, now, mask);
  const rules = compareRules(old, now, findings);
  const requirements = compareRequirements(old, now);
  const less = [exchanges, rules, requirements].some(({ lost, gone }) => lost.length + gone.length > 0);
  const broken = [exchanges, requirements]
    .map(({ newlyBroken, unanswered }: Changed<unknown>) => newlyBroken.length + unanswered.length)
    .reduce((sum, count) => sum + count, 0);
  return {
    schemaVersion: 1,
    ...endingOfDiff(old, now, { broken, less, failOnLess }),
    less,
    gate: now.gate,
    old: diffedRun(old, mask),
    new: diffedRun(now, mask),
    notes: diffNotes(old, now, mask),
    exchanges,
    rules,
    requirements,
    findings,
  };
}

function diffedRun(results: Results, mask: Mask): DiffedRun {
  const { suite, target, startedAt, gate, outcome, exitCode, exchanges, rules, requirements } = results;
  return {
    suite,
    target: { ...target, baseUrl: mask(target.baseUrl), namespace: mask(target.namespace) },
    ...{ startedAt, gate, outcome, exitCode },
    exchanges: exchanges.filter(({ verdict }) => isJudged(verdict)).length,
    rules: rules ? rules.filter((rule) => rule.exchanges > 0).length : null,
    requirements: requirements.filter(({ state }) => isJudgedState(state)).length,
  };
}

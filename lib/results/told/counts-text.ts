import type { Verdict } from '../../model/judging/verdict.ts';
import type { ResultRequirement, Results, Summary } from '../../model/running/results.ts';

/** The exchanges of a run by verdict, such as `882 planned: 866 passed, 16 observed`. */
export function countsText(summary: Summary): string {
  const verdicts = [
    ['passed', summary.passed],
    ['failed', summary.failed],
    ['warned', summary.warned],
    ['observed', summary.observed],
    ['blocked', summary.blocked],
    ['not read', summary.notRead ?? 0],
    ['known failures', summary.knownFailure],
    ['fixed', summary.fixed],
    ['transport errors', summary.transportError],
    ['harness errors', summary.harnessError],
    ['not run', summary.notRun],
  ] as const;
  const counted = verdicts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${count === 1 ? name.replace(/s$/, '') : name}`);
  return `${summary.planned} planned: ${counted.join(', ') || 'none judged'}`;
}

/** What a report calls the state of a requirement, in the order in which states are told. */
export const stateWords = ['held', 'broken', 'untested', 'left open by the contract', 'excluded'] as const;

export type StateWord = (typeof stateWords)[number];

/** The state of a requirement in words: a gap that no rule tests is one of the contract, not of the suite. */
export function stateWord({ state, level }: Pick<ResultRequirement, 'state' | 'level'>): StateWord {
  return state === 'excluded' && level === 'gap' ? 'left open by the contract' : state;
}

/** The requirements of a run by state, such as `293: 241 held, 0 broken, 0 untested, 43 left open by the contract, 9 excluded`. */
export function statesText({ requirements, clients }: Pick<Results, 'requirements' | 'clients'>): string {
  const held = requirements.filter(({ state }) => state === 'held');
  // No target has a part in these, one that never answers neither.
  const own = held.filter(({ rules }) => rules.every((rule) => rule.startsWith('request/'))).length;
  const counts = stateWords.map(
    (word) => `${requirements.filter((one) => stateWord(one) === word).length} ${word}`,
  );
  const whose = clients ? 'the requests of clients' : "the suite's own requests";
  if (own > 0) counts[0] += ` (${own} of them by ${whose})`;
  return `${requirements.length}: ${counts.join(', ')}`;
}

/** A verdict as the heading of what is told about it, such as `TRANSPORT ERROR`. */
export function verdictLabel(verdict: Verdict): string {
  return verdict.toUpperCase().replace('-', ' ');
}

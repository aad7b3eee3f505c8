import type { RequirementState, Results, Summary } from '../model/results.ts';

/** The exchanges of a run by verdict, such as `882 planned: 866 passed, 16 observed`. */
export function countsText(summary: Summary): string {
  const verdicts = [
    ['passed', summary.passed],
    ['failed', summary.failed],
    ['warned', summary.warned],
    ['observed', summary.observed],
    ['blocked', summary.blocked],
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

/** The requirements of a run by state, such as `293: 241 held, 0 broken, 0 untested, 52 excluded`. */
export function statesText(requirements: Results['requirements']): string {
  const inState = (state: RequirementState) => requirements.filter((one) => one.state === state);
  const held = inState('held');
  // No target has a part in these, one that never answers neither.
  const own = held.filter(({ rules }) => rules.every((rule) => rule.startsWith('request/'))).length;
  const ours = own === 0 ? '' : ` (${own} of them by the suite's own requests)`;
  const others = (['broken', 'untested', 'excluded'] as const).map(
    (state) => `${inState(state).length} ${state}`,
  );
  return `${requirements.length}: ${[`${held.length} held${ours}`, ...others].join(', ')}`;
}

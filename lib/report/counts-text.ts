import type { Summary } from '../model/results.ts';

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

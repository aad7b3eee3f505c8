import type { NotRun } from '../../model/exchange.ts';
import { levels } from '../../model/levels.ts';
import { addTo } from '../../text/add-to.ts';
import { someOf } from '../../text/counted.ts';

/** Exchanges that are named for a reason; results.json has them all. */
const MOST_NAMED = 3;

/** What was not run by the reason for it, those that most share first. */
export function notRunByReason(
  notRun: readonly NotRun[],
): readonly (readonly [reason: string, exchanges: readonly NotRun[]])[] {
  const byReason = new Map<string, NotRun[]>();
  for (const one of notRun) addTo(byReason, one.reason, one);
  return [...byReason].sort(([, a], [, b]) => b.length - a.length);
}

/** What was not run and why, a line for each reason, such as `4 (3 must, 1 gap): it may not; a, b, c and 1 more`. */
export function notRunLines(notRun: readonly NotRun[]): readonly string[] {
  return notRunByReason(notRun).map(([reason, exchanges]) => {
    const counts = levels.flatMap((level) => {
      const count = exchanges.filter((one) => one.level === level).length;
      return count === 0 ? [] : [`${count} ${level}`];
    });
    const ids = exchanges.map(({ id }) => id);
    return `${ids.length} (${counts.join(', ')}): ${reason}; ${someOf(ids, MOST_NAMED)}`;
  });
}

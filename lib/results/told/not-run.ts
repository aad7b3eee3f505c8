import type { NotRun } from '../../model/exchange.ts';
import { levels } from '../../model/levels.ts';
import { addTo } from '../../text/add-to.ts';
import { someOf } from '../../text/counted.ts';

/** Exchanges that are named on the console for a reason; results.json has them all. */
const MOST_NAMED = 3;

/** What was not run by the reason for it, those that most share first. */
export function notRunByReason(
  notRun: readonly NotRun[],
): readonly (readonly [reason: string, exchanges: readonly NotRun[]])[] {
  const byReason = new Map<string, NotRun[]>();
  for (const one of notRun) addTo(byReason, one.reason, one);
  return [...byReason].sort(([, a], [, b]) => b.length - a.length);
}

/** How many there are of each level, such as `3 must, 1 gap`. */
export function levelCounts(notRun: readonly NotRun[]): string {
  return levels
    .map((level) => [notRun.filter((one) => one.level === level).length, level] as const)
    .filter(([count]) => count > 0)
    .map(([count, level]) => `${count} ${level}`)
    .join(', ');
}

/** What was not run and why, as lines for a terminal. */
export function notRunLines(notRun: readonly NotRun[]): readonly string[] {
  return notRunByReason(notRun).map(([reason, exchanges], index) => {
    const ids = exchanges.map(({ id }) => id);
    const label = index === 0 ? 'not run       ' : ' '.repeat(14);
    return `${label}${ids.length} (${levelCounts(exchanges)}): ${reason}; ${someOf(ids, MOST_NAMED)}`;
  });
}

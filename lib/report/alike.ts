import type { Finding } from '../model/finding.ts';
import type { Verdict } from '../model/verdict.ts';
import { addTo } from './add-to.ts';

interface Judged {
  readonly id: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly note?: string;
  /** What the file of known failures says of it. */
  readonly known?: readonly unknown[];
}

/** Exchanges that say the same: same verdict, rules, places and actual values, whatever the binding. */
export function alike<T extends Judged>(exchanges: readonly T[]): readonly (readonly T[])[] {
  const byWhat = new Map<string, T[]>();
  for (const exchange of exchanges) {
    const what = exchange.findings.map(({ rule, level, path, actual, step }) => [
      rule,
      level,
      path.split('/').at(-1),
      actual,
      step,
    ]);
    const { id, verdict, findings, known, note } = exchange;
    const alone = findings.length === 0 && verdict !== 'fixed' ? id : '';
    const key = JSON.stringify([verdict, what, known ? note : alone]);
    addTo(byWhat, key, exchange);
  }
  return [...byWhat.values()];
}

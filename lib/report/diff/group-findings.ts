import type { FindingChange } from '../../model/running/diff.ts';
import { addTo } from '../../text/add-to.ts';

/** Findings that say the same in several exchanges: one of them, and all exchanges it stands for. */
export interface FindingGroup {
  readonly first: FindingChange;
  /** Ids, in the order of the findings. */
  readonly exchanges: readonly string[];
}

/** Groups findings by what they say, whatever the binding; those of most exchanges first. */
export function groupFindings(findings: readonly FindingChange[]): readonly FindingGroup[] {
  const groups = new Map<string, FindingChange[]>();
  for (const finding of findings) {
    const { rule, was, is, message, path } = finding;
    addTo(groups, JSON.stringify([rule, was, is, message, path.split('/').at(-1)]), finding);
  }
  return [...groups.values()]
    .flatMap(([first, ...others]) =>
      first ? [{ first, exchanges: [...new Set([first, ...others].map(({ exchange }) => exchange))] }] : [],
    )
    .sort((a, b) => b.exchanges.length - a.exchanges.length);
}

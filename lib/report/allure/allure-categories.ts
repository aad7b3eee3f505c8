import type { Verdict } from '../../model/judging/verdict.ts';

/** A category of Allure 3, as its configuration has it. */
export interface AllureCategory {
  readonly name: string;
  readonly matchers: { readonly labels: { readonly verdict: string } };
  readonly groupBy: readonly { readonly label: string }[];
  readonly groupByMessage: boolean;
  readonly expand: boolean;
}

/** Whose fault it is, by the verdict alone; what has its verdict for one reason mostly is grouped by its cause. */
export const allureCategories: readonly AllureCategory[] = [
  category('Conformance: clauses that are broken', ['failed', 'blocked'], 'cause'),
  category('Warning: what follows from the contract and is not kept', ['warned'], 'cause'),
  category('Not read: replies over a limit of the suite', ['not-read'], 'message'),
  category('Transport: no whole response came', ['transport-error'], 'message'),
  category('Harness: faults of the suite itself', ['harness-error'], 'message'),
  category('Known: failures that are listed', ['known-failure'], 'cause'),
  category('Known: listed failures that are fixed', ['fixed'], 'message'),
  category('Observed: what the contract leaves open', ['observed'], 'cause'),
];

function category(name: string, verdicts: readonly Verdict[], by: 'cause' | 'message'): AllureCategory {
  return {
    name,
    matchers: { labels: { verdict: `^(?:${verdicts.join('|')})$` } },
    groupBy: by === 'cause' ? [{ label: 'cause' }] : [],
    groupByMessage: by === 'message',
    expand: !verdicts.includes('observed'),
  };
}

import type { Verdict } from '../model/verdict.ts';

/** A category of Allure 3, as its configuration has it. */
export interface AllureCategory {
  readonly name: string;
  readonly matchers: { readonly labels: { readonly verdict: string } };
  readonly groupBy: readonly { readonly label: string }[];
  readonly groupByMessage: boolean;
  readonly expand: boolean;
}

/** Whose fault it is, by the verdict alone; what has its verdict for one reason mostly is grouped by the broken rule. */
export const allureCategories: readonly AllureCategory[] = [
  category('Conformance: clauses that are broken', ['failed', 'blocked'], 'rule'),
  category('Warning: what follows from the contract and is not kept', ['warned'], 'rule'),
  category('Transport: no whole response came', ['transport-error'], 'message'),
  category('Harness: faults of the suite itself', ['harness-error'], 'message'),
  category('Known: failures that are listed', ['known-failure'], 'rule'),
  category('Known: listed failures that are fixed', ['fixed'], 'message'),
  category('Observed: what the contract leaves open', ['observed'], 'rule'),
];

function category(name: string, verdicts: readonly Verdict[], by: 'rule' | 'message'): AllureCategory {
  return {
    name,
    matchers: { labels: { verdict: `^(?:${verdicts.join('|')})$` } },
    groupBy: by === 'rule' ? [{ label: 'rule' }] : [],
    groupByMessage: by === 'message',
    expand: !verdicts.includes('observed'),
  };
}

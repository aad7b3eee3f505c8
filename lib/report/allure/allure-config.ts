import { factsOf, type LabelledFact } from '../../findings/run/facts.ts';
import type { Verdict } from '../../model/judging/verdict.ts';
import { byLevel } from '../../model/requirement.ts';
import type { Results } from '../../model/running/results.ts';
import { reportedCauses } from '../../results/causes.ts';
import { ours } from '../../secrets/mask.ts';
import { addTo } from '../../text/add-to.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { suiteIdentity } from '../../text/suite-identity.ts';
import { effectOf, leadText } from '../page/causes-section.ts';

/** Charts that say something about exchanges; the stock ones are also about layers, environments and growing code. */
const charts = [
  { type: 'currentStatus', title: 'Exchanges by status' },
  { type: 'statusDynamics', title: 'This run and those before it' },
  {
    type: 'testResultSeverities',
    title: 'By level: critical is must, normal is should, minor is a gap',
    levels: ['critical', 'normal', 'minor'],
    statuses: ['passed', 'failed', 'broken', 'skipped'],
    includeUnset: false,
  },
  { type: 'statusTransitions', title: 'What changed from run to run' },
  { type: 'statusAgePyramid', title: 'For how many runs it has been so' },
  { type: 'durations', title: 'How long exchanges took', groupBy: 'none' },
  { type: 'durationDynamics', title: 'How long runs took' },
];

/** Categories by verdict, for exchanges without a cause: each says whose fault it is, and groups by cause or message. */
const byVerdict: readonly (readonly [name: string, by: 'cause' | 'message', ...verdicts: Verdict[]])[] = [
  ['Conformance: clauses that are broken', 'cause', 'failed', 'blocked'],
  ['Warning: what follows from the contract and is not kept', 'cause', 'warned'],
  ['Not read: replies over a limit of the suite', 'message', 'not-read'],
  ['Transport: no whole response came', 'message', 'transport-error'],
  ['Harness: faults of the suite itself', 'message', 'harness-error'],
  ['Known: failures that are listed', 'cause', 'known-failure'],
  ['Known: listed failures that are fixed', 'message', 'fixed'],
  ['Observed: what the contract leaves open', 'cause', 'observed'],
];

export const allureCategories = byVerdict.map(([name, by, ...verdicts]) => ({
  name,
  matchers: { labels: { verdict: anyVerdict(verdicts) } },
  groupBy: by === 'cause' ? [{ label: 'cause' }] : [],
  groupByMessage: by === 'message',
  expand: !verdicts.includes('observed'),
}));

/** Categories of causes, and characters of their names: a target can make as many as it likes. */
const MOST_CAUSES = 50;
const MOST_OF_NAME = 120;

/**
 * Returns a category for each cause that fails exchanges or warns of them. Allure files a test under the first that
 * matches: the gravest come first, and of these the rarest, so that none hides behind one that all tests have.
 */
function causeCategories(results: Results): readonly object[] {
  return reportedCauses(results)
    .leads.flatMap(({ causes }) => causes)
    .flatMap(({ example, exchanges }) => {
      const [finding] = example.findings;
      const count = exchanges.filter(({ verdict }) => CAUSED.includes(verdict)).length;
      if (finding?.cause === undefined || count === 0) return [];
      return [{ level: finding.level, cause: printable(finding.cause), count }];
    })
    .sort((a, b) => byLevel(a.level, b.level) || b.count - a.count)
    .slice(0, MOST_CAUSES)
    .sort((a, b) => byLevel(a.level, b.level) || a.count - b.count)
    .map(({ level, cause, count }) => ({
      id: cause,
      name: `${level}, ${counted(count, 'exchange')}: ${cause.slice(0, MOST_OF_NAME)}`,
      matchers: { labels: { verdict: anyVerdict(CAUSED), cause: `^${cause.replace(/\W/g, '\\$&')}$` } },
      groupByMessage: false,
      expand: true,
    }));
}

const CAUSED: readonly Verdict[] = ['failed', 'blocked', 'warned'];

function anyVerdict(verdicts: readonly Verdict[]): string {
  return `^(?:${verdicts.join('|')})$`;
}

/** Runs that the page knows of, its own included: each makes it larger. */
const MOST_RUNS = 20;

/**
 * Returns the configuration of Allure; the results are null where they cannot be read. A run that did not judge its
 * target, or only a shard, is no part of the history.
 */
export function allureConfig(results: Results | null, historyPath: string): object {
  return {
    name: [suiteIdentity().name, ...(results ? [results.target.baseUrl] : [])].join(': '),
    historyPath,
    historyLimit: MOST_RUNS,
    appendHistory: results !== null && results.exitCode <= 1 && results.shard === undefined,
    variables: variablesOf(results),
    // What is the same for every test says nothing of it, and severity and error say the others.
    hideLabels: ['framework', 'language', 'epic', 'rule'],
    categories: [...(results ? causeCategories(results) : []), ...allureCategories],
    plugins: { awesome: { options: { singleFile: true, groupBy: ['feature', 'story'], charts } } },
  };
}

/** Causes that the first page names. */
const MOST_NAMED = 5;

/** Returns the facts of a run for the first page, its outcome and causes first; Allure folds the last ones. */
function variablesOf(results: Results | null): Readonly<Record<string, string>> {
  const byLabel = new Map<string, string[]>();
  const facts = results ? factsOf(results) : [];
  const first: readonly LabelledFact[] = [...facts.slice(-1), ...(results ? causeFacts(results) : [])];
  for (const { label, lines } of [
    ...first,
    { label: 'page', lines: ['report.html'] },
    ...facts.slice(0, -1),
  ]) {
    for (const line of lines) addTo(byLabel, `${label[0]?.toUpperCase()}${label.slice(1)}`, printable(line));
  }
  return Object.fromEntries([...byLabel].map(([label, lines]) => [label, lines.join('; ')]));
}

/** Names the causes that make a run red or warn, and says why Allure counts warned exchanges and not in its percentage. */
function causeFacts(results: Results): readonly LabelledFact[] {
  const { gate, summary } = results;
  const { leads } = reportedCauses(results);
  const named = leads.slice(0, MOST_NAMED).map((lead, index): LabelledFact => {
    return { label: ours`${effectOf(lead.verdict, results)} ${index + 1}`, lines: [leadText(lead)] };
  });
  const more = ours`${leads.length} causes, of which report.html shows all`;
  const warned = ours`${summary.warned} warned, which the percentage leaves out: they break what follows from the contract, not what it states`;
  return [
    { label: ours`outcome`, lines: leads.length > named.length ? [more] : [] },
    ...named,
    { label: ours`unknown`, lines: gate === 'must' && summary.warned > 0 ? [warned] : [] },
  ];
}

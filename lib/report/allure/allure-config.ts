import type { AllureFolders } from '../../report-folder/report-folder.ts';
import { allureCategories } from './allure-categories.ts';

/** Those that say something of exchanges; the stock ones are about layers, environments and the growth of a code base too. */
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

/** The configuration of Allure: one page of itself, operation over binding over exchange, whose fault what is, and the runs before. */
export function allureConfig(
  name: string,
  { html }: AllureFolders,
  historyPath: string,
  outcome?: string,
): object {
  const awesome = { singleFile: true, groupBy: ['feature', 'story'], charts };
  return {
    name,
    output: html,
    historyPath,
    // They stand on the first page; the script of the finished page makes the file a link.
    variables: { ...(outcome === undefined ? {} : { Outcome: outcome }), Requirements: 'requirements.html' },
    // What is the same for every test says nothing of it.
    hideLabels: ['framework', 'language', 'epic'],
    categories: allureCategories,
    plugins: { awesome: { options: awesome } },
  };
}

import { expect, it } from 'vitest';
import { verdicts } from '../../model/judging/verdict.ts';
import { allureCategories } from './allure-categories.ts';

it('every verdict but that nothing was found belongs to one category, whose name begins with whose matter it is', () => {
  const categories = verdicts.map((verdict) => {
    const own = allureCategories.filter(({ matchers }) => new RegExp(matchers.labels.verdict).test(verdict));
    return [verdict, ...own.map(({ name }) => name.split(':')[0])];
  });
  expect(categories).toEqual([
    ['passed'],
    ['failed', 'Conformance'],
    ['warned', 'Warning'],
    ['observed', 'Observed'],
    ['blocked', 'Conformance'],
    ['not-read', 'Not read'],
    ['known-failure', 'Known'],
    ['fixed', 'Known'],
    ['transport-error', 'Transport'],
    ['harness-error', 'Harness'],
  ]);
});

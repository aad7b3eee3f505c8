import { describe, expect, it } from 'vitest';
import { findingOf, plannedExchanges, recordOf, runOf } from '../../../suites/support/report.ts';
import { verdicts } from '../../model/judging/verdict.ts';
import type { Results } from '../../model/running/results.ts';
import { ownText } from '../../secrets/mask.ts';
import { judgedResults } from '../finish-run.ts';
import { allureCategories, allureConfig } from './allure-config.ts';

interface Config {
  readonly categories: readonly {
    readonly name: string;
    readonly matchers: { readonly labels: { readonly verdict: string; readonly cause?: string } };
  }[];
  readonly name: string;
  readonly appendHistory: boolean;
  readonly variables: Readonly<Record<string, string>>;
}

const configOf = (results: Results | null) => allureConfig(results, 'history.jsonl') as Config;

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

describe('the page of a run', () => {
  const exchanges = plannedExchanges('SendBulkSms/canonical');
  const records = exchanges.map((exchange) => recordOf(exchange));
  const whole = { chosen: [], records, faults: [], calibration: null, stopped: null };
  const resultsWith = (report: Partial<typeof whole> | { readonly faults: readonly string[] }) =>
    judgedResults(runOf(exchanges), { ...whole, ...report }, { startedAt: new Date(0), durationMs: 1 });

  const shard = { index: 1, total: 2, plan: { exchanges: 9 } } as NonNullable<Results['shard']>;
  const failed = exchanges.map((exchange) => recordOf(exchange, { verdict: 'failed' }));
  const unanswered = exchanges.map((exchange) => recordOf(exchange, { status: null, steps: [] }));

  it.each<[string, Results | null, boolean]>([
    ['conforms', resultsWith({}), true],
    ['deviates', resultsWith({ records: failed }), true],
    ['broke off', resultsWith({ records: records.slice(1) }), false],
    ['was a fault', resultsWith({ faults: ['the worker is gone'] }), false],
    ['had no answer', resultsWith({ records: unanswered }), false],
    ['left no results', null, false],
    ['was a shard', { ...resultsWith({}), shard }, false],
  ])('of a run that %s is part of the history where it judged its target', (_, results, isPart) => {
    expect(configOf(results).appendHistory).toBe(isPart);
  });

  it('has a category for each cause, the gravest and rarest first, so that none hides behind a common one', () => {
    const found = [['all (a.b)'], ['all (a.b)', 'rare'], ['all (a.b)'], ['all (a.b)', 'weak']] as const;
    const broken = exchanges.map((exchange, index) => {
      const findings = found[index]?.map((cause) =>
        findingOf({ cause: ownText(cause), level: cause === 'weak' ? 'should' : 'must' }),
      );
      return recordOf(exchange, { verdict: 'failed', findings });
    });
    const { categories } = configOf(resultsWith({ records: broken }));
    const own = categories.slice(0, -allureCategories.length);
    expect(own.map(({ name }) => name)).toEqual([
      'must, 1 exchange: rare',
      'must, 4 exchanges: all (a.b)',
      'should, 1 exchange: weak',
    ]);
    const { verdict, cause = '' } = own[1]?.matchers.labels ?? {};
    expect(verdict).toBe('^(?:failed|blocked|warned)$');
    expect(['all (a.b)', 'all (aXb)', 'not all (a.b)'].map((text) => new RegExp(cause).test(text))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('names what makes the run red before everything else, and says what Allure calls unknown', () => {
    const found = (level: 'must' | 'should', change: string) => ({
      verdict: level === 'must' ? ('failed' as const) : ('warned' as const),
      findings: [
        findingOf({ rule: 'http/media-type', level, change: ownText(change), cause: ownText(change) }),
      ],
    });
    const [red, warned] = [found('must', 'lost'), found('should', 'late')];
    const judged = (...broken: readonly (typeof red)[]) =>
      exchanges.map((exchange, index) => recordOf(exchange, broken[index] ?? {}));
    const { variables } = configOf(resultsWith({ records: judged(red, warned) }));
    expect(Object.entries(variables).slice(0, 5)).toEqual([
      ['Outcome', 'deviates (gate must, 0.0 s)'],
      ['Failed 1', expect.stringMatching(/^lost \(\S+; \S+\)$/)],
      ['Warned 2', expect.stringMatching(/^late \(/)],
      ['Unknown', expect.stringMatching(/^1 warned, which the percentage leaves out: /)],
      ['Page', 'report.html'],
    ]);
    expect(Object.keys(configOf(resultsWith({ records: judged(red) })).variables)).not.toContain('Unknown');
  });

  it('names five causes at most, and counts them all', () => {
    const causes = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(ownText);
    const findings = causes.map((cause) => findingOf({ rule: 'http/media-type', cause, change: cause }));
    const failed = recordOf(exchanges[0], { verdict: 'failed', findings });
    const { variables } = configOf(resultsWith({ records: [failed, ...records.slice(1)] }));
    const { Outcome = '', ...more } = variables;
    expect(Outcome).toMatch(/^deviates .*; 7 causes, of which report\.html shows all$/);
    expect(Object.keys(more).slice(0, 6)).toEqual([...[1, 2, 3, 4, 5].map((at) => `Failed ${at}`), 'Page']);
  });

  it('says what was judged and how it ended, with nothing that acts on a terminal', () => {
    const { name, variables } = configOf(resultsWith({ records: records.slice(1) }));
    expect(name).toBe('postsms-conformance: http://127.0.0.1:8080/gateway');
    expect(Object.keys(variables).slice(0, 2)).toEqual(['Outcome', 'Page']);
    expect(variables).toMatchObject({
      Page: 'report.html',
      Outcome: 'partial: 1 of 4 exchanges have no verdict (gate must, 0.0 s)',
      Target: 'http://127.0.0.1:8080/gateway (external), namespace http://sms.example/ns',
    });
    const hostile = { ...resultsWith({}), why: ownText('a\u001bb') };
    expect(configOf(hostile).variables.Outcome).toContain('a\\u{1B}b');
  });
});

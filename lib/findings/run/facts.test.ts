import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import {
  builtOf,
  findingOf,
  knownResults,
  leftOf,
  listedOf,
  plannedExchanges,
  recordOf,
  resultsOf,
  runOf,
} from '../../../suites/support/report.ts';
import { verdicts } from '../../model/judging/verdict.ts';
import type { Results } from '../../model/running/results.ts';
import { allureConfig } from '../../report/allure/allure-config.ts';
import { summaryText } from '../../report/console/console.ts';
import { markdown } from '../../report/formats/markdown.ts';
import { html } from '../../report/page/html.ts';
import { reportPage } from '../../report/page/report-page.ts';
import { ownText, ownWords } from '../../secrets/mask.ts';
import { countsText, factsOf, INSECURE } from './facts.ts';

const linesOf = (results: Results, label: string) =>
  factsOf(results).flatMap((fact) => (fact.label === label ? fact.lines : []));

/** A run about which there is everything to tell. */
const known = [listedOf(), listedOf({ place: 'known.yaml:7', reason: 'TODO: why this is accepted' })];
const whole: Results = {
  ...knownResults(...known),
  target: { ...knownResults().target, insecure: true, namespace: ownText('http://tempuri.org/') },
  shard: { index: 2, total: 3, plan: { exchanges: 40 } } as NonNullable<Results['shard']>,
  notes: [ownText('values are replaced')],
  notRun: ['a', 'b', 'c', 'd'].map((id, index) => leftOf(id, 'it may not', index > 0 ? 'must' : 'gap')),
  messages: { planned: 4, sent: 3, budget: 7 },
  observations: ownWords([
    {
      ...{ what: 'SendDate', requirement: 'gaps.send-date-format', operation: 'SendBulkSms', of: 1 },
      values: [{ value: '<yyyy>', count: 1, example: 'e' }],
    },
    {
      ...{
        what: 'offset of SendDate',
        requirement: 'gaps.send-date-format',
        operation: 'SendBulkSms',
        of: 3,
      },
      values: [
        { value: 'none', count: 2, example: 'e' },
        { value: '3 h ahead of UTC', count: 1, example: 'e' },
      ],
    },
  ]),
};

it('tells all that there is of a run, its outcome last', () => {
  const told = factsOf(whole).map(({ label, tone, lines }) => `${label} ${tone ?? ''}: ${lines.join(' | ')}`);
  expect(told).toEqual([
    'run : 1970-01-01T00:00:00.000Z, suite 1',
    expect.stringMatching(/^target : http:.* \(external\), namespace http:\/\/tempuri\.org\/$/),
    `INSECURE bad: ${INSECURE}`,
    'exchanges : 16 planned: 1 passed, 15 known failures',
    'shard doubtful: 2 of 3: 16 of 40 in the plan',
    'known : 15 exchanges, result/field-once, until 2099-12-31: the old gateway never did; known.yaml:2',
    expect.stringMatching(/^NO REASON bad: 15 exchanges, .*: TODO: why this is accepted; known\.yaml:7$/),
    expect.stringContaining('note : SOAPAction is sent with the one slash'),
    'note : values are replaced',
    'not run : 4: it may not; a, b, c and 1 more',
    'not judged : 15 exchanges over soap11, soap12, http-get, http-post, because of known failures',
    'messages : 4 planned, 3 sent or tried, budget 7',
    expect.stringMatching(
      /^requirements : \d+: \d+ held \(\d+ of them by the suite's own requests\), 0 broken, /,
    ),
    'seen : SendDate: yyyy in 1 of 1, 3 h ahead of UTC in 1',
    expect.stringContaining('outcome good: conforms; '),
  ]);
});

it.each([
  ['console', stripVTControlCharacters(summaryText(whole, []))],
  ['summary.md', markdown(whole)],
  ['report.html', reportPage(whole)],
  ['Allure', JSON.stringify(allureConfig(whole, 'history'))],
])('every fact is told in %s', (name, text) => {
  for (const { label, lines } of factsOf(whole)) {
    if (name === 'console' && label === 'run') continue;
    for (const line of lines) expect(text).toContain(name === 'report.html' ? html`${line}`.html : line);
  }
});

it('a certificate that nobody verified is told, and none over http', () => {
  const exchanges = plannedExchanges('SendBulkSms/canonical/soap11');
  const told = (baseUrl: string, insecure: boolean) => {
    const run = runOf(exchanges);
    const to = { target: { ...run.target, baseUrl }, insecure };
    const records = exchanges.map((exchange) => recordOf(exchange));
    return linesOf(builtOf({ ...run, ...to }, records), 'INSECURE');
  };
  expect(told('https://gateway.example/base', true)).toEqual([INSECURE]);
  expect([told('https://gateway.example', false), told('http://gateway.example', true)]).toEqual([[], []]);
});

it('an expired entry is told once where its rules are still broken, and not where they are kept', () => {
  const entry = listedOf({ expired: true, expires: '2020-01-01', owner: 'sms-team' });
  const of = (rule: string) => linesOf(knownResults({ ...entry, rules: [ownText(rule)] }), 'EXPIRED');
  expect(of('result/field-once')).toEqual([
    '15 exchanges, result/field-once, until 2020-01-01: the old gateway never did (sms-team); known.yaml:2',
  ]);
  expect(of('http/status')).toEqual([]);
});

it('says how far a run conforms that has warnings, and by which cause', () => {
  const exchanges = plannedExchanges('SendBulkSms/canonical');
  const findings = [findingOf({ level: 'should', requirements: ['packet-result.field-order'] })];
  const records = exchanges.map((exchange) => recordOf(exchange, { verdict: 'warned', findings }));
  const results = builtOf(runOf(exchanges), records);
  expect(linesOf(results, 'outcome')).toEqual([
    'conforms to what the contract states; 1 thing that follows from it is broken (--gate should fails) (gate must, 0.0 s)',
  ]);
});

it('a known failure that is gone beside another finding is stale', () => {
  const entry = listedOf({ rules: ['http/charset'], stale: ['http/charset'] });
  const of = (verdict: 'failed' | 'fixed') =>
    linesOf(
      resultsOf((exchange) => recordOf(exchange, { verdict, known: [entry] })),
      'STALE',
    );
  expect(of('failed')).toEqual([
    '16 exchanges, http/charset no longer broken beside another finding; narrow known.yaml:2',
  ]);
  expect(of('fixed')).toEqual([]);
});

it('every verdict is counted by its name, one of a kind in the singular', () => {
  const all = resultsOf((exchange, index) =>
    recordOf(exchange, { verdict: verdicts[index % verdicts.length] ?? 'passed' }),
  );
  expect(countsText(all.summary)).toBe(
    '16 planned: 2 passed, 2 failed, 2 warned, 2 observed, 2 blocked, 2 not read, 1 known failure, 1 fixed, 1 transport error, 1 harness error',
  );
});

it('the outcome of what a tag chose says how little that is', () => {
  const exchanges = plannedExchanges('SendBulkSms/canonical');
  const run = { ...runOf(exchanges), scope: 'smoke: 16 of 1,350 exchanges; not a judgement of the contract' };
  const records = exchanges.map((exchange) => recordOf(exchange));
  const results = builtOf(run, records);
  expect(linesOf(results, 'outcome')).toEqual([expect.stringContaining(`; ${run.scope} (gate must`)]);
  expect(linesOf(results, 'note')).toEqual([]);
});

import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { contract } from '../../../suites/support/cases.ts';
import { change, read } from '../../../suites/support/judged.ts';
import { plannedExchanges } from '../../../suites/support/report.ts';
import type { ObservedFact } from '../../model/judging/reply.ts';
import type { ResultObservation } from '../../model/running/results.ts';
import { maskFor, ownText, ownWords } from '../../secrets/mask.ts';
import { openObserver } from './collect.ts';
import { mergeObservations, seenOf } from './observations.ts';
import { pinsOf } from './pins.ts';

const requirement = 'gaps.packet-status-values';
type Values = Readonly<Record<string, number>>;

function observed(
  counts: Values,
  changes: Partial<ResultObservation<string>> = {},
  fact?: ObservedFact,
): ResultObservation {
  const values = Object.entries(counts).map(([value, count]) => ({
    ...{ value, fact, count },
    example: `of ${value}`,
  }));
  const of = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return ownWords({ what: 'PacketStatus', requirement, operation: 'SendBulkSms', of, values, ...changes });
}

const counted = ({ of, values }: ResultObservation) => [
  of,
  ...values.map(({ value, count, canonical }) => [value, count, canonical]),
];

it('adds up values of one thing, the most frequent first, and keeps operations apart', () => {
  const canonical = observed({ Sent: 1 }).values.map((value) => ({ ...value, canonical: 1 }));
  const report = observed({ Sent: 9 }, { operation: 'ReportSingleShotSms' });
  const [one, other, ...more] = mergeObservations([
    ...[observed({ Sent: 2, Done: 3 }), report],
    ...[observed({ Sent: 1 }, { values: canonical }), observed({ Done: 1 })],
  ]);
  expect(one && counted(one)).toEqual([9, ['Sent', 9, undefined]]);
  expect(other && counted(other)).toEqual([7, ['Done', 4, undefined], ['Sent', 3, 1]]);
  expect(more).toEqual([]);
});

it('of what only the largest counts, keeps that', () => {
  const most = (value: string) => observed({ [value]: 1 }, { most: true, of: 5 });
  const [largest] = mergeObservations([most('900'), most('1000'), most('70')]);
  expect(largest && counted(largest)).toEqual([15, ['1000', 1, undefined]]);
  expect(seenOf([most('1000')])).toMatchObject([{ text: '1,000', example: 'of 1000' }]);
});

it('keeps twenty values, and counts the others', () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`v${index}`, 1]));
  const [kept] = mergeObservations([observed(many)]);
  expect([kept?.values.length, kept?.of]).toEqual([20, 30]);
});

it('tells values over all operations, shapes without brackets', () => {
  const all = [
    observed({ Completed: 1000, '': 20, '<GUID>': 10, a: 4, b: 3, c: 2 }),
    observed({ Completed: 25 }, { operation: 'ReportSingleShotSms' }),
  ];
  const text = 'Completed in 1,025 of 1,064, (empty) in 20, GUID in 10, a in 4, b in 3, others in 2';
  expect(seenOf(all)).toEqual([{ what: 'PacketStatus', text, example: 'of Completed' }]);
});

const fault = (code: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>${code}</faultcode><faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>`;

it('masks a ticket in the code of a fault, in words and as data', () => {
  const observer = openObserver(maskFor(['ticket-4711']));
  const [exchange] = plannedExchanges('ReportSingleShotSms/unknown-packet/soap11/empty');
  const refused = read({ operation: 'ReportSingleShotSms', status: 500, body: fault('ticket-4711') });
  observer.add({ ...exchange, steps: exchange.steps.slice(0, 1) }, [refused], [{ startedAt: 0 }]);
  const answer = observer.observed().find(({ what }) => what === 'answer to an unknown packet over soap11');
  expect(answer?.values[0]?.fact).toEqual({ kind: 'answer', status: 500, reply: 'soap-fault', code: '***' });
  expect(JSON.stringify(observer.observed())).not.toContain('4711');
});

it('tells the offset of times, unless a recording has none', () => {
  const startedAt = Date.UTC(2026, 0, 2, 3, 4);
  const [exchange] = plannedExchanges('SendBulkSms/canonical/soap11');
  const offsets = [startedAt, 0].map((time) => {
    const observer = openObserver(ownText);
    observer.add(exchange, [read({})], [{ startedAt: time }]);
    const seen = observer.observed().find(({ what }) => what === 'offset of DeliveryTime');
    return seen?.values.map(({ value }) => value);
  });
  expect(offsets).toEqual([['none'], undefined]);
});

it('notes an absent field as data, an empty one as text, and none that holds elements', () => {
  const seenIn = (from: string, to: string) => {
    const observer = openObserver(ownText);
    const [exchange] = plannedExchanges('SendBulkSms/canonical/soap11');
    observer.add(exchange, [read(change(from, to))], [{ startedAt: 0 }]);
    const seen = observer.observed().find(({ what }) => what === 'PacketStatus');
    return seen?.values.map(({ value, fact }) => [value, fact]);
  };
  const status = '<PacketStatus>Done</PacketStatus>';
  expect(seenIn(status, '')).toEqual([['(absent)', { kind: 'absent' }]]);
  expect(seenIn(status, '<PacketStatus/>')).toEqual([['', undefined]]);
  expect(seenIn(status, `${status}<PacketStatus/>`)).toEqual([['Done', undefined]]);
  expect(seenIn('>Done<', '><b/><')).toBeUndefined();
});

it('sees nothing where nothing was answered', () => {
  const observer = openObserver(ownText);
  const [exchange] = plannedExchanges('SendBulkSms/canonical/soap11');
  observer.add(exchange, [], []);
  expect(observer.observed()).toEqual([]);
});

const answer = { kind: 'answer', status: 500, reply: 'soap-fault', code: 'Server' } as const;

it.each<[Values, string | undefined, ObservedFact | undefined, object]>([
  [{ 'No such packet': 2 }, 'Server', undefined, { code: 'Server', text: 'No such packet' }],
  [
    { 'At <yyyy-MM-dd>': 1 },
    'Server',
    undefined,
    { code: 'Server', text: { matches: '^At \\d{4}-\\d{2}-\\d{2}$' } },
  ],
  [{ '(names the packet)': 2 }, 'Server', { kind: 'names-packet' }, { code: 'Server' }],
  [{ 'One text': 1, 'and another': 1 }, 'Server', undefined, { code: 'Server' }],
  [{ 'No such packet': 2 }, 'Ser***', undefined, { text: 'No such packet' }],
  [{ 'No such packet': 2 }, undefined, undefined, { text: 'No such packet' }],
])('pins the text of a fault where it stays the same: %j, code %s', (texts, code, fact, fault) => {
  const about = { requirement: 'gaps.unknown-packet', operation: 'ReportSingleShotSms' };
  const { code: _, ...codeless } = answer;
  const answered = code === undefined ? codeless : { ...answer, code };
  const observations = [
    observed({ refused: 1 }, { ...about, what: 'answer to an unknown packet over soap11' }, answered),
    observed(texts, { ...about, what: 'fault text for an unknown packet over soap11' }, fact),
  ];
  const [baseUrl, namespace] = [ownText('http://gateway.example'), ownText('http://a.example/')];
  const target = { baseUrl, namespace, kind: 'external', insecure: false } as const;
  const { text } = pinsOf({ observations, target, startedAt: ownText('2026-01-02') }, [], contract);
  expect(parse(text).cases[0].expect).toEqual({ status: 500, fault });
});

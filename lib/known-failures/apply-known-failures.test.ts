import { expect, it } from 'vitest';
import type { Gate, Level } from '../model/contract.ts';
import type { Finding } from '../model/judging/finding.ts';
import type { Need } from '../model/judging/reply.ts';
import type { JudgedExchange, StepRecord, Verdict } from '../model/judging/verdict.ts';
import type { PlannedKnownFailure } from '../model/running/known-failure.ts';
import { withKnownFailures } from './apply-known-failures.ts';
import { listableRules } from './known-failures.ts';

function finding(rule: string, level: Level = 'must'): Finding {
  return { rule, level, requirements: [], path: '', expected: '', actual: '', step: 0, more: 0 };
}

const charset = finding('http/charset');
const echo = finding('delivery/echo');
const order = finding('result/field-order', 'should');
const packetId = finding('send/packet-id', 'should');

/** An exchange of one step whose reply could be read so far. */
function judged(
  verdict: Verdict,
  findings: readonly Finding[],
  reached: Need = 'reply',
  evaluated = listableRules,
): JudgedExchange {
  const wire = { request: {}, outcome: { kind: 'response', response: {} } } as Pick<
    StepRecord,
    'request' | 'outcome'
  >;
  const step = { operation: 'A', binding: 'soap11', reached, evaluated, startedAt: 0, endedAt: 1 } as const;
  return {
    ...{ id: 'A/b/soap11', verdict, findings, evaluated: [], durationMs: 1, startedAt: 0 },
    steps: [{ ...step, ...wire }],
  };
}

/** An entry that lists these rules. */
function entry(...rules: readonly string[]): PlannedKnownFailure {
  return {
    ...{ place: 'known.yaml:2', patterns: ['A/**'], exchanges: ['A/b/soap11'], rules },
    ...{ reason: 'the old gateway never named one', expires: '2027-01-31', expired: false },
  };
}

const expired = (...rules: readonly string[]) => ({ ...entry(...rules), expired: true });

type Row = readonly [
  why: string,
  before: JudgedExchange,
  known: readonly PlannedKnownFailure[],
  gate: Gate,
  after: Verdict,
];

it.each<Row>([
  ['what it breaks is listed', judged('failed', [charset]), [entry('http/charset')], 'must', 'known-failure'],
  [
    'several entries list it',
    judged('failed', [charset, echo]),
    [entry('http/charset'), entry('delivery/echo')],
    'must',
    'known-failure',
  ],
  [
    'the rest does not gate',
    judged('failed', [charset, order]),
    [entry('http/charset')],
    'must',
    'known-failure',
  ],
  ['the rest gates', judged('failed', [charset, order]), [entry('http/charset')], 'should', 'failed'],
  ['another rule is broken', judged('failed', [charset, echo]), [entry('http/charset')], 'must', 'failed'],
  [
    'it is listed below the gate',
    judged('warned', [order]),
    [entry('result/field-order')],
    'must',
    'known-failure',
  ],
  [
    'it is listed at its gate',
    judged('warned', [order]),
    [entry('result/field-order')],
    'should',
    'known-failure',
  ],
  [
    'the contract leaves open what is listed',
    judged('observed', [finding('delivery/echo', 'gap')]),
    [entry('delivery/echo')],
    'must',
    'observed',
  ],
  [
    'only what is open is listed',
    judged('warned', [order, finding('delivery/echo', 'gap')]),
    [entry('delivery/echo')],
    'must',
    'warned',
  ],
  ['an entry has expired', judged('failed', [charset]), [expired('http/charset')], 'must', 'failed'],
  ['a listed rule is kept', judged('passed', []), [entry('http/charset')], 'must', 'fixed'],
  [
    'one of several listed rules is kept',
    judged('failed', [charset]),
    [entry('http/charset', 'delivery/echo')],
    'must',
    'fixed',
  ],
  [
    'the contract leaves open what it breaks instead',
    judged('observed', [finding('delivery/echo', 'gap')]),
    [entry('http/charset')],
    'must',
    'fixed',
  ],
  ['an entry that is kept has expired', judged('passed', []), [expired('http/charset')], 'must', 'fixed'],
  [
    'the kept rule needs more than was read',
    judged('failed', [charset], 'response'),
    [entry('http/charset', 'result/field-order')],
    'must',
    'known-failure',
  ],
  [
    'the kept rule was not evaluated',
    judged('failed', [charset], 'reply', ['http/charset']),
    [entry('http/charset', 'delivery/echo')],
    'must',
    'known-failure',
  ],
])('where %s', (_, before, known, gate, after) => {
  const told = withKnownFailures(before, known, gate);
  expect(told).toMatchObject({ verdict: after, findings: before.findings, known });
});

it.each<[string, JudgedExchange]>([
  ...(['transport-error', 'harness-error', 'blocked'] as const).map((verdict): [string, JudgedExchange] => [
    verdict,
    judged(verdict, [charset]),
  ]),
  // What did not come to its end does not show what it would keep.
  ...(['warned', 'observed', 'passed'] as const).map((verdict): [string, JudgedExchange] => [
    `${verdict}, with a note`,
    { ...judged(verdict, []), note: 'step 2 was not sent: there is no PacketID' },
  ]),
])('%s stays as it is', (_, before) => {
  expect(withKnownFailures(before, [entry('http/charset'), expired('http/charset')], 'should')).toBe(before);
  expect(withKnownFailures(before, [], 'must')).toBe(before);
});

it('what is fixed says where to remove it, each entry on a line', () => {
  const known = [entry('http/charset', 'http/status'), { ...entry('delivery/echo'), place: 'known.yaml:7' }];
  expect(withKnownFailures(judged('passed', []), known, 'must').note).toBe(
    [
      'http/charset, http/status: known to be broken (known.yaml:2), and not broken any more; take them out of the entry, or this exchange out of its patterns',
      'delivery/echo: known to be broken (known.yaml:7), and not broken any more; take it out of the entry, or this exchange out of its patterns',
    ].join('\n'),
  );
});

it('an entry that has expired says which of its rules are still broken, and since when', () => {
  const known = [expired('http/charset', 'result/field-order', 'delivery/echo')];
  const noteOf = (...findings: readonly Finding[]) =>
    withKnownFailures(judged('failed', findings), known, 'must').note;
  expect(noteOf(charset, echo)).toBe(
    'http/charset, delivery/echo: known until 2027-01-31 (known.yaml:2: the old gateway never named one); that day is over',
  );
  expect(noteOf(finding('http/status'))).toBeUndefined();
});

it.each<[string, Verdict, readonly Finding[], PlannedKnownFailure, Gate, Verdict]>([
  ['by a listed rule', 'blocked', [packetId], entry('send/packet-id'), 'must', 'known-failure'],
  ['at gate should', 'warned', [packetId], entry('send/packet-id'), 'should', 'known-failure'],
  [
    'beside a rule that is kept',
    'blocked',
    [packetId],
    entry('send/packet-id', 'report/packet'),
    'must',
    'known-failure',
  ],
  ['by a rule that is not listed', 'blocked', [packetId], entry('http/charset'), 'must', 'blocked'],
  ['by a rule whose entry has expired', 'blocked', [packetId], expired('send/packet-id'), 'must', 'blocked'],
  ['and breaks another rule', 'blocked', [packetId, charset], entry('send/packet-id'), 'must', 'blocked'],
])('an exchange that was blocked %s', (_, verdict, findings, known, gate, after) => {
  const note = 'step 2 was not sent: there is no PacketID';
  const before = { ...judged(verdict, findings), note, blockedBy: 'send/packet-id' };
  expect(withKnownFailures(before, [known], gate)).toMatchObject({ verdict: after, note });
});

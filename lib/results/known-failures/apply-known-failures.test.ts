import { expect, it } from 'vitest';
import type { Gate, Level } from '../../model/contract.ts';
import type { Finding } from '../../model/judging/finding.ts';
import type { Need } from '../../model/judging/reply.ts';
import type {
  JudgedExchange,
  PlannedKnownFailure,
  StepRecord,
  Verdict,
} from '../../model/judging/verdict.ts';
import { withKnownFailures } from './apply-known-failures.ts';
import { listableRules } from './known-failures.ts';

function finding(rule: string, level: Level = 'must'): Finding {
  return { rule, level, requirements: [], path: '', expected: '', actual: '', step: 0, more: 0 };
}

const charset = finding('http/charset');
const echo = finding('delivery/echo');
const laterEcho = { ...echo, since: '0.2' };
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

const listed = [entry('http/charset')];
const orderListed = [entry('result/field-order')];
const echoToo = [entry('http/charset', 'delivery/echo')];
const open = finding('delivery/echo', 'gap');

it.each<[string, Verdict, readonly Finding[], readonly PlannedKnownFailure[], Verdict, Gate?]>([
  ['what it breaks is listed', 'failed', [charset], listed, 'known-failure'],
  [
    'several entries list it',
    'failed',
    [charset, echo],
    [...listed, entry('delivery/echo')],
    'known-failure',
  ],
  ['the rest does not gate', 'failed', [charset, order], listed, 'known-failure'],
  ['the rest gates', 'failed', [charset, order], listed, 'failed', 'should'],
  ['the rest came after the edition', 'failed', [charset, laterEcho], listed, 'known-failure'],
  ['a listed rule is kept beside what came after the edition', 'observed', [laterEcho], listed, 'fixed'],
  ['another rule is broken', 'failed', [charset, echo], listed, 'failed'],
  ['it is listed below the gate', 'warned', [order], orderListed, 'known-failure'],
  ['it is listed at its gate', 'warned', [order], orderListed, 'known-failure', 'should'],
  ['the contract leaves open what is listed', 'observed', [open], [entry('delivery/echo')], 'observed'],
  ['only what is open is listed', 'warned', [order, open], [entry('delivery/echo')], 'warned'],
  ['an entry has expired', 'failed', [charset], [expired('http/charset')], 'failed'],
  ['a listed rule is kept', 'passed', [], listed, 'fixed'],
  ['one of several listed rules is kept', 'failed', [charset], echoToo, 'fixed'],
  ['the contract leaves open what it breaks instead', 'observed', [open], listed, 'fixed'],
  ['an entry that is kept has expired', 'passed', [], [expired('http/charset')], 'fixed'],
])('where %s', (_, verdict, findings, known, after, gate = 'must') => {
  const told = withKnownFailures(judged(verdict, findings), known, gate);
  expect(told).toMatchObject({ verdict: after, findings, known });
});

it('a rule that needs more than was read, or was not evaluated, is not fixed', () => {
  const unread = judged('failed', [charset], 'response');
  const unevaluated = judged('failed', [charset], 'reply', ['http/charset']);
  for (const before of [unread, unevaluated]) {
    expect(withKnownFailures(before, echoToo, 'must').verdict).toBe('known-failure');
  }
});

it('what is no verdict about the target stays as it is, and so does what did not come to its end', () => {
  const errors = (['transport-error', 'harness-error', 'blocked'] as const).map((one) =>
    judged(one, [charset]),
  );
  const note = 'step 2 was not sent: there is no PacketID';
  const ended = (['warned', 'observed', 'passed'] as const).map((one) => ({ ...judged(one, []), note }));
  for (const before of [...errors, ...ended]) {
    const known = [entry('http/charset'), expired('http/charset')];
    expect(withKnownFailures(before, known, 'should')).toBe(before);
    expect(withKnownFailures(before, [], 'must')).toBe(before);
  }
});

it('a call of a client whose failure is explained can be listed', () => {
  const client = { id: 'axios', name: 'axios', state: 'answered', because: 'a header' } as const;
  const before = { ...judged('failed', [charset]), client, note: 'because of a header' };
  const after = withKnownFailures(before, listed, 'must');
  expect([after.verdict, after.note]).toEqual(['known-failure', before.note]);
  expect(withKnownFailures(before, [entry('delivery/echo')], 'must').verdict).toBe('failed');
});

it('says where to remove what is fixed, and which rules of an expired entry are still broken, a line for each', () => {
  const kept = [entry('http/charset', 'http/status'), { ...entry('delivery/echo'), place: 'known.yaml:7' }];
  expect(withKnownFailures(judged('passed', []), kept, 'must').note).toBe(
    [
      'http/charset, http/status: known to be broken (known.yaml:2), and not broken any more; take them out of the entry, or this exchange out of its patterns, or write the file again with --write-known',
      'delivery/echo: known to be broken (known.yaml:7), and not broken any more; take it out of the entry, or this exchange out of its patterns, or write the file again with --write-known',
    ].join('\n'),
  );
  const over = [expired('http/charset', 'result/field-order', 'delivery/echo')];
  expect(withKnownFailures(judged('failed', [charset, echo]), over, 'must').note).toBe(
    'result/field-order: known to be broken (known.yaml:2), and not broken any more; take it out of the entry, or this exchange out of its patterns, or write the file again with --write-known\nhttp/charset, delivery/echo: known until 2027-01-31 (known.yaml:2: the old gateway never named one); that day is over',
  );
  // Beside a finding that nothing lists, an exchange fails, and what is gone of the entry is stale all the same.
  const beside = withKnownFailures(judged('failed', [finding('http/status')]), kept.slice(1), 'must');
  expect(beside).toMatchObject({ verdict: 'failed', known: [{ stale: ['delivery/echo'] }] });
  expect(beside.note).toMatch(
    /^delivery\/echo: known to be broken \(known\.yaml:7\), and not broken any more; /,
  );
});

const packetIdListed = entry('send/packet-id');

it.each<[string, Verdict, readonly Finding[], PlannedKnownFailure, Verdict]>([
  ['by a listed rule', 'blocked', [packetId], packetIdListed, 'known-failure'],
  ['at gate should', 'warned', [packetId], packetIdListed, 'known-failure'],
  ['beside a kept rule', 'blocked', [packetId], entry('send/packet-id', 'report/packet'), 'known-failure'],
  ['by a rule that is not listed', 'blocked', [packetId], entry('http/charset'), 'blocked'],
  ['by a rule whose entry has expired', 'blocked', [packetId], expired('send/packet-id'), 'blocked'],
  ['and breaks another rule', 'blocked', [packetId, charset], packetIdListed, 'blocked'],
])('an exchange that was blocked %s', (_, verdict, findings, known, after) => {
  const note = 'step 2 was not sent: there is no PacketID';
  const before = { ...judged(verdict, findings), note, blockedBy: 'send/packet-id' };
  expect(withKnownFailures(before, [known], 'must')).toEqual({ ...before, verdict: after, known: [known] });
});

import { expect, it } from 'vitest';
import { findingOf, planned, recordOf } from '../../../suites/support/report.ts';
import type { JudgedExchange, StepRecord } from '../../model/judging/verdict.ts';
import type { SendOutcome } from '../../model/judging/wire.ts';
import type { ExchangeRecord, ResultFinding } from '../../model/running/results.ts';
import { maskFor } from '../../secrets/mask.ts';
import { curlCommands } from '../curl.ts';
import { evidenceKeeper } from './evidence.ts';

const [exchange] = planned;

const stepWith = (body: string): StepRecord => ({
  ...{
    operation: 'SendBulkSms',
    binding: 'soap11',
    startedAt: 0,
    endedAt: 1,
    reached: 'reply',
    evaluated: [],
  },
  request: { method: 'POST', path: '/x', headers: [['a', 's3cret']], body: Buffer.from('<A><B>1</B></A>') },
  outcome: {
    kind: 'response',
    response: { status: 200, reason: 'OK', headers: [], body: Buffer.from(body), httpVersion: '1.1' },
  } as unknown as SendOutcome,
});

function kept(
  records: readonly (readonly [ResultFinding[], string])[],
  changed: Partial<ExchangeRecord> = {},
) {
  const mask = maskFor(['s3cret']);
  const keep = evidenceKeeper('http://h', curlCommands('http://h', 's3cret', mask), mask);
  return records.map(([findings, body]) => {
    const record = recordOf(exchange, { verdict: 'failed', ...changed, findings });
    return keep({ steps: [stepWith(body)] } as unknown as JudgedExchange, record).evidence;
  });
}

it('keeps the messages of the first three exchanges of each cause, masked, with the places of the findings', () => {
  const one = findingOf({ path: '/A/B' });
  const other = findingOf({ path: '/A', actual: 'another', rule: 'request/parameters' });
  const all = kept([1, 2, 3, 4, 5].map((n) => [n === 5 ? [one, other] : [one], `<A><B>${n} s3cret</B></A>`]));
  expect(all.map((evidence) => evidence?.length ?? 0)).toEqual([1, 1, 1, 0, 1]);
  const [first] = all[0] ?? [];
  expect(first?.request).toContain('a: ***\n');
  expect(first?.repeat).toMatch(/^curl .*-H 'a: \*\*\*'/);
  expect(
    first?.marks.map(({ finding, in: side, from, to }) => [finding, first[side].slice(from, to), side]),
  ).toEqual([[0, '<B>1 ***</B>', 'reply']]);
  const [last] = all[4] ?? [];
  expect(last?.marks.map(({ finding, in: side, from, to }) => [finding, last[side].slice(from, to)])).toEqual(
    [
      [1, '<A>'],
      [0, '<B>5 ***</B>'],
    ],
  );
});

it('keeps those of a red exchange without findings by its note, and none of what passed', () => {
  expect(kept([[[], '']], { verdict: 'blocked', note: maskFor([])('why') })[0]).toHaveLength(1);
  expect(kept([[[], '']], { verdict: 'passed' })[0]).toBeUndefined();
  expect(kept([[[], '']], { verdict: 'observed' })[0]).toBeUndefined();
});

it('cuts a long message around its first mark, and keeps a bounded number of characters of a run', () => {
  const long = `<A>${'x'.repeat(50_000)}<B>here</B>${'y'.repeat(30_000)}</A>`;
  const [[only] = []] = kept([[[findingOf({ path: '/A/B' })], long]]);
  const [mark] = only?.marks ?? [];
  expect(mark && only?.reply.slice(mark.from, mark.to)).toBe('<B>here</B>');
  expect(only?.reply).toMatch(
    /^… \(48\d\d\d characters before\)\nx+<B>here<\/B>y+… \(\d+ more characters\)$/,
  );
  expect(only?.reply.length).toBeLessThan(6_100);
  const many = kept(
    Array.from({ length: 400 }, (_, n) => [[findingOf({ actual: `n${'a'.repeat(n)}` })], long]),
  );
  const size = many.flatMap((evidence) => evidence ?? []).reduce((sum, { reply }) => sum + reply.length, 0);
  expect(size).toBeGreaterThan(900_000);
  expect(size).toBeLessThan(1_020_000);
});

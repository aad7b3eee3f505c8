import { describe, expect, it } from 'vitest';
import { plannedExchanges, planOf } from '../../../suites/support/report.ts';
import { type DeclaredCase, type Exchange, leftOut, type PlannedStep } from '../../model/exchange.ts';
import { inShard, knownDigest, planDigest, shardOf } from './shard.ts';

const plan = plannedExchanges('*');
const ids = (exchanges: readonly Exchange[]) => exchanges.map(({ id }) => id);

describe('the shard of an exchange', () => {
  it('is the same on every machine and in every version, or shards of two could not be merged', () => {
    expect([2, 3, 7].map((total) => shardOf('SendBulkSms/canonical/soap11', total))).toEqual([1, 3, 2]);
    expect([2, 3, 7].map((total) => shardOf('ReportSingleShotSms/canonical/http-get', total))).toEqual([
      1, 1, 2,
    ]);
  });

  it.each([1, 2, 3, 7])('is one of %i, which together have each exchange once, in its order', (total) => {
    const shards = Array.from({ length: total }, (_, place) => inShard(plan, { index: place + 1, total }));
    expect(shards.flatMap(ids).toSorted()).toEqual(ids(plan).toSorted());
    for (const shard of shards) {
      expect(ids(shard)).toEqual(ids(plan).filter((id) => ids(shard).includes(id)));
      // No job has much more to do than another.
      expect(shard.length).toBeGreaterThan((plan.length / total) * 0.75);
      expect(shard.length).toBeLessThan((plan.length / total) * 1.25);
    }
  });
});

describe('the digest of a plan', () => {
  const { exchanges: few, declarations } = planOf({ case: ['*/canonical'] });
  const { cases } = declarations;
  const digest = planDigest(few, [], cases, {});
  const [first, ...others] = few as [Exchange, ...Exchange[]];
  const withStep = (changed: Partial<PlannedStep>) => [
    { ...first, steps: first.steps.map((step) => ({ ...step, ...changed })) },
    ...others,
  ];
  const steps = (Message: string) => ({
    steps: declared.steps.map((step) => ({ ...step, with: { Message } })),
  });
  const [declared, ...rest] = cases.filter(({ id }) => id === 'canonical') as [
    DeclaredCase,
    ...DeclaredCase[],
  ];

  it('is the same of the next run, whose texts and numbers are others', () => {
    const other = few.map((exchange) => ({
      ...exchange,
      source: { file: 'elsewhere.yaml', line: 1, column: 1 },
      steps: exchange.steps.map((step) => ({ ...step, values: { Message: 'another' } })),
    }));
    expect(planDigest(other, [], cases, {})).toBe(digest);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each<[string, readonly Exchange[]]>([
    ['an exchange less', others],
    ['another order', [...others, first]],
    ['other steps', [{ ...first, steps: [...first.steps, ...first.steps] }, ...others]],
    ['a step of another operation', withStep({ operation: 'other' })],
    ['a step over another binding', withStep({ binding: 'http-get' })],
    ['a step in another form', withStep({ form: 'pretty' })],
    ['a step that reports on another packet', withStep({ reportsOn: 7 })],
    ['a step that reads again', withStep({ rereads: 7 })],
  ])('is another with %s', (_, changed) => {
    expect(planDigest(changed, [], cases, {})).not.toBe(digest);
  });

  it.each<[string, Partial<DeclaredCase>]>([
    ['another level', { level: 'gap' }],
    ['other requirements', { requirements: ['x'] }],
    ['another value of the same field', { expect: { ...declared.expect, packet: { PacketID: '2' } } }],
    ['another value of the same parameter', steps('b')],
  ])('is another where a case declares %s', (_, changed) => {
    const before = { ...declared, expect: { ...declared.expect, packet: { PacketID: '1' } } };
    const sent = { ...before, ...steps('a') };
    const digest = planDigest(few, [], [sent, ...rest], {});
    expect(planDigest(few, [], [{ ...sent, ...changed }, ...rest], {})).not.toBe(digest);
  });

  it('is the same whatever other cases are declared, and in whatever words and place', () => {
    const told = { title: 'T', because: 'B', tags: ['t'], source: { file: 'f', line: 1, column: 1 } };
    expect(planDigest(few, [], [{ ...declared, ...told }, ...rest], {})).toBe(digest);
    expect(planDigest(few, [], [declared, ...rest, { ...declared, id: 'not-planned' }], {})).toBe(digest);
  });

  it('is another with other values, in whatever order they are given', () => {
    const given = (...values: [string, string][]) => planDigest(few, [], cases, Object.fromEntries(values));
    const both = given(['KeyID', '1'], ['Originator', 'A']);
    expect(given(['Originator', 'A'], ['KeyID', '1'])).toBe(both);
    expect(new Set([digest, both, given(['KeyID', '1'])]).size).toBe(3);
  });

  it('is another where something is not run, or not for the same reason', () => {
    const left = (reason: string) => planDigest(few, [leftOut(first, reason)], cases, {});
    expect(new Set([digest, left('it may not'), left('it cannot')]).size).toBe(3);
  });
});

it('the digest of known failures is that of what they excuse, and not of the words about it', () => {
  const known = {
    ...{
      place: 'known.yaml:3',
      patterns: ['*/*/soap11'],
      rules: ['http/charset'],
      reason: 'old',
      expires: '2027-01-31',
    },
    ...{ exchanges: [], expired: false },
  };
  const digest = knownDigest([known]);
  expect(knownDigest([{ ...known, place: 'other.yaml:9', reason: 'new', owner: 'me', expired: true }])).toBe(
    digest,
  );
  expect(knownDigest([{ ...known, rules: ['http/status'] }])).not.toBe(digest);
  expect(knownDigest([{ ...known, expires: '2027-02-01' }])).not.toBe(digest);
  expect(knownDigest([])).not.toBe(digest);
});

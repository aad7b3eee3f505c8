import { describe, expect, it } from 'vitest';
import type { Results } from '../../model/running/results.ts';
import { plannedExchanges, recordOf, runOf } from '../../report/testing.ts';
import { ownText } from '../../secrets/mask.ts';
import { checkShards } from './check-shards.ts';
import type { Input, ShardResults } from './shard-results.ts';
import { calibration, shardsOf, written } from './testing.ts';

const exchanges = plannedExchanges('*/canonical');
const run = runOf(exchanges);
const records = exchanges.map((exchange) => recordOf(exchange));
const [one, two, three] = shardsOf(run, records, 3) as readonly [ShardResults, ShardResults, ShardResults];
const inputs = (...all: readonly Results[]): readonly Input[] =>
  all.map((results, place) => ({ folder: `job-${'abcdefgh'[place]}`, results }));

function told(...all: readonly Results[]): string {
  return toldOf(null, ...all);
}

function toldOf(runId: string | null, ...all: readonly Results[]): string {
  const checked = checkShards(inputs(...all), runId);
  return checked.ok ? 'accepted' : checked.message;
}

it('all shards of a run are taken in their order, whatever order they come in', () => {
  const checked = checkShards(inputs(three, one, two), null);
  expect(checked.ok && checked.shards.map(({ folder, results }) => [folder, results.shard.index])).toEqual([
    ['job-b', 1],
    ['job-c', 2],
    ['job-a', 3],
  ]);
});

it('the reference has another port in every shard, and is the same target', () => {
  const other = {
    ...two,
    target: { ...two.target, kind: 'reference' as const, baseUrl: ownText('http://127.0.0.1:2') },
  };
  const first = { ...one, target: { ...one.target, kind: 'reference' as const } };
  const last = { ...three, target: { ...three.target, kind: 'reference' as const } };
  expect(told(first, other, last)).toBe('accepted');
});

type Change = (shard: ShardResults) => ShardResults;
const inPlan =
  (changed: Partial<ShardResults['shard']['plan']>): Change =>
  (shard) => ({
    ...shard,
    shard: { ...shard.shard, plan: { ...shard.shard.plan, ...changed } },
  });

type OfRun = (id: string) => ShardResults;
const ofRun =
  (shard: ShardResults): OfRun =>
  (id) => ({ ...shard, shard: { ...shard.shard, runId: ownText(id) } });
const began = (shard: ShardResults, startedAt: string): ShardResults => ({ ...shard, startedAt });

describe('shards that another run may have left', () => {
  const today = '2026-11-22T02:00:00.000Z';
  const [first, second, third] = [ofRun(one), ofRun(two), ofRun(three)];

  it('are refused where all of them are, by the id of the run that is to be merged', () => {
    expect(toldOf('7', first('7'), second('7'), third('7'))).toBe('accepted');
    expect(toldOf('8', first('7'), second('7'), third('7'))).toBe(
      'job-a is of run 7, and 8 is to be merged: a job that wrote nothing leaves what a run before has written; to merge another run, give its id with --run-id',
    );
    expect(toldOf('8', one, two, three)).toContain('job-a does not say which run it is of, and 8 is');
  });

  it('are refused by the ids of their runs, both named', () => {
    expect(told(first('7'), second('7'), third('7'))).toBe('accepted');
    expect(told(first('8'), second('7'), third('8'))).toBe(
      'job-a and job-b are of different runs: 8 and 7; merge what one run has written, whose shards have the same --run-id, or that of their CI engine',
    );
  });

  it('are refused where only some have an id', () => {
    expect(told(first('8'), second('8'), three)).toContain(
      'job-a and job-c are of different runs: 8 and one without an id; ',
    );
    expect(told(one, second('8'), third('8'))).toContain(
      'job-a and job-b are of different runs: one without an id and 8; ',
    );
  });

  it('are refused where none has an id and they began more than six hours apart', () => {
    const old = began(two, '2026-11-21T19:59:59.999Z');
    expect(told(began(one, today), old, began(three, today))).toBe(
      'job-b began at 2026-11-21T19:59:59.999Z and job-c at 2026-11-22T02:00:00.000Z, more than 6 hours apart, and nothing says that they are of one run; give all shards of a run the same --run-id to say so',
    );
    const near = began(two, '2026-11-21T20:00:00.000Z');
    expect(told(began(one, today), near, began(three, today))).toBe('accepted');
  });

  it('are of one run however far apart they began, where their id says so', () => {
    const old = began(second('8'), '2026-11-20T00:00:00.000Z');
    expect(told(began(first('8'), today), old, began(third('8'), today))).toBe('accepted');
  });
});

describe('refused are shards of', () => {
  it.each<[string, string, Change]>([
    [
      'different versions',
      'versions of the suite: postsms-conformance 0.0.0 and postsms-conformance 0.0.1',
      (shard) => ({ ...shard, suite: { ...shard.suite, version: '0.0.1' } }),
    ],
    [
      'different targets',
      'targets: http://127.0.0.1:8080/gateway and http://127.0.0.1:2',
      (shard) => ({ ...shard, target: { ...shard.target, baseUrl: ownText('http://127.0.0.1:2') } }),
    ],
    [
      'the reference and another target',
      'targets: http://127.0.0.1:8080/gateway and the embedded reference',
      (shard) => ({ ...shard, target: { ...shard.target, kind: 'reference' } }),
    ],
    [
      'different namespaces',
      'namespaces: ',
      (shard) => ({ ...shard, target: { ...shard.target, namespace: ownText('urn:y') } }),
    ],
    [
      'a target that was verified and one that was not',
      'certificates: verified and not verified',
      (shard) => ({ ...shard, target: { ...shard.target, insecure: true } }),
    ],
    ['different gates', 'gates: must and should', (shard) => ({ ...shard, gate: 'should' })],
    [
      'runs in different numbers of parts',
      'numbers of shards: 3 and 4',
      (shard) => ({ ...shard, shard: { ...shard.shard, total: 4 } }),
    ],
    [
      'different permissions',
      'permissions to send: none and refuse',
      (shard) => ({ ...shard, shard: { ...shard.shard, permission: 'refuse' } }),
    ],
    ['different budgets', 'budgets of messages: none and 8', inPlan({ budget: 8 })],
    [
      'different plans',
      'plans: 16 exchanges, 000000000000 and 16 exchanges, ffffffffffff; give every shard the same filters',
      inPlan({ digest: 'f'.repeat(64) }),
    ],
    ['different known failures', 'known failures: ', inPlan({ known: 'f'.repeat(64) })],
    [
      'different registers',
      'registers; give every shard the same cases folder',
      (shard) => ({ ...shard, requirements: shard.requirements.slice(1) }),
    ],
  ])('%s, both named', (_, what, change) => {
    expect(told(one, two, change(three))).toContain(`job-a and job-c are of different ${what}`);
  });

  it('which one is there twice', () => {
    expect(told(one, two, three, two)).toBe('job-b and job-d both hold shard 2 of 3');
  });

  it('which one is missing, or several', () => {
    expect(told(three, one)).toBe('shard 2 of 3 is missing: there are 1 in job-b, 3 in job-a');
    expect(told(two)).toBe('shards 1, 3 of 3 are missing: there are 2 in job-a');
  });

  it('of which millions are missing, with the first of them', () => {
    const many = { ...one, shard: { ...one.shard, total: 9_999_999 } };
    expect(told(many)).toMatch(/^shards 2, 3, .*, 11, … of 9999999 are missing/);
  });

  it('which one is a whole run', () => {
    expect(told(one, written(run, { records, calibration }), three)).toContain(
      'job-b is a run without --shard',
    );
  });

  it('what somebody has changed', () => {
    expect(told(one, two, { ...three, startedAt: 'twenty characters or more' })).toBe(
      'job-c: startedAt is not a time',
    );
    const fourth: ShardResults = { ...three, shard: { ...three.shard, index: 4 } };
    expect(told(one, two, three, fourth)).toContain('job-d: the places of its exchanges do not fit its plan');
    const less = { ...two, exchanges: two.exchanges.slice(1) };
    expect(told(one, less, three)).toContain('job-b: the places of its exchanges do not fit its plan');
    const far = { ...two.shard.places, notRun: [], exchanges: two.shard.places.exchanges.map(() => 16) };
    expect(told(one, { ...two, shard: { ...two.shard, places: far } }, three)).toContain('job-b: the places');
    const [place = 0] = one.shard.places.exchanges;
    const same = { notRun: [], exchanges: two.shard.places.exchanges.map(() => place) };
    expect(told(one, { ...two, shard: { ...two.shard, places: same } }, three)).toBe(
      `job-a and job-b both hold exchange ${place} of the plan`,
    );
  });

  it('a run that Vitest was given a pattern for, which made it smaller', () => {
    const [kept] = two.exchanges;
    if (!kept) throw new Error('an empty shard');
    const small: ShardResults = {
      ...two,
      exchanges: [kept],
      summary: { ...two.summary, planned: 1 },
      shard: {
        ...two.shard,
        places: { ...two.shard.places, exchanges: two.shard.places.exchanges.slice(0, 1) },
      },
    };
    expect(told(one, small, three)).toMatch(/together, and their plan has 16; a pattern of `vitest -t`/);
  });

  it('files whose own words hold control characters, without printing them', () => {
    const [exchange, ...others] = two.exchanges;
    if (!exchange) throw new Error('an empty shard');
    const hostile = { ...two, exchanges: [{ ...exchange, id: 'a/b/\u001B[2J' }, ...others] };
    expect(told(one, hostile, three)).toBe(
      'job-b: exchanges holds control characters, which a run never writes',
    );
    const reason = { ...two, requirements: two.requirements.map((row) => ({ ...row, text: '\u202E' })) };
    expect(told(one, reason, three)).toMatch(/^job-b: requirements holds control characters/);
  });
});

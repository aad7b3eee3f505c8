import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingOf, plannedExchanges, recordOf, runOf, stepOf } from '../../suites/support/report.ts';
import { inShard } from '../cases/plan/shard.ts';
import { type Exchange, leftOut } from '../model/exchange.ts';
import { needs } from '../model/judging/reply.ts';
import { type Verdict, verdicts } from '../model/judging/verdict.ts';
import type { MaskedRun } from '../model/running/prepared-run.ts';
import type { ExchangeRecord, Results, RunReport } from '../model/running/results.ts';
import { ownText, ownWords } from '../secrets/mask.ts';
import { buildResults } from './results.ts';
import { checkShards, mergeResults, type ShardResults } from './shards.ts';

const exchanges = plannedExchanges('*/canonical');
const run = runOf(exchanges);
const passed = exchanges.map((exchange) => recordOf(exchange));
const calibration = { accepted: 16, rejected: 68, wrong: [], schemaEngine: 'libxmljs2' } as const;

/** Results as they are in the file. */
function written(of: MaskedRun, report: Pick<RunReport, 'records' | 'calibration'>): Results {
  const suite = { name: ownText('postsms-conformance'), version: ownText('0.0.0') };
  const times = { startedAt: new Date(0), durationMs: 1000 };
  return JSON.parse(JSON.stringify(buildResults(of, report, times, suite))) as Results;
}

/** What each shard of a run would have written, all at the same time. */
function shardsOf(of: MaskedRun, records: readonly ExchangeRecord[], total: number) {
  const order = [...of.exchanges, ...of.notRun].map(({ id }) => id);
  const places = Object.fromEntries(order.map((id, place) => [id, place]));
  const plan = { exchanges: order.length, digest: '0'.repeat(64), known: '0'.repeat(64), budget: null };
  const shards = Array.from({ length: total }, (_, place) => {
    const shard = { index: place + 1, total };
    const part: MaskedRun = {
      ...of,
      exchanges: inShard(of.exchanges, shard),
      notRun: inShard(of.notRun, shard),
      shard: { ...shard, runId: null, plan, places },
    };
    return written(part, { records: inShard(records, shard), calibration }) as ShardResults;
  });
  return shards as unknown as readonly [ShardResults, ...ShardResults[]];
}

type Three = readonly [ShardResults, ShardResults, ShardResults];
const [one, two, three] = shardsOf(run, passed, 3) as unknown as Three;

type Change = (shard: ShardResults) => ShardResults;

/** Sets a member of a shard, by its path. */
const set =
  (path: string, value: unknown): Change =>
  (shard) => {
    const changed = structuredClone(shard);
    const names = path.split('.');
    const last = names.pop() ?? '';
    const at = names.reduce<object>((one, name) => Reflect.get(one, name), changed);
    Reflect.set(at, last, value);
    return changed;
  };
const [name, gateway] = ['postsms-conformance', 'http://127.0.0.1:8080/gateway'];
const ofRun = (id: string) => set('shard.runId', id);

/** Why these are not merged, with the exit code. */
function refusal(all: readonly Results[], runId: string | null = null): string {
  const inputs = all.map((results, place) => ({ folder: `job-${'abcdefgh'[place]}`, results }));
  const checked = checkShards(inputs, runId);
  return checked.ok ? 'accepted' : `${checked.exitCode}: ${checked.message}`;
}

describe('the shards of a run', () => {
  it('are of one target with a reference on another port each', () => {
    const on = (port: number, shard: ShardResults) =>
      set('target.kind', 'reference')(set('target.baseUrl', `http://127.0.0.1:${port}`)(shard));
    expect(refusal([on(1, one), on(2, two), on(3, three)])).toBe('accepted');
  });

  it.each<[string, string, Change]>([
    ['a run', 'runs: one without --run-id and 8', ofRun('8')],
    ['a version', `versions of the suite: ${name} 0.0.0 and ${name} 0.0.1`, set('suite.version', '0.0.1')],
    ['a target', `targets: ${gateway} and http://x:2`, set('target.baseUrl', 'http://x:2')],
    ['a kind of target', `targets: ${gateway} and the embedded`, set('target.kind', 'reference')],
    ['a namespace', 'namespaces: ', set('target.namespace', 'urn:y')],
    ['a certificate', 'certificates: verified and not verified', set('target.insecure', true)],
    ['a gate', 'gates: must and should', set('gate', 'should')],
    ['a number', 'numbers of shards: 3 and 4', set('shard.total', 4)],
    ['a permission', 'permissions to send: none and refuse', set('shard.permission', 'refuse')],
    ['a budget', 'budgets of messages: none and 8', set('shard.plan.budget', 8)],
    ['a plan', 'plans: 16 exchanges, 000000000000 and 16', set('shard.plan.digest', 'f'.repeat(64))],
    ['known failures', 'known failures: ', set('shard.plan.known', 'f'.repeat(64))],
  ])('are refused with %s of its own in one of them, both named', (_, what, change) => {
    const told = refusal([one, two, change(three)]);
    expect(told).toContain(`2: job-a and job-c are of different ${what}`);
    expect(told).toContain('; run every shard with the same settings, cases and --run-id');
  });

  it('are refused where they are of another run than the one to be merged', () => {
    const of7 = [one, two, three].map(ofRun('7'));
    expect(refusal(of7, '7')).toBe('accepted');
    expect(refusal(of7, '8')).toBe(
      '2: job-a is of run 7, and run 8 is to be merged: a job that wrote nothing leaves the results of an earlier run; to merge another run, add its --run-id',
    );
    expect(refusal([one, two, three], '8')).toContain('2: job-a has no --run-id, and run 8 is to be merged');
  });

  it.each<[string, readonly Results[], string]>([
    ['a shard is there twice', [one, two, three, two], '2: job-b and job-d both hold shard 2 of 3'],
    ['a shard is missing', [three, one], '2: shard 2 of 3 missing'],
    ['several are missing', [two], '2: shards 1, 3 of 3 missing'],
    [
      'a run is whole',
      [one, written(run, { records: passed, calibration }), three],
      '2: job-b is a run without --shard; expected a shard',
    ],
    [
      'a shard is of a version that kept less',
      [one, set('shard.tested', undefined)(two), three],
      '2: job-b is a shard of an earlier version; expected a shard of this version',
    ],
    [
      'a shard was made smaller',
      [one, set('summary.planned', 0)(two), three],
      `2: the shards have ${16 - two.exchanges.length} of the 16 exchanges of their plan; run them without a pattern of \`vitest -t\``,
    ],
    [
      'a shard was interrupted',
      [one, set('shard.aborted', { outcome: 'partial', why: 'interrupted' })(two), three],
      '5: job-b: shard 2 of 3 is incomplete: interrupted; run it again',
    ],
    [
      'verdicts are lost',
      [one, { ...two, exchanges: two.exchanges.slice(1) }, three],
      '5: job-b: shard 2 of 3 is incomplete: 1 exchanges have no verdict; run it again',
    ],
  ])('are refused where %s', (_, all, told) => {
    expect(refusal(all)).toBe(told);
  });
});

const finding = fc.record({
  rule: fc.constantFrom('http/charset', 'result/field-once', 'delivery/recipients'),
  level: fc.constantFrom('must', 'should', 'gap'),
  // Two of them have one explanation.
  otherNamespace: fc.constantFrom(undefined, ownText('urn:b')),
  requirements: fc.subarray(
    run.register.map(({ id }) => id),
    { maxLength: 3 },
  ),
});

/** What can become of an exchange. */
const record = (exchange: Exchange, possible: readonly Verdict[]) =>
  fc
    .record({
      verdict: fc.constantFrom(...possible),
      status: fc.constantFrom(200, 500, null),
      reached: fc.constantFrom(...needs),
      findings: fc.array(finding, { maxLength: 2 }),
    })
    .map(({ reached, findings, ...rest }) =>
      recordOf(exchange, {
        ...rest,
        findings: findings.map((found) => findingOf(found)),
        steps: exchange.steps.map(({ operation, binding }) => stepOf(operation, binding, reached)),
      }),
    );

/** A target that never answers says nothing to any shard. */
function silenced(judged: ExchangeRecord): ExchangeRecord {
  return { ...judged, status: null, steps: judged.steps.map((step) => ({ ...step, reached: 'outcome' })) };
}

/** Verdicts of a run: not only those in which a fault of the harness decides everything. */
const anyRun = fc.constantFrom(verdicts, verdicts.slice(0, -2), verdicts.slice(0, 1)).chain((possible) =>
  fc.record({
    records: fc.tuple(...exchanges.map((exchange) => record(exchange, possible))),
    silent: fc.boolean(),
    notRun: fc.nat(3),
    permission: fc.constantFrom(null, 'allow' as const, 'refuse' as const),
    gate: fc.constantFrom('must' as const, 'should' as const),
    total: fc.constantFrom(1, 2, 3, 7),
  }),
);

describe('merged shards', () => {
  it('say what one run of the whole plan says, whatever became of it', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyRun, ({ records: all, silent, notRun, permission, gate, total }) => {
        const any: MaskedRun = {
          ...runOf(exchanges.slice(notRun)),
          notRun: exchanges.slice(0, notRun).map((exchange) => leftOut(exchange, 'it may not')),
          permission,
          gate,
        };
        const records = all.slice(notRun).map((judged) => (silent ? silenced(judged) : judged));
        const whole = written(any, { records, calibration });
        const merged = mergeResults(shardsOf(any, records, total));
        expect(merged).toEqual(whole);
        expect(Object.keys(merged)).toEqual(Object.keys(whole));
      }),
      { numRuns: 30 },
    );
  });

  it('name the engine of the XML Schema where it is the same in all', () => {
    const other = set('calibration.schemaEngine', 'libxml2-wasm');
    expect(mergeResults([one, two, three]).calibration?.schemaEngine).toBe('libxmljs2');
    expect(mergeResults([one, two, other(three)]).calibration).toEqual({
      accepted: 16,
      rejected: 68,
      wrong: 0,
    });
  });

  it('add up times, messages and what was seen, and are over the budget or without a judge where one of them is', () => {
    const value = { value: ownText('1'), count: 2, example: ownText('e') };
    const about = ownWords<Record<'what' | 'requirement' | 'operation', string>>({
      ...{ what: 'status', requirement: 'gaps.other-status-codes', operation: 'SendBulkSms' },
    });
    const observations = [{ ...about, of: 2, values: [value] }];
    const limited = (sent: number, shard: ShardResults) =>
      set('shard.plan.budget', 20)({ ...shard, messages: { planned: 4, sent, budget: 4 } });
    const later = {
      ...two,
      startedAt: ownText('1970-01-01T00:00:03.000Z'),
      durationMs: 500,
      calibration: null,
    };
    const over = set('shard.overBudget', true)({ ...one, observations });
    const merged = mergeResults([
      limited(4, later),
      limited(3, over),
      limited(4, { ...three, observations }),
    ]);
    expect(merged).toMatchObject({
      ...{ startedAt: '1970-01-01T00:00:00.000Z', durationMs: 3500, calibration: null },
      ...{ outcome: 'partial', exitCode: 4, messages: { planned: 12, sent: 11, budget: 20 } },
      observations: [{ ...about, of: 4, values: [{ ...value, count: 4 }] }],
    });
  });
});

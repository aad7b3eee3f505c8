import { describe, expect, it } from 'vitest';
import { contract } from '../../cases/testing.ts';
import type { Settings } from '../../model/running/settings.ts';
import { defaultSettings } from '../../settings/defaults.ts';
import { planRun } from '../plan-run.ts';
import { livePlan } from '../sends/live-plan.ts';
import { openLimits } from '../sends/send-limits.ts';
import { shardPlan } from './shard-plan.ts';

const live: Settings = { ...defaultSettings, target: 'http://gateway.example' };
const sending: Settings = {
  ...live,
  filters: { case: ['{Send,Single}*/canonical'] },
  sends: {
    permission: 'allow',
    recipients: ['905001112233', '905001112244'],
    maxMessages: 20,
    confirmed: true,
  },
};

function planned(settings: Settings) {
  const run = planRun(settings, 'test');
  if (!run.ok) throw new Error(run.message);
  const plan = livePlan(run.exchanges, contract, settings);
  return { run, plan };
}

function shardsOf(settings: Settings, total: number) {
  const whole = planned(settings);
  return Array.from({ length: total }, (_, place) => {
    const shard = { index: place + 1, total };
    const part = shardPlan(whole.run, whole.plan, { ...settings, shard });
    if (!part.ok) throw new Error(part.message);
    return part;
  });
}

describe('the shards of a plan', () => {
  it('have what may be run and what may not between them, each once', () => {
    const settings: Settings = { ...live, sends: { ...live.sends, permission: 'refuse' }, packetIds: ['P1'] };
    const { plan } = planned(settings);
    expect(plan.notRun.length).toBeGreaterThan(0);
    const shards = shardsOf(settings, 3);
    for (const what of ['exchanges', 'notRun'] as const) {
      const ids = shards.flatMap((shard) => shard[what].map(({ id }) => id));
      expect(ids.toSorted()).toEqual(plan[what].map(({ id }) => id).toSorted());
    }
  });

  it('agree on the plan, and know the place of each exchange in it', () => {
    const selected = planned(defaultSettings).run.exchanges;
    const shards = shardsOf(defaultSettings, 3);
    const [first] = shards;
    expect(first?.shard?.plan).toMatchObject({ exchanges: selected.length, budget: null });
    for (const { exchanges, shard } of shards) {
      expect(shard?.plan).toEqual(first?.shard?.plan);
      for (const { id } of exchanges) expect(selected[shard?.places[id] ?? -1]?.id).toBe(id);
    }
  });

  it('are of other plans with other packets to report on', () => {
    const digest = (packetIds: readonly string[]) =>
      shardsOf({ ...live, sends: { ...live.sends, permission: 'refuse' }, packetIds }, 2)[0]?.shard?.plan
        .digest;
    expect(digest(['P1'])).toBe(digest(['P2']));
    expect(digest(['P1'])).not.toBe(digest(['P1', 'P2']));
  });

  it('may send what they plan and no more, so that all together stay within the budget', async () => {
    const shards = shardsOf(sending, 2);
    const budgets: number[] = [];
    for (const part of shards) {
      expect(part.shard?.plan.budget).toBe(20);
      const opened = await openLimits(sending, part);
      if (!opened.ok) throw new Error(opened.message);
      await opened.remove();
      budgets.push(opened.limits?.maxMessages ?? -1);
    }
    const cost = planned(sending).plan.exchanges.reduce((sum, { messages }) => sum + messages, 0);
    expect(cost).toBe(12);
    expect(budgets.every((budget) => budget > 0)).toBe(true);
    expect(budgets.reduce((sum, budget) => sum + budget, 0)).toBe(cost);
  });

  it('may send nothing where nobody has allowed it', async () => {
    const settings = { ...live, sends: { ...live.sends, permission: 'refuse' as const } };
    const [part] = shardsOf(settings, 2);
    expect(part?.shard?.plan.budget).toBe(0);
  });
});

it('without a shard there is the whole plan, with the whole budget', async () => {
  const { run, plan } = planned(sending);
  const whole = shardPlan(run, plan, sending);
  expect(whole).toEqual({ ok: true, ...plan, shard: null });
  if (!whole.ok) return;
  const opened = await openLimits(sending, whole);
  if (!opened.ok) throw new Error(opened.message);
  await opened.remove();
  expect(opened.limits?.maxMessages).toBe(20);
});

it('a shard that has nothing to run is a mistake', () => {
  const settings: Settings = { ...defaultSettings, filters: { case: ['SendBulkSms/canonical/soap11'] } };
  const whole = planned(settings);
  const parts = [1, 2, 3].map((index) =>
    shardPlan(whole.run, whole.plan, { ...settings, shard: { index, total: 3 } }),
  );
  const refused = parts.flatMap((part) => (part.ok ? [] : [part]));
  expect(refused.map(({ exitCode }) => exitCode)).toEqual([2, 2]);
  expect(refused[0]?.message).toContain(
    'has nothing to run: the plan has 1 exchange, and a hash of the id assigns each to a shard; use fewer shards',
  );
});

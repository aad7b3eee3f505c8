import { describe, expect, it } from 'vitest';
import { planOf } from '../../suites/support/report.ts';
import { plannedMessages } from '../cases/plan/plan-cost.ts';
import { defaultSettings, type Settings } from '../settings/run-settings.ts';
import { planRun } from './plan-run.ts';

const planWith = (values: Readonly<Record<string, string>>) =>
  planRun({ ...defaultSettings, case: ['*/canonical'], values }, 'test');

describe('values of the target', () => {
  it('are what every canonical request says', () => {
    const plan = planWith({ Originator: 'ACME', PostType: 'FAST' });
    const sends = (plan.ok ? plan.exchanges : []).map(({ steps }) => steps[0]?.values ?? {});
    expect(new Set(sends.map(({ Originator }) => Originator))).toEqual(new Set(['ACME']));
    expect(new Set(sends.map(({ PostType }) => PostType))).toEqual(new Set(['FAST', undefined]));
  });

  it.each([
    ['Orignator', '\n  did you mean: Originator'],
    ['Message', '\n  did you mean: MessageType'],
    ['GsmNumber', ''],
    ['__proto__', ''],
    ['c2VjcmV0dGlja2V0MTIz', ''],
  ])('are for no parameter of another kind, such as %s', (name, close) => {
    const named = name.startsWith('c2') ? '' : ` "${name}"`;
    expect(planWith(Object.fromEntries(['KeyID', name].map((parameter) => [parameter, 'secret'])))).toEqual({
      ok: false,
      exitCode: 2,
      message: `--values: unknown parameter${named}, or one whose values the contract states\n  allowed: Originator, KeyID, PostType, BeginTime, MessageType, RecipientType, EndTime${close}`,
    });
  });
});

it('cases for further tickets are planned where the target has so many, and for the reference', () => {
  const planned = (settings: Partial<Settings>) => {
    const plan = planOf({ target: 'http://127.0.0.1:1', ...settings });
    return plan.exchanges
      .filter((exchange) => exchange.case === 'two-tickets')
      .map(({ steps }) => steps[1]?.values);
  };
  expect(planned({})).toEqual([]);
  expect(planned({ ticket: 'first', tickets: ['first'] })).toEqual([]);
  expect(planned({ ticket: 'first', tickets: ['second'] })).toMatchObject([{ ServiceTicket: 'second' }]);
  expect(planned({ target: null })).toMatchObject([{ ServiceTicket: expect.stringContaining('&') }]);
});

it('the SOAPAction with two slashes is planned, as a gap, only where the namespace ends in a slash', () => {
  const planFor = (namespace: string) =>
    planRun({ ...defaultSettings, namespace, case: ['*/wire-form-soap-action'] }, 'test');
  expect(planFor('http://tempuri.org/')).toMatchObject({
    exchanges: ['SendBulkSms', 'ReportSmsWithPacketId', 'ReportSingleShotSms'].map((name) => ({
      ...{ id: `${name}/wire-form-soap-action/soap11`, level: 'gap' },
    })),
  });
  expect(planFor('http://tempuri.org')).toMatchObject({ ok: false, exitCode: 2 });
});

it.each<[string, Partial<Settings>, readonly string[]]>([
  ['nothing where nothing is left out', { case: ['*/canonical'] }, []],
  [
    'how much --binding leaves out over other bindings',
    { case: ['ReportSingleShotSms/*'], binding: ['soap11'] },
    ['--binding leaves out 6 exchanges and 3 steps over other bindings'],
  ],
])('the notes of a plan say %s', (_, filters, notes) => {
  expect(planRun({ ...defaultSettings, ...filters }, 'test')).toMatchObject({ notes });
});

it.each<[string, Partial<Settings>]>([
  ['smoke: 16', { tag: ['smoke'] }],
  [
    'SendBulkSms, soap11, canonical: 1',
    { operation: ['SendBulkSms'], binding: ['soap11'], case: ['canonical'] },
  ],
  ['canonical, without */*/http-*: 8', { case: ['canonical'], exclude: ['*/*/http-*'] }],
])('the scope of a plan says that what filters choose is a part: %s', (part, filters) => {
  const scope = expect.stringMatching(/of \d{4} exchanges; not a judgement of the contract$/);
  const plan = planRun({ ...defaultSettings, ...filters }, 'test');
  expect(plan).toMatchObject({ scope });
  expect(plan).toMatchObject({ scope: expect.stringContaining(`${part} of `) });
});

it('a plan that no filter narrows has no scope', () => {
  expect(planRun(defaultSettings, 'test')).toMatchObject({ scope: undefined });
});

const live: Settings = { ...defaultSettings, target: 'http://gateway.example' };
const sending: Settings = {
  ...live,
  case: ['{Send,Single}*/canonical'],
  sends: 'allow',
  recipients: ['905001112233', '905001112244'],
  maxMessages: 20,
  yes: true,
};

const shardsOf = (settings: Settings, total: number) =>
  Array.from({ length: total }, (_, place) => planOf({ ...settings, shard: { index: place + 1, total } }));

describe('the shards of a plan', () => {
  it('have what may be run and what may not between them, each once', () => {
    const settings: Settings = { ...live, sends: 'refuse', packetIds: ['P1'] };
    const whole = planOf(settings);
    expect(whole.notRun.length).toBeGreaterThan(0);
    const shards = shardsOf(settings, 3);
    for (const what of ['exchanges', 'notRun'] as const) {
      const ids = shards.flatMap((shard) => shard[what].map(({ id }) => id));
      expect(ids.toSorted()).toEqual(whole[what].map(({ id }) => id).toSorted());
    }
  });

  it('agree on the plan, and know the place of each exchange in it', () => {
    const shards = shardsOf(defaultSettings, 3);
    const [first] = shards;
    for (const { exchanges, selected, shard } of shards) {
      expect(shard?.plan).toEqual(first?.shard?.plan);
      expect(shard?.plan).toMatchObject({ exchanges: selected.length, budget: null });
      for (const { id } of exchanges) expect(selected[shard?.places[id] ?? -1]?.id).toBe(id);
    }
  });

  it('are of other plans with other packets to report on', () => {
    const digest = (packetIds: readonly string[]) =>
      shardsOf({ ...live, sends: 'refuse', packetIds }, 2)[0]?.shard?.plan.digest;
    expect(digest(['P1'])).toBe(digest(['P2']));
    expect(digest(['P1'])).not.toBe(digest(['P1', 'P2']));
  });

  it('may send what they plan and no more, so that all together stay within the budget', () => {
    const shards = shardsOf(sending, 2);
    for (const { exchanges, sends, shard } of shards) {
      expect(shard?.plan.budget).toBe(20);
      expect(sends?.maxMessages).toBe(plannedMessages(exchanges));
      expect(sends?.maxMessages).toBeGreaterThan(0);
    }
    expect(shards.reduce((sum, { sends }) => sum + (sends?.maxMessages ?? 0), 0)).toBe(12);
  });

  it.each<[Partial<Settings>, string]>([
    [{ maxMessages: 11 }, '--max-messages allows 11: narrow the run with filters, or raise it to 12'],
    [{ sends: null, recipients: [], maxMessages: 0 }, 'to send, add --sends allow'],
  ])('are refused as the run is, also one that would not pass the budget: %j', (sends, why) => {
    for (const index of [1, 2]) {
      const plan = planRun({ ...sending, ...sends, shard: { index, total: 2 } }, 'test');
      const refused = plan.ok ? plan.allowed : plan;
      expect(refused).toMatchObject({ exitCode: 4, message: expect.stringContaining(why) });
    }
  });
});

it('a plan may send to the list within the budget, nothing without permission, and anything to nobody', () => {
  const refusing = { ...sending, case: [], sends: 'refuse' as const };
  expect(planOf(sending).sends).toEqual({ recipients: ['905001112233', '905001112244'], maxMessages: 20 });
  expect(planOf(refusing).sends).toEqual({ recipients: [], maxMessages: 0 });
  expect(planOf().sends).toBeNull();
  expect(planOf({ target: 'http://127.0.0.1:1' }).sends).toBeNull();
});

describe('probes', () => {
  const live = (sends: Partial<Settings>, ...chosen: readonly string[]) =>
    planOf({ target: 'http://sms.example', probes: true, case: chosen, ...sends });

  it('are planned on demand only, behind everything that is judged', () => {
    const isProbe = (probes: boolean) => planOf({ probes }).exchanges.map(({ probe }) => probe === true);
    expect(isProbe(false)).not.toContain(true);
    const asked = isProbe(true);
    expect(asked.slice(asked.indexOf(true))).not.toContain(false);
    expect(asked.filter(Boolean).length).toBeGreaterThan(100);
  });

  it('need the permission, the allow-list and the budget of any send', () => {
    const allowed = { sends: 'allow', recipients: ['905001112233'], maxMessages: 100 } as const;
    const probe = 'SingleShotSmsWithTypeAndKeyID/probe-omit/soap11/*';
    for (const sends of [{}, { ...allowed, maxMessages: 7 }]) {
      expect(live(sends, probe)).toMatchObject({ allowed: { ok: false, exitCode: 4 } });
    }
    const plan = live(allowed, probe);
    expect(plan).toMatchObject({ allowed: { ok: true }, notRun: [] });
    expect(plannedMessages(plan.exchanges)).toBe(8);
    expect(plan.notes).toEqual(['1 probe left out: this exchange sends to no number']);
    const { notes } = live(allowed, 'SendBulkSms/canonical/soap11', '*/probe-many-numbers');
    expect(notes.join()).toContain('needs 10000 different numbers');
  });

  it('of reports and descriptions send nothing, so that --sends refuse lets them run', () => {
    const plan = live({ sends: 'refuse' }, 'ReportSmsWithPacketId/probe-*', '*/probe-description');
    expect(plan).toMatchObject({ notes: [], sends: { recipients: [], maxMessages: 0 } });
    expect(plan.exchanges.some(({ operation }) => operation === 'SendBulkSms')).toBe(true);
  });
});

describe('classes of values', () => {
  const settings = { ...defaultSettings, exclude: ['*/{hundred,many}-numbers'] };
  const live: Settings = {
    ...{ ...settings, target: 'https://gateway.example', ticket: 'T-1' },
    sends: 'allow',
    recipients: ['905001112233', '905001112244'],
    maxMessages: 5000,
    yes: true,
  };
  const made = (settings: Settings) =>
    planOf(settings).exchanges.filter(({ carried }) => carried !== undefined);

  it('are sent to this machine, and to a live target only with --generate', () => {
    expect(made({ ...settings, target: 'http://127.0.0.1:8080' })).toHaveLength(272);
    expect(made({ ...settings, generate: 20 })).toHaveLength(292);
    expect(made(live)).toEqual([]);
    expect(made({ ...live, generate: 20 })).toHaveLength(292);
  });

  it('leave texts of a thousand short messages out for a live target, unless --generate asks for more', () => {
    const blocks = (settings: Settings) =>
      planOf(settings).selected.filter(({ tags }) => tags.includes('blocks')).length;
    expect(blocks({ ...settings, target: 'http://127.0.0.1:8080' })).toBe(15);
    expect(blocks(live)).toBe(0);
    expect(blocks({ ...live, generate: 1 })).toBe(15);
  });

  it('never name a recipient that is not on the allow-list of a live target', () => {
    const recipients = made({ ...live, generate: 200 }).flatMap(({ steps }) =>
      steps.flatMap(({ values }) => values.GsmNumber ?? values.GsmNumbers ?? []),
    );
    expect(new Set(recipients.flat())).toEqual(new Set(['905001112233', '905001112244']));
  });

  it('are the same in every shard', () => {
    const all = made({ ...settings, generate: 20 }).map(({ id }) => id);
    const shards = [1, 2].map((index) => made({ ...settings, generate: 20, shard: { index, total: 2 } }));
    expect(shards.flatMap((exchanges) => exchanges.map(({ id }) => id)).sort()).toEqual([...all].sort());
  });

  it('are made smaller on a live target only with --shrink, with what the plan leaves of the budget', () => {
    const smaller = (settings: Settings) => planOf(settings).smaller;
    expect(smaller(settings)).toEqual({ messages: null });
    expect(smaller({ ...live, generate: 1 })).toBeNull();
    const planned = plannedMessages(planOf({ ...live, generate: 1 }).exchanges);
    expect(smaller({ ...live, generate: 1, shrink: true })).toEqual({ messages: 5000 - planned });
    const notes = (shrink: boolean) => planOf({ ...live, generate: 1, shrink }).notes.join();
    expect(notes(true)).toContain(`--shrink sends up to ${5000 - planned} more messages`);
    expect(notes(false)).not.toContain('--shrink');
  });
});

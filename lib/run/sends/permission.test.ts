import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { contract } from '../../../suites/support/cases.ts';
import { planOf } from '../../../suites/support/report.ts';
import { planCost } from '../../cases/plan/plan-cost.ts';
import { exchangeRecipients } from '../../cases/plan/recipients.ts';
import { subscriberNumber } from '../../cases/plan/subscriber-number.ts';
import { defaultSettings, type Settings } from '../../settings/run-settings.ts';
import type { RunPlan } from '../plan-run.ts';
import { allowList, needsPermission, openLimits, permittedOf } from './permission.ts';

const planned = (settings: Partial<Settings>): RunPlan =>
  planOf({ target: 'https://gateway.example', ...settings });

const cases = ({ exchanges }: RunPlan) =>
  [...new Set(exchanges.map(({ operation, case: id }) => `${operation}/${id}`))].sort();
const recipients = ['905001112233', '905001112244'];

describe('without permission', () => {
  it('nothing is left where nothing was said, a packet id neither', () => {
    const plan = planned({});
    expect(plan.exchanges).toEqual([]);
    expect(plan.notRun).toHaveLength(plan.selected.length);
  });

  it('only what sends nothing is left, and the rest does not vanish', () => {
    const plan = planned({ sends: 'refuse' });
    expect(cases(plan)).toEqual([
      'ReportSingleShotSms/unknown-packet',
      'ReportSingleShotSms/wire-form-comment-in-text',
      'ReportSmsWithPacketId/unknown-packet',
      'ReportSmsWithPacketId/wire-form-comment-in-text',
    ]);
    expect(plan.exchanges.reduce((sum, { messages }) => sum + messages, 0)).toBe(0);
    expect(plan.exchanges.length + plan.notRun.length).toBe(plan.selected.length);
    expect(plan.notRun.filter(({ level }) => level === 'must').length).toBeGreaterThan(100);
    for (const { reason } of plan.notRun)
      expect(reason).toMatch(/--sends refuse forbids it$|add --packet-ids$/);
  });

  it('no packet is asked for but those that were given where nothing else was said', () => {
    const said = planned({ packetIds: ['P1'], sends: 'refuse' });
    const plan = planned({ packetIds: ['P1'] });
    expect(cases(plan)).toEqual(
      cases(said).filter((id) => !/\/(?:unknown-packet|wire-form-comment-in-text)$/.test(id)),
    );
    expect(cases(plan).length).toBeGreaterThan(5);
    expect(plan.exchanges.length + plan.notRun.length).toBe(plan.selected.length);
    const packets = plan.exchanges.flatMap(({ steps }) => steps.map(({ values }) => values.PacketId));
    expect(new Set(packets)).toEqual(new Set(['P1']));
    expect(plan.notRun.map(({ reason }) => reason)).toContain(
      'this exchange asks for a packet that is not listed; add --packet-ids or --sends refuse',
    );
  });

  it('a case that names a packet asks for it where that packet was given', () => {
    const filters = { case: ['ReportSmsWithPacketId/unknown-packet'] };
    const [invented] = planned({ ...filters, sends: 'refuse' }).exchanges;
    const named = invented?.steps[0]?.values.PacketId;
    if (typeof named !== 'string') throw new Error('the case names no packet');
    expect(planned({ ...filters, packetIds: ['P1'] }).exchanges).toEqual([]);
    expect(planned({ ...filters, packetIds: ['P1', named] }).exchanges.map(({ id }) => id)).toContain(
      invented?.id,
    );
  });

  it('reports that mean the same of any packet ask about those that are given', () => {
    const plan = planned({ packetIds: ['P1', 'P2'], sends: 'refuse' });
    const names = [
      'canonical',
      'read-twice',
      'same-over-every-binding',
      'unknown-packet',
      'wire-form-comment-in-text',
      'wire-form-round-trip',
      'wire-form-round-trip-fields',
      'wire-form-round-trip-form',
      'wire-form-round-trip-headers',
      'wire-form-round-trip-layout',
    ];
    const reports = ['ReportSingleShotSms', 'ReportSmsWithPacketId'];
    expect(cases(plan)).toEqual(reports.flatMap((report) => names.map((name) => `${report}/${name}`)));
    for (const { steps, messages } of plan.exchanges) {
      expect(messages).toBe(0);
      for (const { operation, reportsOn } of steps) {
        expect(operation).toMatch(/^Report/);
        expect(reportsOn).toBeUndefined();
      }
    }
    expect(new Set(plan.notRun.map(({ reason }) => reason))).toEqual(
      new Set(['this exchange sends messages; --sends refuse forbids it']),
    );
  });
});

describe('with permission', () => {
  it('nothing leaves the list, and what needs more numbers is not run', () => {
    const plan = planned({ sends: 'allow', recipients });
    const numbers = plan.exchanges.flatMap((exchange) => exchangeRecipients(exchange, contract));
    expect(new Set(numbers.map(subscriberNumber))).toEqual(new Set(recipients));
    expect(plan.exchanges.length + plan.notRun.length).toBe(plan.selected.length);
    expect(new Set(plan.notRun.map(({ reason }) => reason))).toEqual(
      new Set([
        'this exchange writes numbers without country code; another country could read them as numbers outside --recipients, so none permits it: leave it out with --exclude',
        ...[3, 10, 20, 50, 100].map(
          (count) => `this exchange needs ${count} different numbers; --recipients has 2`,
        ),
      ]),
    );
  });

  it('a list in other ways to write its numbers is the same list', () => {
    const written = ['+90 500 111 22 33', '00905001112244', '05001112233', 'nobody'];
    const ids = (list: readonly string[]) =>
      planned({ sends: 'allow', recipients: list }).exchanges.map(({ id }) => id);
    expect(ids(written)).toEqual(ids(recipients));
  });

  it('a number of ten digits with its country code is itself, and no other country is put in front', () => {
    const list = { sends: 'allow', recipients: ['+4712345678', '4712345679'] } as const;
    const plan = planned({ ...list, case: ['S*/canonical', 'SendBulkSms/number-format'] });
    const numbers = plan.exchanges.flatMap((exchange) => exchangeRecipients(exchange, contract));
    expect(new Set(numbers)).toEqual(
      new Set(['4712345678', '4712345679'].flatMap((digits) => [digits, `+${digits}`, `00${digits}`])),
    );
    const cost = planCost(plan.exchanges, contract, allowList(list.recipients));
    expect([...cost.numbers.keys()]).toEqual(['4712345678', '4712345679']);
    expect(plan.notRun.map(({ id }) => id.split('/').at(-1))).toEqual(['zero', 'zero', 'zero', 'zero']);
  });

  it('a number that appears in a case, or that cannot be written so, is not sent to', () => {
    const foreign = ['4915112345678', '4915112345679'];
    const plan = planned({
      sends: 'allow',
      recipients: foreign,
      case: ['SendBulkSms/number-format'],
    });
    expect(plan.exchanges.map(({ variant }) => variant)).toEqual(
      [1, 2, 3, 4].flatMap(() => ['plus', 'double-zero', 'bare']),
    );
    expect(plan.notRun.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 4 }, () => 'this exchange sends to a number outside --recipients'),
    );
  });

  it('sample numbers that are on the list are no others', () => {
    const samples = ['905000000000', '905000000001', '905000000002'];
    const { notRun } = planned({
      sends: 'allow',
      recipients: samples,
      case: ['SendBulkSms/number-count'],
    });
    expect(notRun.map(({ id }) => id.split('/').at(-1))).toEqual(['ten', 'ten', 'ten', 'ten']);
  });
});

it.each<[Partial<Settings>, readonly string[], string]>([
  [{}, [], 'this exchange sends messages; add --sends allow, --recipients and --max-messages'],
  [{}, ['P1'], 'this exchange sends messages; add --sends allow, --recipients and --max-messages'],
  [{ sends: 'refuse' }, [], 'this exchange sends messages; --sends refuse forbids it'],
  // Nobody can say what it costs.
  [{ sends: 'allow', recipients }, [], 'this exchange sends to no number'],
  [{ sends: 'allow' }, [], 'this exchange sends to no number'],
])(
  'a send that names no number is a send all the same: with %j and packets %j',
  (sends, packetIds, reason) => {
    const all = { sends: 'allow', recipients } as const;
    const plan = planned({ ...all, case: ['SendBulkSms/canonical/soap11'] });
    const exchanges = plan.exchanges.map((exchange) => ({
      ...exchange,
      steps: exchange.steps.map((step) => ({ ...step, values: { ...step.values, GsmNumbers: [] } })),
      messages: 0,
    }));
    const target = 'https://gateway.example';
    const settings = { ...defaultSettings, target, ...sends, packetIds };
    expect(permittedOf(exchanges, contract, settings).notRun).toMatchObject([{ reason }]);
  },
);

it.each<[string | null, Partial<Settings>, boolean, proxy?: string]>([
  [null, {}, false],
  [null, { sends: 'allow', recipients, maxMessages: 1 }, false],
  ['http://127.0.0.1:1', {}, false],
  ['http://127.0.0.1:1', { yes: true }, false],
  // It may lead to another.
  ['http://127.0.0.1:1', { sends: 'allow' }, true],
  ['http://127.0.0.1:1', { sends: 'refuse' }, true],
  ['http://127.0.0.1:1', { recipients }, true],
  ['http://127.0.0.1:1', { maxMessages: 1 }, true],
  // The proxy decides where it is.
  ['http://127.0.0.1:1', {}, true, 'http://proxy.example:3128'],
  ['http://gateway.example', {}, true],
])('the target %s with %j needs permission: %s', (target, limits, needed, proxy) => {
  const settings = { ...defaultSettings, ...limits, target, proxy: proxy ?? null };
  expect(needsPermission(settings)).toBe(needed);
});

/** Whether the canonical bulk sends, eight messages, or others may begin. */
function decided(sends: Partial<Settings>, pattern = 'SendBulkSms/canonical', packetIds = ['P1']) {
  return planned({ target: 'http://gateway.example/base', case: [pattern], packetIds, ...sends }).allowed;
}

it.each<[Partial<Settings>, string?]>([
  [{}, 'Report*/canonical'],
  [{ sends: 'refuse' }, 'Report*/canonical'],
  [{}, '*/canonical'],
  [{ sends: 'allow', recipients, maxMessages: 8 }],
])('with %j a plan that sends nothing or stays within its budget may be sent: %s', (sends, pattern) => {
  expect(decided(sends, pattern)).toEqual({ ok: true });
});

it.each<[Partial<Settings>, string]>([
  [
    { recipients, maxMessages: 9 },
    'add --sends allow, --recipients and --max-messages\nto send, add --sends allow, --recipients',
  ],
  [{ sends: 'refuse', recipients, maxMessages: 9 }, '--sends refuse forbids it\nadd --packet-ids'],
  [{ sends: 'allow', maxMessages: 9 }, 'no permission: add --recipients'],
  [{ sends: 'allow', recipients: ['nobody'], maxMessages: 9 }, 'no permission: add --recipients'],
  [
    { sends: 'allow', recipients, maxMessages: 7 },
    '--max-messages allows 7: narrow the run with filters, or raise it to 8',
  ],
  [
    { sends: 'allow', recipients },
    '(the host is not this machine); no permission: add --max-messages 8 or more',
  ],
  [
    { sends: 'allow', recipients: ['905001112233'], maxMessages: 9 },
    'this exchange needs 2 different numbers; --recipients has 1\nadd --recipients',
  ],
])('%j refuses eight messages', (sends, why) => {
  const refused = decided(sends);
  expect(refused).toMatchObject({ ok: false, exitCode: 4, message: expect.stringContaining(why) });
  expect(refused).toHaveProperty('message', expect.stringContaining('gateway.example would get 8 messages'));
});

const limited = { recipients: ['905001112233'], maxMessages: 8 };

it('what may be sent has a folder of its own in which it is counted, as long as the run lasts', async () => {
  const { limits, remove } = await openLimits(limited);
  const folder = dirname(limits?.ledger ?? '');
  expect(limits).toMatchObject(limited);
  expect(existsSync(folder)).toBe(true);
  await remove();
  expect(existsSync(folder)).toBe(false);
  onTestFinished(() => void vi.unstubAllEnvs());
  // TEMP is that of Windows.
  for (const name of ['TMPDIR', 'TEMP']) vi.stubEnv(name, '/nowhere');
  await expect(openLimits(limited)).rejects.toThrow('ENOENT');
  expect((await openLimits(null)).limits).toBeNull();
});

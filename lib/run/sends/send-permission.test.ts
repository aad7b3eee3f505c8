import { expect, it } from 'vitest';
import { contract } from '../../cases/testing.ts';
import type { Settings } from '../../model/running/settings.ts';
import { defaultSettings } from '../../settings/defaults.ts';
import { planRun } from '../plan-run.ts';
import { type LivePlan, livePlan } from './live-plan.ts';
import { checkSends } from './send-permission.ts';

const target = 'http://gateway.example/base';

/** What is decided about the canonical bulk sends, eight messages, and the canonical reports. */
function decided(sends: Partial<Settings['sends']>, pattern = 'SendBulkSms/canonical', packetIds = ['P1']) {
  const settings: Settings = {
    ...defaultSettings,
    target,
    filters: { case: [pattern] },
    packetIds,
    sends: { ...defaultSettings.sends, ...sends },
  };
  const planned = planRun(settings, 'test');
  if (!planned.ok) throw new Error(planned.message);
  const plan: LivePlan = livePlan(planned.exchanges, contract, settings);
  return checkSends(plan, planned.exchanges, contract, settings);
}

const recipients = ['905001112233', '905001112244'];

it('a plan that sends nothing needs no permission', () => {
  expect(decided({}, 'Report*/canonical')).toEqual({ ok: true });
  expect(decided({ permission: 'refuse' }, 'Report*/canonical')).toEqual({ ok: true });
  expect(decided({}, '*/canonical')).toEqual({ ok: true });
});

it('a plan within its budget may be sent, to the last message', () => {
  expect(decided({ permission: 'allow', recipients, maxMessages: 8 })).toEqual({ ok: true });
});

it.each<[Partial<Settings['sends']>, string]>([
  [
    { recipients, maxMessages: 9 },
    'add --sends allow, --recipients and --max-messages\nto send, add --sends allow, --recipients',
  ],
  [{ permission: 'refuse', recipients, maxMessages: 9 }, '--sends refuse forbids it\nadd --packet-ids'],
  [{ permission: 'allow', maxMessages: 9 }, 'nothing permits that: add --recipients'],
  [{ permission: 'allow', recipients: ['nobody'], maxMessages: 9 }, 'nothing permits that: add --recipients'],
  [
    { permission: 'allow', recipients, maxMessages: 7 },
    '--max-messages allows 7: narrow the run with filters, or raise it to 8',
  ],
  [
    { permission: 'allow', recipients },
    '(the host is not this machine); nothing permits that: add --max-messages 8 or more',
  ],
  [
    { permission: 'allow', recipients: ['905001112233'], maxMessages: 9 },
    'this exchange needs 2 different numbers; --recipients has 1\nadd --recipients',
  ],
])('%j refuses eight messages', (sends, why) => {
  const refused = decided(sends);
  expect(refused).toMatchObject({ ok: false, exitCode: 4, message: expect.stringContaining(why) });
  expect(refused).toMatchObject({
    message: expect.stringContaining('gateway.example would get 8 messages'),
  });
});

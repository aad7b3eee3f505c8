import { expect, it } from 'vitest';
import type { Exchange } from '../model/exchange.ts';
import { checkSends } from './send-permission.ts';

const plan = (...messages: number[]) => messages.map((count) => ({ messages: count }) as Exchange);
const url = 'http://gateway.example/base';
const recipients = ['905001112233'];

it('a plan that sends nothing needs no permission', () => {
  expect(
    checkSends(plan(0, 0), url, { allowed: false, recipients: [], maxMessages: 0, confirmed: false }),
  ).toEqual({
    ok: true,
  });
});

it('a plan within its budget may be sent', () => {
  expect(
    checkSends(plan(2, 3), url, { allowed: true, recipients, maxMessages: 5, confirmed: false }),
  ).toEqual({ ok: true });
});

it.each([
  [{ allowed: false, recipients, maxMessages: 9, confirmed: false }, 'sending needs --sends allow'],
  [{ allowed: true, recipients: [], maxMessages: 9, confirmed: false }, 'sending needs --recipients'],
  [
    { allowed: true, recipients, maxMessages: 4, confirmed: false },
    '--max-messages allows 4; narrow the run with filters or allow 5',
  ],
])('%j refuses five messages', (permission, why) => {
  const refused = checkSends(plan(2, 3), url, permission);
  expect(refused).toMatchObject({ ok: false, exitCode: 4, message: expect.stringContaining(why) });
  expect(refused).toMatchObject({
    message: expect.stringContaining('5 messages sent through gateway.example'),
  });
});

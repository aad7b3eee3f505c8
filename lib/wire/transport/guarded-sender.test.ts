import { expect, it } from 'vitest';
import { get } from '../../../suites/support/transport.ts';
import type { SendOutcome } from '../../model/judging/wire.ts';
import { guardedSender } from './guarded-sender.ts';

const failure = (code: string): SendOutcome => ({
  kind: 'failure',
  failure: { code, message: 'gone', durationMs: 1 },
});
const failed = failure('ECONNRESET');
const answered: SendOutcome = {
  kind: 'response',
  response: { status: 200, reason: 'OK', headers: [], body: new Uint8Array(), durationMs: 1 },
};

/** A sender that ends requests in the given ways after a while, and counts them. */
function scripted(outcomes: readonly SendOutcome[] = []) {
  const sender = {
    sent: 0,
    send: async () => {
      const outcome = outcomes[sender.sent] ?? failed;
      sender.sent += 1;
      await new Promise((resolve) => setTimeout(resolve, 2));
      return outcome;
    },
    close: async () => {},
  };
  return sender;
}

it('sends nothing more after so many failures in a row, and says why', async () => {
  const inner = scripted();
  const sender = guardedSender(inner, 3);
  for (let i = 0; i < 3; i += 1) expect(await sender.send(get)).toEqual(failed);
  const message = 'not sent, because the last 3 requests got no response';
  const notSent = { kind: 'failure', failure: { code: 'TARGET_GONE', message, durationMs: 0 } };
  for (const _ of [1, 2]) expect(await sender.send(get)).toEqual(notSent);
  expect(inner.sent).toBe(3);
});

it('lets requests that are under way end: with twenty at a time 51 have begun', async () => {
  const inner = scripted();
  const sender = guardedSender(inner);
  const sendOnce = async () => {
    for (let i = 0; i < 10; i += 1) await sender.send(get);
  };
  await Promise.all(Array.from({ length: 20 }, sendOnce));
  expect(inner.sent).toBe(51);
});

it.each([
  ['an answer', answered],
  ['a response that was too large', failure('RESPONSE_TOO_LARGE')],
])('counts anew after %s', async (_, answer) => {
  const inner = scripted([failed, failed, answer, failed, failed, answer]);
  const sender = guardedSender(inner, 3);
  for (let i = 0; i < 7; i += 1) await sender.send(get);
  expect(inner.sent).toBe(7);
});

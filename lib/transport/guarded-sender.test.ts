import { expect, it } from 'vitest';
import type { WireRequest } from '../model/judging/wire.ts';
import { guardedSender } from './guarded-sender.ts';
import type { Sender, SendOutcome } from './sender.ts';

const request: WireRequest = { method: 'GET', path: '/', headers: [], body: null };
const failed: SendOutcome = {
  kind: 'failure',
  failure: { code: 'ECONNRESET', message: 'gone', durationMs: 1 },
};
const answered: SendOutcome = {
  kind: 'response',
  response: { status: 200, reason: 'OK', headers: [], body: new Uint8Array(), durationMs: 1 },
};

/** A sender that ends requests in the given ways, and counts them. */
function scripted(outcomes: readonly SendOutcome[]): Sender & { sent: number } {
  const sender = {
    sent: 0,
    send: async () => {
      const outcome = outcomes[sender.sent] ?? failed;
      sender.sent += 1;
      return outcome;
    },
    close: async () => {},
  };
  return sender;
}

it('sends nothing more after so many failures in a row, and says why', async () => {
  const inner = scripted([]);
  const sender = guardedSender(inner, 3);
  for (let i = 0; i < 3; i += 1) expect(await sender.send(request)).toEqual(failed);
  const message = 'not sent, because the last 3 requests got no response';
  const notSent = { kind: 'failure', failure: { code: 'TARGET_GONE', message, durationMs: 0 } };
  expect(await sender.send(request)).toEqual(notSent);
  expect(await sender.send(request)).toEqual(notSent);
  expect(inner.sent).toBe(3);
});

it('lets requests that are under way end: with twenty at a time 51 have begun', async () => {
  let begun = 0;
  const inner: Sender = {
    send: async () => {
      begun += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return failed;
    },
    close: async () => {},
  };
  const sender = guardedSender(inner);
  const one = async () => {
    for (let i = 0; i < 10; i += 1) await sender.send(request);
  };
  await Promise.all(Array.from({ length: 20 }, one));
  expect(begun).toBe(51);
});

it('counts anew after every answer', async () => {
  const inner = scripted([failed, failed, answered, failed, failed, answered]);
  const sender = guardedSender(inner, 3);
  for (let i = 0; i < 6; i += 1) await sender.send(request);
  expect(await sender.send(request)).toEqual(failed);
  expect(inner.sent).toBe(7);
});

it('takes a response that was too large for an answer', async () => {
  const failure = { code: 'RESPONSE_TOO_LARGE', message: '', durationMs: 1 };
  const inner = scripted([failed, failed, { kind: 'failure', failure }, failed, failed]);
  const sender = guardedSender(inner, 3);
  for (let i = 0; i < 5; i += 1) await sender.send(request);
  expect(inner.sent).toBe(5);
});

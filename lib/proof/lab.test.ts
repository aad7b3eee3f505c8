import { afterAll, expect, it } from 'vitest';
import type { WireResponse } from '../model/judging/wire.ts';
import type { HttpReply } from '../reference/seams.ts';
import { planRun } from '../run/plan-run.ts';
import { defaultSettings } from '../settings/run-settings.ts';
import { openLab, PROOF_NAMESPACE } from './lab.ts';

const planned = planRun({ ...defaultSettings, namespace: PROOF_NAMESPACE }, 'proof0');
if (!planned.ok) throw new Error(planned.message);
const lab = await openLab(planned.declarations);
afterAll(() => lab.close());
const canonical = planned.exchanges.filter((exchange) => exchange.case === 'canonical');

/** What every call of the canonical cases was answered with, but for the times. */
async function responses(framing?: HttpReply['framing']): Promise<readonly unknown[]> {
  const change = (reply: HttpReply) => (framing ? { ...reply, framing } : reply);
  const judged = await lab.judge([{ seam: 'wire', change }], canonical);
  const outcomes = judged.flatMap(({ steps }) => steps.map(({ outcome }) => outcome));
  return outcomes.map((outcome) => (outcome.kind === 'response' ? comparable(outcome.response) : outcome));
}

function comparable({ durationMs: _, headers, ...response }: WireResponse) {
  return { ...response, headers: headers.filter(([name]) => name !== 'Date') };
}

it('gives within the process what a socket gives', async () => {
  // A framing of its own sends a reply over the socket.
  const overSocket = await responses({ end: 'length' });
  expect(overSocket).toHaveLength(24);
  expect(await responses()).toEqual(overSocket);
});

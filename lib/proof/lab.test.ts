import { afterAll, expect, it } from 'vitest';
import type { WireResponse } from '../model/judging/wire.ts';
import type { HttpReply } from '../reference/seams.ts';
import { planRun } from '../run/plan-run.ts';
import { defaultSettings } from '../settings/run-settings.ts';
import { openLab, PROOF_NAMESPACE } from './lab.ts';
import type { Subject } from './subject.ts';
import { subject } from './testing.ts';
import { baselineOf, tryOut } from './try-out.ts';

const planned = planRun({ ...defaultSettings, namespace: PROOF_NAMESPACE }, 'proof0');
if (!planned.ok) throw new Error(planned.message);
const { contract } = planned.declarations;
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

it('a trial holds compare to what was changed: nothing, the surface, or what is meant', async () => {
  const baseline = await baselineOf(canonical, lab, contract);
  const status = (text: string): Subject => ({
    ...subject('s', [], 'twin'),
    seam: 'result',
    change: (packet) => ({ ...packet, texts: { ...packet.texts, PacketStatus: text } }),
  });
  const told = async (tried: Subject) => (await tryOut(tried, canonical, baseline, lab, contract)).faults;
  expect(await told(status('other'))).toEqual(['compare tells a difference of meaning: PacketStatus']);
  expect(await told({ ...status('other'), hasOtherValues: true })).toEqual([]);
  expect(await told({ ...status('1'), hasOtherValues: true })).toEqual([
    'compare tells no difference of meaning',
  ]);
  expect(await told({ ...status('1'), kind: 'defect' })).toEqual(['compare tells no difference']);
});

import { afterAll, expect, it } from 'vitest';
import { subject } from '../support/proof.ts';
import { planOf } from '../support/report.ts';
import { openLab, PROOF_NAMESPACE } from './lab.ts';
import type { Subject } from './subject.ts';
import { baselineOf, tryOut } from './try-out.ts';

const { declarations, exchanges } = planOf({ namespace: PROOF_NAMESPACE });
const { contract } = declarations;
const lab = await openLab(declarations);
afterAll(() => lab.close());
const canonical = exchanges.filter((exchange) => exchange.case === 'canonical');

it('a trial holds compare to what was changed: nothing, the surface, or what is meant', async () => {
  const baseline = await baselineOf(canonical, lab, contract);
  const status = (text: string): Subject => ({
    ...subject('s', [], 'twin'),
    result: (packet) => ({ ...packet, texts: { ...packet.texts, PacketStatus: text } }),
  });
  const faultsOf = async (tried: Subject) =>
    (await tryOut(tried, canonical, baseline, lab, declarations)).faults;
  expect(await faultsOf(status('other'))).toEqual(['compare reports a difference of meaning: PacketStatus']);
  expect(await faultsOf({ ...status('other'), hasOtherValues: true })).toEqual([]);
  expect(await faultsOf({ ...status('1'), hasOtherValues: true })).toEqual([
    'compare reports no difference of meaning',
  ]);
  expect(await faultsOf({ ...status('1'), kind: 'defect' })).toEqual(['compare reports no difference']);
});

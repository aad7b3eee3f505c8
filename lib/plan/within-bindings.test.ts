import { describe, expect, it } from 'vitest';
import type { DeclaredStep } from '../model/declared-case.ts';
import { expand } from './expand.ts';
import { declaredCase, inputs } from './testing.ts';
import { withinBindings } from './within-bindings.ts';

const send: DeclaredStep = {
  operation: 'SendBulkSms',
  over: 'same',
  with: {},
  capture: { packet: 'PacketID' },
};
/* biome-ignore lint/suspicious/noTemplateCurlyInString: the case language */
const report = { operation: 'ReportSmsWithPacketId', with: { PacketId: '${packet}' }, capture: {} };

const readAs = (id: string, over: string) =>
  declaredCase({ id, operation: 'ReportSmsWithPacketId', steps: [send, { ...report, over }] });
const everywhere = declaredCase({
  ...readAs('everywhere', 'every-binding'),
  expect: { sameContent: true, packet: {}, eachDelivery: {} },
});
const plan = expand(
  [declaredCase(), readAs('elsewhere', 'http-get'), readAs('here', 'same'), everywhere],
  inputs,
);

const idsAndSteps = (chosen: readonly string[] | undefined) =>
  withinBindings(plan, chosen).exchanges.map(({ case: id, steps }) => [
    id,
    ...steps.map(({ binding, reportsOn, rereads, values }) =>
      [binding, reportsOn, rereads, JSON.stringify(values.PacketId)].join(' ').trim(),
    ),
  ]);

describe('a plan within bindings', () => {
  it('stays as it is where no binding was chosen', () => {
    expect(withinBindings(plan, undefined)).toEqual({
      exchanges: plan,
      exchangesLeftOut: 0,
      stepsLeftOut: 0,
    });
    expect(withinBindings(plan, []).exchanges).toBe(plan);
  });

  it('leaves out steps over other bindings, and exchanges that ask over them only', () => {
    const asked = '0  {"step":0,"field":"PacketID"}';
    expect(idsAndSteps(['soap11'])).toEqual([
      ['hello', 'soap11'],
      ['here', 'soap11', `soap11 ${asked}`],
      ['everywhere', 'soap11', `soap11 ${asked}`, 'soap11 0 1 {"step":0,"field":"PacketID"}'],
    ]);
    expect(withinBindings(plan, ['soap11'])).toMatchObject({ exchangesLeftOut: 1, stepsLeftOut: 3 });
  });

  it('keeps references to earlier steps right when a step between them is left out', () => {
    const [only] = withinBindings(
      plan.filter(({ case: id }) => id === 'everywhere'),
      ['soap11', 'http-post'],
    ).exchanges;
    expect(only?.steps.map(({ binding, rereads }) => [binding, rereads])).toEqual([
      ['soap11', undefined],
      ['soap11', undefined],
      ['http-post', undefined],
      ['soap11', 1],
    ]);
  });

  it('is empty where every exchange asks over another binding', () => {
    const elsewhere = plan.filter(({ case: id }) => id === 'elsewhere');
    expect(withinBindings(elsewhere, ['soap11'])).toMatchObject({ exchanges: [], exchangesLeftOut: 1 });
  });
});

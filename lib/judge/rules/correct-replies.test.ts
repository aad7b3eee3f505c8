import { expect, it } from 'vitest';
import { twins } from '../../../suites/proof/twins/index.ts';
import { everyCall } from '../../../suites/support/calls.ts';
import { findingsIn, findingsInRequest, read } from '../../../suites/support/judged.ts';
import { bindingIds, reference } from '../../../suites/support/reference.ts';
import { context } from '../../../suites/support/samples.ts';
import { judgeStep } from '../judge-step.ts';
import { rules } from './index.ts';

/** Rules and groups of rules about some of the 16 calls only, with the number of these calls. */
const fewer: Readonly<Record<string, number>> = {
  ...{ 'request/envelope': 8, 'request/operation-element': 8, 'request/soap-action': 8 },
  ...{ 'request/list': 4, 'request/no-body': 4 },
  ...{ soap: 8, plain: 8, report: 8, send: 8 },
};

it('every rule is evaluated on the correct replies of its calls, and finds nothing', () => {
  const calls: Record<string, number> = {};
  for (const [operation, binding] of everyCall) {
    const { findings, evaluated } = judgeStep(
      read({ operation, binding, sentAt: Date.UTC(2026, 0, 2) }),
      context,
      {
        step: 0,
        level: 'must',
      },
    );
    expect(findings, `${operation} ${binding}`).toEqual([]);
    for (const id of evaluated) calls[id] = (calls[id] ?? 0) + 1;
  }
  const ofReplies = rules.filter(({ needs }) => needs !== 'exchange' && needs !== 'run').map(({ id }) => id);
  const callsOf = (id: string) => fewer[id] ?? fewer[id.replace(/\/.*/, '')] ?? 16;
  expect(calls).toEqual(Object.fromEntries(ofReplies.map((id) => [id, callsOf(id)])));
});

it("every rule about requests finds nothing in the encoder's request of every operation over every binding", () => {
  expect(everyCall.flatMap(([operation, binding]) => findingsInRequest({ operation, binding }))).toEqual([]);
});

it.each(twins)('nothing is found in a reply of this form: $id', (twin) => {
  const { call } = reference({ deviations: [twin] });
  for (const binding of bindingIds) {
    const { status, headers, body } = call('SendBulkSms', binding).reply;
    expect(findingsIn({ binding, status, headers, body }), binding).toEqual([]);
  }
});

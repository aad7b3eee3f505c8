import { expect, it } from 'vitest';
import { twins } from '../../../suites/proof/twins/index.ts';
import { context, everyCall, found, foundSent, read, told } from '../../../suites/support/judged.ts';
import { bindings, reference } from '../../../suites/support/reference.ts';
import { judgeStep } from '../judge-step.ts';
import { rules } from './index.ts';

/** Rules about some calls only, by how many of the 16 calls each is about; all others are about every call. */
const fewer: Readonly<Record<string, number>> = {
  ...{ 'request/envelope': 8, 'request/operation-element': 8, 'request/soap-action': 8 },
  ...{ 'request/list': 4, 'request/no-body': 4 },
  ...{ 'soap/body': 8, 'soap/envelope': 8, 'soap/envelope-attributes': 8, 'soap/envelope-children': 8 },
  ...{ 'soap/header-blocks': 8, 'soap/instructions': 8, 'soap/must-understand': 8 },
  ...{ 'soap/response': 8, 'soap/result': 8, 'plain/root': 8 },
  ...{ 'report/packet': 8, 'send/new-packet': 8, 'send/packet-id': 8 },
};

it('every rule is evaluated on the correct replies of its calls, and finds nothing', () => {
  const calls: Record<string, number> = {};
  for (const [operation, binding] of everyCall) {
    const { findings, evaluated } = judgeStep(read({ operation, binding }), context, {
      step: 0,
      level: 'must',
    });
    expect(told(findings), `${operation} ${binding}`).toEqual([]);
    for (const id of evaluated) calls[id] = (calls[id] ?? 0) + 1;
  }
  const ofReplies = rules.filter(({ needs }) => needs !== 'exchange').map(({ id }) => id);
  expect(calls).toEqual(Object.fromEntries(ofReplies.map((id) => [id, fewer[id] ?? 16])));
});

it("every rule about requests finds nothing in the encoder's request of every operation over every binding", () => {
  expect(everyCall.flatMap(([operation, binding]) => foundSent({ operation, binding }))).toEqual([]);
});

it.each(twins)('nothing is found in a reply of this form: $id', (twin) => {
  const { call } = reference({ deviations: [twin] });
  for (const binding of bindings) {
    const { status, headers, body } = call('SendBulkSms', binding).reply;
    expect(found({ binding, status, headers, body }), binding).toEqual([]);
  }
});

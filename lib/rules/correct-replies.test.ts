import { expect, it } from 'vitest';
import { rules } from './index.ts';
import { everyCall, judgeSent, onCorrectReplies } from './testing.ts';

/** Rules about some calls only, by how many of the 16 calls each is about; all others are about every call. */
const fewer: Readonly<Record<string, number>> = {
  ...{ 'request/envelope': 8, 'request/operation-element': 8, 'request/soap-action': 8 },
  ...{ 'request/list': 4, 'request/no-body': 4 },
  ...{ 'soap/body': 8, 'soap/envelope': 8, 'soap/envelope-attributes': 8, 'soap/envelope-children': 8 },
  ...{ 'soap/header-blocks': 8, 'soap/instructions': 8, 'soap/must-understand': 8 },
  ...{ 'soap/response': 8, 'soap/result': 8, 'plain/root': 8 },
  ...{ 'report/packet': 8, 'send/new-packet': 8, 'send/packet-id': 8 },
};

it('every rule is evaluated on the correct replies of its calls, in every equal form, and finds nothing', () => {
  const { calls, wrong } = onCorrectReplies();
  expect(wrong).toEqual([]);
  const ofReplies = rules.filter(({ needs }) => needs !== 'exchange').map(({ id }) => id);
  expect(calls).toEqual(Object.fromEntries(ofReplies.map((id) => [id, fewer[id] ?? 16])));
});

it("every rule about requests keeps silent on the encoder's request of every operation over every binding", () => {
  expect(everyCall.flatMap((call) => judgeSent(call))).toEqual([]);
});

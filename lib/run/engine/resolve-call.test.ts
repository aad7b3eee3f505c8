import { expect, it } from 'vitest';
import { context } from '../../../suites/support/judged.ts';
import type { PlannedStep } from '../../model/exchange.ts';
import type { ReplyEvidence } from '../../model/judging/evidence.ts';
import { resolveCall } from './ready-call.ts';

const step: PlannedStep = {
  operation: 'ReportSmsWithPacketId',
  binding: 'http-get',
  values: { ServiceTicket: 't', PacketId: { step: 0, field: 'PacketID' } },
};
const replied = (texts: Record<string, string>) =>
  ({ packet: { texts, deliveries: [] } }) as unknown as ReplyEvidence;

it('a capture takes the text of the earlier reply', () => {
  const resolved = resolveCall(step, [replied({ PacketID: 'P-7' })], context);
  expect(resolved).toMatchObject({ ok: true, value: { values: { ServiceTicket: 't', PacketId: 'P-7' } } });
});

it('a capture takes a text of a delivery result', () => {
  const capture = { step: 0, field: 'KeyID', delivery: 2 };
  const of = (keys: readonly string[]) => {
    const packet = { texts: {}, deliveries: keys.map((KeyID) => ({ KeyID })) };
    const values = { ...step.values, PacketId: capture };
    return resolveCall({ ...step, values }, [{ packet } as unknown as ReplyEvidence], context);
  };
  expect(of(['a', 'b'])).toMatchObject({ ok: true, value: { values: { PacketId: 'b' } } });
  expect(of(['a'])).toEqual({
    ok: false,
    error: { missing: 'the reply of step 1 has no KeyID in delivery result 2', from: 0 },
  });
});

it.each([
  ['has no such field', [replied({})]],
  ['has it empty', [replied({ PacketID: '' })]],
  ['has only white space in it', [replied({ PacketID: ' ' })]],
  ['could not be read', [null]],
  ['never came', []],
])('there is no call where the earlier reply %s', (_, replies) => {
  expect(resolveCall(step, replies, context)).toEqual({
    ok: false,
    error: { missing: 'the reply of step 1 has no PacketID', from: 0 },
  });
});

it('an operation or binding that the contract has not is an error of ours', () => {
  expect(() => resolveCall({ ...step, operation: 'Nope' }, [], context)).toThrow(
    'the contract has no operation Nope',
  );
});

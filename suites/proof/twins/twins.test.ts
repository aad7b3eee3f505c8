import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { BindingId } from '../../../lib/model/contract.ts';
import { bindingIds, reference } from '../../support/reference.ts';
import type { Twin } from './equal.ts';
import { twins } from './index.ts';

/** A text with everything that can be written in two ways. */
const Message = `a "b" 'c' <d> & ş😀 ]]> e`;

/** The answers to two bulk sends, and to a report with another ticket, on one connection over each binding: header fields, bytes, and how they travel. */
function observe(twin?: Twin) {
  const { call } = reference({ deviations: twin ? [twin] : [] });
  const connection = {};
  const send = (binding: BindingId) =>
    call('SendBulkSms', binding, { Message, GsmNumbers: ['2', '1'] }, connection).reply;
  const other = { ServiceTicket: 'another', PacketId: 'P000001' };
  const ask = (binding: BindingId) => call('ReportSmsWithPacketId', binding, other, connection).reply;
  return bindingIds.map((binding) => ({ sends: [send(binding), send(binding)], report: ask(binding) }));
}

const healthy = observe();

it.each(twins.map((twin) => [twin.id, twin] as const))(
  '%s writes the reply otherwise over every binding of its scope, and over no other',
  (_, twin) => {
    const replies = observe(twin);
    const isOther = replies.map((reply, place) => !isDeepStrictEqual(reply, healthy[place]));
    expect(isOther).toEqual(bindingIds.map((binding) => twin.bindings?.includes(binding) ?? true));
    for (const { status } of replies.flatMap(({ sends }) => sends)) expect(status).toBe(200);
  },
);

describe('the twins', () => {
  it('are tried against a service that answers the same every time', () => {
    expect(observe()).toEqual(healthy);
  });

  it('are at least 50, each with a reason', () => {
    expect(twins.length).toBeGreaterThanOrEqual(50);
    for (const { because } of twins) expect(because).toMatch(/XML|SOAP|RFC|Contract/);
  });
});

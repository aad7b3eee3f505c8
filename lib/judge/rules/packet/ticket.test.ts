import { describe, expect, it } from 'vitest';
import { type ChangedReply, findingsInExchange } from '../../../../suites/support/judged.ts';
import type { PlannedStep } from '../../../model/exchange.ts';

type Report = ChangedReply & Pick<PlannedStep, 'kept'>;

const kept = { name: 'one', isLast: false };
const report = (ServiceTicket: string, given: ChangedReply = {}): Report => ({
  ...{ operation: 'ReportSmsWithPacketId', binding: 'http-get' },
  ...given,
  values: { ServiceTicket, PacketId: 'P-1', ...given.values },
});
const keeping = (ticket: string, given?: ChangedReply): Report => ({ ...report(ticket, given), kept });
const refused: ChangedReply = { status: 500, headers: [['Content-Type', 'text/plain']], body: 'No' };
const unread: ChangedReply = { body: '<a>' };
const cut: ChangedReply = { wire: { cut: { answered: 1, idleMs: 1 } } };
const right = keeping('right');
const says = (step: number, expected: string, actual: string) =>
  `${step}: report/ticket must reply: expected as on connections of its own: ${expected}; actual ${actual}`;
const taken = says(2, 'a refusal', 'a packet result');
const spurned = says(2, 'a packet result', 'a refusal');

const other = report('other', refused);

describe('report/ticket', () => {
  it('tells of a ticket that is taken behind another alone', () => {
    expect(findingsInExchange([other, right, keeping('other'), other])).toEqual([taken]);
  });
  it('tells of a ticket that is refused behind another alone', () => {
    expect(findingsInExchange([report('other'), right, keeping('other', refused)])).toEqual([spurned]);
  });
  it('tells nothing of tickets that are answered alike', () => {
    expect(findingsInExchange([other, right, keeping('other', refused), other])).toEqual([]);
  });
  it('tells nothing of tickets that nobody checks', () => {
    expect(findingsInExchange([report('other'), right, keeping('other')])).toEqual([]);
  });
  it('tells nothing where the answer changes in time', () => {
    expect(findingsInExchange([other, right, keeping('other'), report('other')])).toEqual([]);
  });
  it('tells nothing of the first ticket itself', () => {
    expect(findingsInExchange([report('right', refused), right, keeping('right')])).toEqual([]);
  });
  it('tells nothing of another packet', () => {
    expect(
      findingsInExchange([
        report('other', { ...refused, values: { PacketId: 'P-2' } }),
        right,
        keeping('other'),
      ]),
    ).toEqual([]);
  });
  it('tells nothing of another binding', () => {
    expect(findingsInExchange([{ ...other, binding: 'http-post' }, right, keeping('other')])).toEqual([]);
  });
  it('tells nothing of a reply that cannot be read', () => {
    expect(findingsInExchange([other, right, keeping('other', unread)])).toEqual([]);
  });
  it('tells nothing where none alone was answered', () => {
    expect(findingsInExchange([null, right, keeping('other')])).toEqual([]);
  });
  it('tells nothing of a report that was made again', () => {
    expect(findingsInExchange([other, right, keeping('other', cut)])).toEqual([]);
  });
});

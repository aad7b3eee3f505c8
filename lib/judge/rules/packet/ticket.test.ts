import { describe } from 'vitest';
import { type Given, tellsReplies } from '../../../../suites/support/judged.ts';
import type { PlannedStep } from '../../../model/exchange.ts';

type Report = Given & Pick<PlannedStep, 'kept'>;

const kept = { name: 'one', isLast: false };
const report = (ServiceTicket: string, given: Given = {}): Report => ({
  ...{ operation: 'ReportSmsWithPacketId', binding: 'http-get' },
  ...given,
  values: { ServiceTicket, PacketId: 'P-1', ...given.values },
});
const keeping = (ticket: string, given?: Given): Report => ({ ...report(ticket, given), kept });
const refused: Given = { status: 500, headers: [['Content-Type', 'text/plain']], body: 'No' };
const unread: Given = { body: '<a>' };
const cut: Given = { wire: { cut: { answered: 1, idleMs: 1 } } };
const right = keeping('right');
const says = (step: number, expected: string, actual: string) =>
  `${step}: report/ticket must reply: expected as on connections of its own: ${expected}; actual ${actual}`;
const taken = says(2, 'a refusal', 'a packet result');
const spurned = says(2, 'a packet result', 'a refusal');
const tellsOf = (what: string, replies: readonly (Report | null)[], ...lines: readonly string[]) =>
  tellsReplies(what, [replies], [...lines]);
const other = report('other', refused);

describe('report/ticket', () => {
  tellsOf('a ticket that is taken behind another alone', [other, right, keeping('other'), other], taken);
  tellsOf(
    'a ticket that is refused behind another alone',
    [report('other'), right, keeping('other', refused)],
    spurned,
  );
  tellsOf('nothing of tickets that are answered alike', [other, right, keeping('other', refused), other]);
  tellsOf('nothing of tickets that nobody checks', [report('other'), right, keeping('other')]);
  tellsOf('nothing where the answer changes in time', [other, right, keeping('other'), report('other')]);
  tellsOf('nothing of the first ticket itself', [report('right', refused), right, keeping('right')]);
  tellsOf('nothing of another packet', [
    report('other', { ...refused, values: { PacketId: 'P-2' } }),
    right,
    keeping('other'),
  ]);
  tellsOf('nothing of another binding', [{ ...other, binding: 'http-post' }, right, keeping('other')]);
  tellsOf('nothing of a reply that cannot be read', [other, right, keeping('other', unread)]);
  tellsOf('nothing where none alone was answered', [null, right, keeping('other')]);
  tellsOf('nothing of a report that was made again', [other, right, keeping('other', cut)]);
});

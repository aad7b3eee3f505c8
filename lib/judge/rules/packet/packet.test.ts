import { describe, expect, it } from 'vitest';
import {
  type Edit,
  type Given,
  judgementOf,
  resultPath,
  tells,
  tellsReplies,
} from '../../../../suites/support/judged.ts';

const operation = 'ReportSingleShotSms';
const idPath = `${resultPath(operation, 'soap11')}/PacketID`;

tells('another packet', { operation, edits: [['P-1', 'P-10']] }, [
  `report/packet must ${idPath}: expected "P-1"; actual "P-10" (field: PacketID)`,
]);
tells(
  'the number written in another way',
  { operation, binding: 'http-get', values: { PacketId: '0042' }, edits: [['P-1', '42']] },
  ['report/packet must /EmPostSmsResult/PacketID: expected "0042"; actual "42" (field: PacketID)'],
);
tells('an empty identifier', { operation, edits: [['P-1', '']] }, [
  `report/packet must ${idPath}: expected "P-1"; actual "" (field: PacketID)`,
]);

const LIST = /<DeliveryResults>.*<.DeliveryResults>/g;
const none: Edit = [LIST, '<DeliveryResults/>'];
const one: Edit = [/<EmSmsDeliveryResult><GsmNumber>905321112244.*?<.EmSmsDeliveryResult>/g, ''];
const send = (...edits: readonly Edit[]): Given => ({ edits });
const report = (...edits: readonly Edit[]) =>
  ({ operation: 'ReportSmsWithPacketId', binding: 'http-get', edits, reportsOn: 0 }) as const;

const path = `${resultPath('ReportSmsWithPacketId', 'http-get')}/DeliveryResults`;
const lacking = (step: number, count: string) =>
  `${step}: report/delivery-results should ${path}: expected ${count}, as in the reply to the send; actual none`;

describe('report/delivery-results', () => {
  tellsReplies('a report that lists nothing', [[send(), report(none)]], [lacking(1, '2 delivery results')]);
  tellsReplies(
    'each of two',
    [[send(one), report(none), report(), report(none)]],
    [lacking(1, '1 delivery result'), lacking(3, '1 delivery result')],
  );
  tellsReplies('no report that lists what its send did', [[send(), report()]], []);
  tellsReplies(
    'no list that is shorter, which is judged by delivery/recipients',
    [[send(), report(one)]],
    [],
  );

  it.each<[string, readonly (ReturnType<typeof report> | Given | null)[]]>([
    ['a send that listed nothing either', [send(none), report(none)]],
    ['a send whose reply could not be read', [null, report(none)]],
    ['a report that could not be read', [send(), null]],
    ['a report on another packet', [send(), report(none, ['P-1', 'P-2'])]],
    ['no report', [send(), send(none)]],
  ])('has nothing to compare where there is %s', (_, replies) => {
    expect(judgementOf(replies).evaluated).not.toContain('report/delivery-results');
  });
});

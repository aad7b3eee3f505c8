import { describe, expect, it } from 'vitest';
import {
  type Edit,
  edit,
  type Given,
  judgementOf,
  register,
  resultPath,
  silent,
  tells,
  tellsReplies,
} from '../../../../suites/support/judged.ts';
import { judgeRun } from '../../judge-step.ts';

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

describe('run/delivery-results', () => {
  const judged = (...evaluated: readonly string[]) =>
    judgeRun(new Set(evaluated), register).map(({ rule, level, requirements }) => [
      rule,
      level,
      requirements,
    ]);
  it('finds that no packet result of a whole run lists a delivery result', () => {
    expect(judged('result/schema')).toEqual([
      ['run/delivery-results', 'should', ['service.delivery-outcome']],
    ]);
  });
  it('finds nothing where some reply lists one, or none is a packet result', () => {
    expect([judged('result/schema', 'delivery/field-once'), judged('http/status')]).toEqual([[], []]);
  });
});

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

const packetId = `${resultPath('SendBulkSms', 'soap11')}/PacketID`;
const givenBefore = () => 'SendBulkSms/canonical/http-get';

describe('send/packet-id', () => {
  const empty = `send/packet-id should ${packetId}: expected an identifier; actual empty (field: PacketID)`;
  tells('an empty identifier', edit('P-1', ''), [empty]);
  tells('one of nothing but white space', edit('P-1', ' &#10; '), [empty]);
  silent('any other text', edit('P-1', '-1.50E+3'));
});

describe('send/new-packet', () => {
  tells('an identifier that another exchange was given before', { givenBefore }, [
    `send/new-packet should ${packetId}: expected a PacketID that no earlier send of the run returned; actual "P-1", already returned in "SendBulkSms/canonical/http-get" (field: PacketID)`,
  ]);
  silent('reports, which show an identifier again', { operation: 'ReportSmsWithPacketId', givenBefore });
});

const single = 'SingleShotSmsWithTypeAndKeyID';
const reportOf: Given = { operation: 'ReportSmsWithPacketId' };
const second = edit('P-1', 'P-2');
const empty = edit('P-1', ' ');

const wrong = (of: number, actual = '"P-1"', path = resultPath('SendBulkSms', 'soap11')) =>
  `send/distinct-packets must ${path}/PacketID: expected a PacketID other than that of step ${of}; actual ${actual} (field: PacketID)`;

describe('send/distinct-packets', () => {
  const nothing = { body: '<a/>' };

  tellsReplies('no one send, and no reports that show its identifier again', [[{}, reportOf, reportOf]], []);
  tellsReplies('no difference of a letter or a zero', [[{}, edit('P-1', 'p-1'), edit('P-1', 'P-01')]], []);
  tellsReplies('no empty identifiers', [[empty, empty]], []);
  tellsReplies('no replies that could not be read', [[{}, null, nothing]], []);
  tellsReplies(
    'the later one of two with one identifier',
    [[{}, {}, reportOf, reportOf]],
    [`1: ${wrong(1)}`],
  );
  const others: Given[] = [
    { operation: single, binding: 'soap12' },
    { binding: 'http-post', ...second },
  ];
  tellsReplies(
    'two over different bindings and of different kinds',
    [[{ binding: 'http-get' }, ...others]],
    [`1: ${wrong(1, '"P-1"', resultPath(single, 'soap12'))}`],
  );
  tellsReplies(
    'each later send, beside the first of its identifier',
    [[second, {}, {}, second, {}]],
    [`2: ${wrong(2)}`, `3: ${wrong(1, '"P-2"')}`, `4: ${wrong(2)}`],
  );
});

import { describe, expect, it } from 'vitest';
import {
  type ChangedReply,
  change,
  type Edit,
  findingsIn,
  findingsInExchange,
  judgeReplies,
} from '../../../../suites/support/judged.ts';
import { register, resultPath } from '../../../../suites/support/samples.ts';
import { judgeRun } from '../../judge-step.ts';

const operation = 'ReportSingleShotSms';
const idPath = `${resultPath(operation, 'soap11')}/PacketID`;

it('tells of another packet', () => {
  expect(findingsIn({ operation, edits: [['P-1', 'P-10']] })).toEqual([
    `report/packet must ${idPath}: expected "P-1"; actual "P-10" (field: PacketID)`,
  ]);
});
it('tells of the number written in another way', () => {
  expect(
    findingsIn({ operation, binding: 'http-get', values: { PacketId: '0042' }, edits: [['P-1', '42']] }),
  ).toEqual(['report/packet must /EmPostSmsResult/PacketID: expected "0042"; actual "42" (field: PacketID)']);
});
it('tells of an empty identifier', () => {
  expect(findingsIn({ operation, edits: [['P-1', '']] })).toEqual([
    `report/packet must ${idPath}: expected "P-1"; actual "" (field: PacketID)`,
  ]);
});

const LIST = /<DeliveryResults>.*<.DeliveryResults>/g;
const none: Edit = [LIST, '<DeliveryResults/>'];
const one: Edit = [/<EmSmsDeliveryResult><GsmNumber>905321112244.*?<.EmSmsDeliveryResult>/g, ''];
const send = (...edits: readonly Edit[]): ChangedReply => ({ edits });
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
  it('tells of a report that lists nothing', () => {
    expect(findingsInExchange([send(), report(none)])).toEqual([lacking(1, '2 delivery results')]);
  });
  it('tells of each of two', () => {
    expect(findingsInExchange([send(one), report(none), report(), report(none)])).toEqual([
      lacking(1, '1 delivery result'),
      lacking(3, '1 delivery result'),
    ]);
  });
  it('tells of no report that lists what its send did', () => {
    expect(findingsInExchange([send(), report()])).toEqual([]);
  });
  it('tells of no list that is shorter, which is judged by delivery/recipients', () => {
    expect(findingsInExchange([send(), report(one)])).toEqual([]);
  });

  it.each<[string, readonly (ReturnType<typeof report> | ChangedReply | null)[]]>([
    ['a send that listed nothing either', [send(none), report(none)]],
    ['a send whose reply could not be read', [null, report(none)]],
    ['a report that could not be read', [send(), null]],
    ['a report on another packet', [send(), report(none, ['P-1', 'P-2'])]],
    ['no report', [send(), send(none)]],
  ])('has nothing to compare where there is %s', (_, replies) => {
    expect(judgeReplies(replies).evaluated).not.toContain('report/delivery-results');
  });
});

const packetId = `${resultPath('SendBulkSms', 'soap11')}/PacketID`;
const givenBefore = () => 'SendBulkSms/canonical/http-get';

describe('send/packet-id', () => {
  const empty = `send/packet-id should ${packetId}: expected an identifier; actual empty (field: PacketID)`;
  it('tells of an empty identifier', () => {
    expect(findingsIn(change('P-1', ''))).toEqual([empty]);
  });
  it('tells of one of nothing but white space', () => {
    expect(findingsIn(change('P-1', ' &#10; '))).toEqual([empty]);
  });
  it('tells nothing of any other text', () => {
    expect(findingsIn(change('P-1', '-1.50E+3'))).toEqual([]);
  });
});

describe('send/new-packet', () => {
  it('tells of an identifier that another exchange was given before', () => {
    expect(findingsIn({ givenBefore })).toEqual([
      `send/new-packet should ${packetId}: expected a PacketID that no earlier send of the run returned; actual "P-1", already returned in "SendBulkSms/canonical/http-get" (field: PacketID)`,
    ]);
  });
  it('tells nothing of reports, which show an identifier again', () => {
    expect(findingsIn({ operation: 'ReportSmsWithPacketId', givenBefore })).toEqual([]);
  });
});

const single = 'SingleShotSmsWithTypeAndKeyID';
const reportOf: ChangedReply = { operation: 'ReportSmsWithPacketId' };
const second = change('P-1', 'P-2');
const empty = change('P-1', ' ');

const wrong = (of: number, actual = '"P-1"', path = resultPath('SendBulkSms', 'soap11')) =>
  `send/distinct-packets must ${path}/PacketID: expected a PacketID other than that of step ${of}; actual ${actual} (field: PacketID)`;

describe('send/distinct-packets', () => {
  const nothing = { body: '<a/>' };

  it('tells of no one send, and no reports that show its identifier again', () => {
    expect(findingsInExchange([{}, reportOf, reportOf])).toEqual([]);
  });
  it('tells of no difference of a letter or a zero', () => {
    expect(findingsInExchange([{}, change('P-1', 'p-1'), change('P-1', 'P-01')])).toEqual([]);
  });
  it('tells of no empty identifiers', () => {
    expect(findingsInExchange([empty, empty])).toEqual([]);
  });
  it('tells of no replies that could not be read', () => {
    expect(findingsInExchange([{}, null, nothing])).toEqual([]);
  });
  it('tells of the later one of two with one identifier', () => {
    expect(findingsInExchange([{}, {}, reportOf, reportOf])).toEqual([`1: ${wrong(1)}`]);
  });
  const others: ChangedReply[] = [
    { operation: single, binding: 'soap12' },
    { binding: 'http-post', ...second },
  ];
  it('tells of two over different bindings and of different kinds', () => {
    expect(findingsInExchange([{ binding: 'http-get' }, ...others])).toEqual([
      `1: ${wrong(1, '"P-1"', resultPath(single, 'soap12'))}`,
    ]);
  });
  it('tells of each later send, beside the first of its identifier', () => {
    expect(findingsInExchange([second, {}, {}, second, {}])).toEqual([
      `2: ${wrong(2)}`,
      `3: ${wrong(1, '"P-2"')}`,
      `4: ${wrong(2)}`,
    ]);
  });
});

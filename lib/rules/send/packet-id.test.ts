import { describe, expect, it } from 'vitest';
import {
  type Edit,
  edit,
  found,
  type Given,
  judge,
  judgeReplies,
  type Row,
  resultPath,
  told,
} from '../testing.ts';

const path = `${resultPath('SendBulkSms', 'soap11')}/PacketID`;
const givenBefore = 'SendBulkSms/canonical/http-get';

describe('send/packet-id', () => {
  it.each(['', ' &#10; '])('is broken by an identifier of nothing but white space: %j', (id) => {
    expect(found(edit('P-1', id))).toEqual([
      `send/packet-id should ${path}: expected an identifier; actual empty (field: PacketID)`,
    ]);
  });

  it('keeps silent on any other text', () => {
    expect(judge(edit('P-1', '-1.50E+3'))).toEqual([]);
  });
});

describe('send/new-packet', () => {
  it('is broken by an identifier that another exchange was given before', () => {
    expect(found({ givenBefore })).toEqual([
      `send/new-packet should ${path}: expected a PacketID that no earlier send of the run returned; actual "P-1", already returned in "SendBulkSms/canonical/http-get" (field: PacketID)`,
    ]);
  });

  it('is not asked about reports, which show an identifier again', () => {
    expect(judge({ operation: 'ReportSmsWithPacketId', givenBefore })).toEqual([]);
  });
});

const single = 'SingleShotSmsWithTypeAndKeyID';
const report: Given = { operation: 'ReportSmsWithPacketId' };
const second: Edit = ['P-1', 'P-2'];
const empty: Given = edit('P-1', ' ');

const wrong = (of: number, actual = '"P-1"', path = resultPath('SendBulkSms', 'soap11')) =>
  `send/distinct-packets must ${path}/PacketID: expected a PacketID other than that of step ${of}; actual ${actual} (field: PacketID)`;

describe('send/distinct-packets', () => {
  it.each<Row<readonly (Given | null)[]>>([
    ['keeps silent on one send, and reports that show its identifier again', [{}, report, report]],
    [
      'keeps silent on identifiers that differ in a letter or a zero',
      [{}, edit('P-1', 'p-1'), edit('P-1', 'P-01')],
    ],
    ['keeps silent on empty identifiers', [empty, empty]],
    ['keeps silent on replies that could not be read', [{}, null, { body: '<a/>' }]],
    [
      'is broken by two sends with one identifier, told of the later one',
      [{}, {}, report, report],
      `1: ${wrong(1)}`,
    ],
    [
      'is broken by two of them over different bindings and of different kinds',
      [
        { binding: 'http-get' },
        { operation: single, binding: 'soap12' },
        { binding: 'http-post', edits: [second] },
      ],
      `1: ${wrong(1, '"P-1"', resultPath(single, 'soap12'))}`,
    ],
    [
      'is broken by each later send, beside the first that was given the identifier',
      [{ edits: [second] }, {}, {}, { edits: [second] }, {}],
      `2: ${wrong(2)}`,
      `3: ${wrong(1, '"P-2"')}`,
      `4: ${wrong(2)}`,
    ],
  ])('%s', (_, replies, ...lines) => {
    const findings = judgeReplies(replies, {});
    expect(told(findings).map((line, i) => `${findings[i]?.step}: ${line}`)).toEqual(lines);
  });

  it('claims no more than its case', () => {
    expect(judgeReplies([{}, {}], {}, 'gap').map(({ level }) => level)).toEqual(['gap']);
  });
});

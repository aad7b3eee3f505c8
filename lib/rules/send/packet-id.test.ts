import { describe, expect, it } from 'vitest';
import { found, judge, resultPath } from '../testing.ts';

const path = `${resultPath('SendBulkSms', 'soap11')}/PacketID`;
const givenBefore = 'SendBulkSms/canonical/http-get';

describe('send/packet-id', () => {
  it.each(['', ' &#10; '])('is broken by an identifier of nothing but white space: %j', (id) => {
    expect(found({ edits: [['P-1', id]] })).toEqual([
      `send/packet-id should ${path}: expected an identifier; actual empty (field: PacketID)`,
    ]);
  });

  it('keeps silent on any other text', () => {
    expect(judge({ edits: [['P-1', '-1.50E+3']] })).toEqual([]);
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

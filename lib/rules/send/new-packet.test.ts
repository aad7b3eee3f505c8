import { describe, expect, it } from 'vitest';
import { judge, resultPath, told } from '../testing.ts';

const givenBefore = 'SendBulkSms/canonical/http-get';

describe('send/new-packet', () => {
  it('is broken by an identifier that another exchange was given before', () => {
    expect(told(judge({ givenBefore }))).toEqual([
      `send/new-packet should ${resultPath('SendBulkSms', 'soap11')}/PacketID: expected a PacketID that no earlier send of the run returned; actual "P-1", already returned in "SendBulkSms/canonical/http-get" (field: PacketID)`,
    ]);
  });

  it('is not asked about reports, which show an identifier again', () => {
    expect(judge({ operation: 'ReportSmsWithPacketId', givenBefore })).toEqual([]);
  });
});

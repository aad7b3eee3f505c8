import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies, resultPath } from '../testing.ts';

const givenBefore = 'SendBulkSms/canonical/http-get';

describe('send/new-packet', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('send/new-packet')).toEqual({ asked: 8, wrong: [] });
  });

  it('is broken by an identifier that another exchange was given before', () => {
    expect(bare(judge({ givenBefore }))).toEqual([
      {
        rule: 'send/new-packet',
        level: 'should',
        path: `${resultPath('SendBulkSms', 'soap11')}/PacketID`,
        expected: 'a PacketID that no earlier send of the run returned',
        actual: '"P-1", already returned in "SendBulkSms/canonical/http-get"',
        names: { field: 'PacketID' },
      },
    ]);
  });

  it('is not asked about reports, which show an identifier again', () => {
    expect(judge({ operation: 'ReportSmsWithPacketId', givenBefore })).toEqual([]);
  });
});

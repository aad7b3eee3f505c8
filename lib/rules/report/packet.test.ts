import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies } from '../testing.ts';

describe('report/packet', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('report/packet')).toEqual({ asked: 8, wrong: [] });
  });

  it('is broken by another packet', () => {
    expect(bare(judge({ operation: 'ReportSingleShotSms', edits: [['P-1', 'P-10']] }))).toEqual([
      {
        rule: 'report/packet',
        level: 'must',
        path: '/Envelope/Body/ReportSingleShotSmsResponse/ReportSingleShotSmsResult/PacketID',
        expected: '"P-1"',
        actual: '"P-10"',
        names: { field: 'PacketID' },
      },
    ]);
  });

  it('is broken by the number written in another way', () => {
    expect(
      bare(
        judge({
          operation: 'ReportSmsWithPacketId',
          binding: 'http-get',
          values: { PacketId: '0042' },
          edits: [['P-1', '42']],
        }),
      ),
    ).toEqual([
      {
        rule: 'report/packet',
        level: 'must',
        path: '/EmPostSmsResult/PacketID',
        expected: '"0042"',
        actual: '"42"',
        names: { field: 'PacketID' },
      },
    ]);
  });

  it('is broken by an empty identifier', () => {
    expect(bare(judge({ operation: 'ReportSingleShotSms', edits: [['P-1', '']] }))).toEqual([
      {
        rule: 'report/packet',
        level: 'must',
        path: '/Envelope/Body/ReportSingleShotSmsResponse/ReportSingleShotSmsResult/PacketID',
        expected: '"P-1"',
        actual: '""',
        names: { field: 'PacketID' },
      },
    ]);
  });
});

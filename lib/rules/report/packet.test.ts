import { describe, expect, it } from 'vitest';
import { judge, told } from '../testing.ts';

describe('report/packet', () => {
  it('is broken by another packet', () => {
    expect(told(judge({ operation: 'ReportSingleShotSms', edits: [['P-1', 'P-10']] }))).toEqual([
      `report/packet must /Envelope/Body/ReportSingleShotSmsResponse/ReportSingleShotSmsResult/PacketID: expected "P-1"; actual "P-10" (field: PacketID)`,
    ]);
  });

  it('is broken by the number written in another way', () => {
    expect(
      told(
        judge({
          operation: 'ReportSmsWithPacketId',
          binding: 'http-get',
          values: { PacketId: '0042' },
          edits: [['P-1', '42']],
        }),
      ),
    ).toEqual([
      `report/packet must /EmPostSmsResult/PacketID: expected "0042"; actual "42" (field: PacketID)`,
    ]);
  });

  it('is broken by an empty identifier', () => {
    expect(told(judge({ operation: 'ReportSingleShotSms', edits: [['P-1', '']] }))).toEqual([
      `report/packet must /Envelope/Body/ReportSingleShotSmsResponse/ReportSingleShotSmsResult/PacketID: expected "P-1"; actual "" (field: PacketID)`,
    ]);
  });
});

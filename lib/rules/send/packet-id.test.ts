import { describe, expect, it } from 'vitest';
import { judge, resultPath, told } from '../testing.ts';

const R = resultPath('SendBulkSms', 'soap11');

describe('send/packet-id', () => {
  it('is broken by an empty identifier', () => {
    expect(told(judge({ edits: [['P-1', '']] }))).toEqual([
      `send/packet-id should ${R}/PacketID: expected an identifier; actual empty (field: PacketID)`,
    ]);
  });

  it('is broken by white space only', () => {
    expect(told(judge({ binding: 'http-get', edits: [['P-1', ' &#10; ']] }))).toEqual([
      `send/packet-id should /EmPostSmsResult/PacketID: expected an identifier; actual empty (field: PacketID)`,
    ]);
  });

  it('keeps silent on any other text', () => {
    expect(told(judge({ edits: [['P-1', '-1.50E+3']] }))).toEqual([]);
  });
});

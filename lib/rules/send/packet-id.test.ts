import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies, resultPath } from '../testing.ts';

const R = resultPath('SendBulkSms', 'soap11');

describe('send/packet-id', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('send/packet-id')).toEqual({ asked: 8, wrong: [] });
  });

  it('is broken by an empty identifier', () => {
    expect(bare(judge({ edits: [['P-1', '']] }))).toEqual([
      {
        rule: 'send/packet-id',
        level: 'should',
        path: `${R}/PacketID`,
        expected: 'an identifier',
        actual: 'empty',
        names: { field: 'PacketID' },
      },
    ]);
  });

  it('is broken by white space only', () => {
    expect(bare(judge({ binding: 'http-get', edits: [['P-1', ' &#10; ']] }))).toEqual([
      {
        rule: 'send/packet-id',
        level: 'should',
        path: '/EmPostSmsResult/PacketID',
        expected: 'an identifier',
        actual: 'empty',
        names: { field: 'PacketID' },
      },
    ]);
  });

  it('keeps silent on any other text', () => {
    expect(bare(judge({ edits: [['P-1', '-1.50E+3']] }))).toEqual([]);
  });
});

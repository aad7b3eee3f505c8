import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies, resultPath } from '../testing.ts';

const R = resultPath('SendBulkSms', 'soap11');
const ns = '{http://sms.example/ns}';

describe('result/field-text', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('result/field-text')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by an element instead of text', () => {
    expect(bare(judge({ edits: [['>Done<', '><Code>1</Code><']] }))).toEqual([
      {
        rule: 'result/field-text',
        level: 'must',
        path: `${R}/PacketStatus`,
        expected: 'text only',
        actual: `contains ${ns}Code`,
        names: { field: 'PacketStatus', parent: 'SendBulkSmsResult' },
      },
    ]);
  });

  it('is broken by elements within text, whatever their namespace', () => {
    expect(bare(judge({ edits: [['>P-1<', '>P<b xmlns=""/>-1<x xmlns="urn:q"/><']] }))).toEqual([
      {
        rule: 'result/field-text',
        level: 'must',
        path: `${R}/PacketID`,
        expected: 'text only',
        actual: 'contains b, {urn:q}x',
        names: { field: 'PacketID', parent: 'SendBulkSmsResult' },
      },
    ]);
  });
});

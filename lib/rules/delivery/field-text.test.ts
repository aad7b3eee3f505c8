import { describe, expect, it } from 'vitest';
import { bare, judge, onCorrectReplies, resultPath } from '../testing.ts';

const D = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;
const ns = '{http://sms.example/ns}';

describe('delivery/field-text', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('delivery/field-text')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by an element instead of text', () => {
    expect(bare(judge({ edits: [['2026-01-02 03:04', '<Value/>']] }))).toEqual([
      {
        rule: 'delivery/field-text',
        level: 'must',
        path: `${D}[1]/DeliveryTime`,
        expected: 'text only',
        actual: `contains ${ns}Value`,
        names: { field: 'DeliveryTime', parent: 'EmSmsDeliveryResult' },
        more: 1,
      },
    ]);
  });

  it('is broken by a message with markup that is not escaped', () => {
    expect(bare(judge({ edits: [[/(905321112244.*)&lt;b&gt;/g, '$1<b xmlns=""/>']] }))).toEqual([
      {
        rule: 'delivery/field-text',
        level: 'must',
        path: `${D}[2]/DeliveredMessage`,
        expected: 'text only',
        actual: 'contains b',
        names: { field: 'DeliveredMessage', parent: 'EmSmsDeliveryResult' },
      },
    ]);
  });
});

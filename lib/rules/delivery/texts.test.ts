import { describe, expect, it } from 'vitest';
import { bare, callOf, judge, onCorrectReplies, resultPath } from '../testing.ts';

const D = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;

describe('delivery/texts', () => {
  it('keeps silent on correct replies in every equal form', () => {
    expect(onCorrectReplies('delivery/texts')).toEqual({ asked: 16, wrong: [] });
  });

  it('is broken by spaces lost, shown as they are', () => {
    expect(
      bare(judge({ values: { Message: ' a  b ' }, edits: [['Merhaba &lt;b&gt; &amp; şİ', 'a  b']] })),
    ).toEqual([
      {
        rule: 'delivery/texts',
        level: 'should',
        path: `${D}[1]/DeliveredMessage`,
        expected: '" a  b "',
        actual: '"a  b"',
        names: { field: 'DeliveredMessage', parameter: 'Message' },
        more: 1,
      },
    ]);
  });

  it('is broken by letters replaced, in one delivery result', () => {
    expect(bare(judge({ edits: [[/(905321112244.*)şİ/g, '$1??']] }))).toEqual([
      {
        rule: 'delivery/texts',
        level: 'should',
        path: `${D}[2]/DeliveredMessage`,
        expected: '"Merhaba <b> & şİ"',
        actual: '"Merhaba <b> & ??"',
        names: { field: 'DeliveredMessage', parameter: 'Message' },
      },
    ]);
  });

  it('is broken by a decomposed letter, shown as an escape', () => {
    expect(
      bare(judge({ values: { Message: 'é' }, edits: [['Merhaba &lt;b&gt; &amp; şİ', 'e\u0301']] })),
    ).toEqual([
      {
        rule: 'delivery/texts',
        level: 'should',
        path: `${D}[1]/DeliveredMessage`,
        expected: '"é"',
        actual: '"e\\u{301}"',
        names: { field: 'DeliveredMessage', parameter: 'Message' },
        more: 1,
      },
    ]);
  });

  it('is broken by an empty text', () => {
    expect(bare(judge({ edits: [['Merhaba &lt;b&gt; &amp; şİ', '']] }))).toEqual([
      {
        rule: 'delivery/texts',
        level: 'should',
        path: `${D}[1]/DeliveredMessage`,
        expected: '"Merhaba <b> & şİ"',
        actual: '""',
        names: { field: 'DeliveredMessage', parameter: 'Message' },
        more: 1,
      },
    ]);
  });

  it('keeps silent on line ends and spaces that came back as sent', () => {
    expect(
      bare(
        judge({
          values: { Message: ' \r\n\ta ' },
          edits: [['Merhaba &lt;b&gt; &amp; şİ', ' &#13;&#10;&#9;a ']],
        }),
      ),
    ).toEqual([]);
  });

  it('has nothing to compare where no field echoes the message', () => {
    const call = callOf('SendBulkSms', 'soap11', { Message: 'x' });
    const parameters = call.operation.parameters.map(({ echo: _, ...parameter }) => parameter);
    const sent = { ...call, operation: { ...call.operation, parameters } };
    expect(bare(judge({ sent }))).toEqual([]);
  });
});

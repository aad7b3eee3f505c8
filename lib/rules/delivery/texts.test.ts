import { describe, expect, it } from 'vitest';
import { callOf, judge, resultPath, told } from '../testing.ts';

const D = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;

describe('delivery/texts', () => {
  it('is broken by spaces lost, shown as they are', () => {
    expect(
      told(judge({ values: { Message: ' a  b ' }, edits: [['Merhaba &lt;b&gt; &amp; şİ', 'a  b']] })),
    ).toEqual([
      `delivery/texts should ${D}[1]/DeliveredMessage: expected " a  b "; actual "a  b" (field: DeliveredMessage, parameter: Message) +1`,
    ]);
  });

  it('is broken by letters replaced, in one delivery result', () => {
    expect(told(judge({ edits: [[/(905321112244.*)şİ/g, '$1??']] }))).toEqual([
      `delivery/texts should ${D}[2]/DeliveredMessage: expected "Merhaba <b> & şİ"; actual "Merhaba <b> & ??" (field: DeliveredMessage, parameter: Message)`,
    ]);
  });

  it('is broken by a decomposed letter, shown as an escape', () => {
    expect(
      told(judge({ values: { Message: 'é' }, edits: [['Merhaba &lt;b&gt; &amp; şİ', 'e\u0301']] })),
    ).toEqual([
      `delivery/texts should ${D}[1]/DeliveredMessage: expected "é"; actual "e\\u{301}" (field: DeliveredMessage, parameter: Message) +1`,
    ]);
  });

  it('is broken by an empty text', () => {
    expect(told(judge({ edits: [['Merhaba &lt;b&gt; &amp; şİ', '']] }))).toEqual([
      `delivery/texts should ${D}[1]/DeliveredMessage: expected "Merhaba <b> & şİ"; actual "" (field: DeliveredMessage, parameter: Message) +1`,
    ]);
  });

  it('keeps silent on line ends and spaces that came back as sent', () => {
    expect(
      told(
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
    expect(told(judge({ sent }))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { judge, resultPath, told } from '../testing.ts';

const D = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;

describe('delivery/number-notation', () => {
  it.each([
    'tel:905321112233',
    'tel:+90-532-111-22-33',
    '90.532.111.22.33',
    '0532/1112233',
    '905321112233 x',
    '905321112233;',
  ])('observes %j, and takes it for the recipient', (written) => {
    expect(told(judge({ edits: [['905321112233', written]] }))).toEqual([
      `delivery/number-notation gap ${D}[1]/GsmNumber: expected "905321112233"; actual ${JSON.stringify(written)} (field: GsmNumber, parameter: GsmNumbers)`,
    ]);
  });

  it.each(['+90 (532) 111-22-33', '00905321112233', '05321112233'])('keeps silent on %j', (written) => {
    expect(judge({ edits: [['905321112233', written]] })).toEqual([]);
  });

  it('has nothing to compare where no send is known', () => {
    const edits = [['905321112233', 'tel:905321112233']] as const;
    expect(judge({ operation: 'ReportSmsWithPacketId', sent: null, edits })).toEqual([]);
  });
});

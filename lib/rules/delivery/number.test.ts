import { describe, expect, it } from 'vitest';
import { judge, resultPath, told } from '../testing.ts';

const D = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult`;

describe('delivery/number', () => {
  it.each([
    '',
    ' ',
    'unknown',
    '000',
    '9053211122**',
    '905321112233*',
    '9.05321112233e+11',
    '905321112233,905321112244',
    '905321112233905321112244',
    '٩٠٥٣٢١١١٢٢٣٣',
  ])('is broken by %j', (written) => {
    expect(told(judge({ edits: [['905321112233', written]] }))).toEqual([
      `delivery/number should ${D}[1]/GsmNumber: expected a telephone number; actual ${JSON.stringify(written)} (field: GsmNumber, parameter: GsmNumbers)`,
    ]);
  });

  it('leaves the number of another subscriber to delivery/recipients', () => {
    for (const written of ['905321112299', 'tel:+905559999999', '90.532.111.22.99', '00 90/532/1112299']) {
      expect(
        judge({ edits: [['905321112233', written]] }).map(({ rule }) => rule),
        written,
      ).toEqual(['delivery/recipients']);
    }
  });

  it('has nothing to compare where no send is known', () => {
    const edits = [['905321112233', '']] as const;
    expect(judge({ operation: 'ReportSmsWithPacketId', sent: null, edits })).toEqual([]);
  });
});

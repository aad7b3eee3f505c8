import { describe, expect, it } from 'vitest';
import { fired, found, judge, resultPath } from '../testing.ts';

const path = `${resultPath('SendBulkSms', 'soap11')}/DeliveryResults/EmSmsDeliveryResult[1]/GsmNumber`;
const told = (written: string) => ({ edits: [['905321112233', written]] }) as const;
const shown = (written: string) =>
  `actual ${JSON.stringify(written)} (field: GsmNumber, parameter: GsmNumbers)`;

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
    expect(found(told(written))).toEqual([
      `delivery/number should ${path}: expected a telephone number; ${shown(written)}`,
    ]);
  });

  it.each(['905321112299', 'tel:+905559999999', '90.532.111.22.99', '00 90/532/1112299'])(
    'leaves %s, the number of another subscriber, to delivery/recipients',
    (written) => {
      expect(fired(judge(told(written)))).toEqual(['delivery/recipients']);
    },
  );
});

describe('delivery/number-notation', () => {
  it.each([
    'tel:905321112233',
    'tel:+90-532-111-22-33',
    '90.532.111.22.33',
    '0532/1112233',
    '905321112233 x',
    '905321112233;',
  ])('observes %j, and takes it for the recipient', (written) => {
    expect(found(told(written))).toEqual([
      `delivery/number-notation gap ${path}: expected "905321112233"; ${shown(written)}`,
    ]);
  });

  it.each(['+90 (532) 111-22-33', '00905321112233', '05321112233'])('keeps silent on %j', (written) => {
    expect(judge(told(written))).toEqual([]);
  });
});

describe('the rules about numbers', () => {
  it.each(['', 'tel:905321112233', '905321112244', '1'])(
    'have nothing to compare %j with where no send is known',
    (written) => {
      expect(judge({ operation: 'ReportSmsWithPacketId', sent: null, ...told(written) })).toEqual([]);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { sampleNamed } from '../../suites/support/calls.ts';
import type { ParameterValues } from '../model/contract.ts';
import { messageOf } from '../text/finding-value.ts';
import { echoedValues, exchangeValues, textSource } from './text-source.ts';

const single = sampleNamed('SingleShotSmsWithTypeAndKeyID', 'soap11');
const bulkOf = (values: ParameterValues) => ({ ...sampleNamed('SendBulkSms', 'soap11'), values });

describe('the text of a field', () => {
  const values = exchangeValues([single], [], ['P000009', 'P000010'], 'PacketID');

  it('is known by its field alone', () => {
    expect(textSource('GsmNumber', '905000000000', values)).toEqual({ kind: 'sent' });
    expect(textSource('PacketID', 'P000010', values)).toEqual({ kind: 'packet', number: 2 });
    expect(textSource('PacketStatus', 'P000009', values)).toBeUndefined();
    expect(textSource('PostType', 'P000009', values)).toBeUndefined();
    expect(textSource('GsmNumber', '905000000001', values)).toBeUndefined();
  });

  it('is a number that was changed, or cut off', () => {
    expect(textSource('GsmNumber', '5000000000', values)).toMatchObject({
      kind: 'number-changed',
      change: { kind: 'front-lost', parameters: [messageOf('90')] },
    });
    expect(textSource('GsmNumber', '+905000000000', values)).toMatchObject({
      kind: 'number-changed',
      change: { kind: 'front-added', parameters: [messageOf('+')] },
    });
    expect(textSource('GsmNumber', '9050', values)).toEqual({ kind: 'sent-cut', length: 4 });
  });

  it('is a text that was converted, or cut off; a number in another notation is none', () => {
    const sent = exchangeValues([bulkOf({ Message: 'Merhaba 5551112233' })], [], [], 'PacketID');
    expect(textSource('DeliveredMessage', 'MERHABA 5551112233', sent)).toEqual({
      kind: 'sent-changed',
      change: { kind: 'upper-case', parameters: [] },
    });
    expect(textSource('DeliveredMessage', 'Merhaba', sent)).toEqual({ kind: 'sent-cut', length: 7 });
    expect(textSource('DeliveredMessage', '5551112233', sent)).toBeUndefined();
    const digits = exchangeValues([bulkOf({ Message: '05551112233' })], [], [], 'PacketID');
    expect(textSource('DeliveredMessage', '5551112233', digits)?.kind).not.toBe('number-changed');
  });

  it('is another text from a character on, if enough of it is as sent; a number is none', () => {
    const sent = exchangeValues([bulkOf({ Message: 'Merhaba 5551112233' })], [], [], 'PacketID');
    expect(textSource('DeliveredMessage', 'Merhaba 555111233', sent)).toEqual({
      kind: 'sent-until',
      length: 15,
      text: 'Merhaba 555111233',
    });
    expect(textSource('DeliveredMessage', 'Merhaba 5551112233 END', sent)).toBeUndefined();
    expect(textSource('DeliveredMessage', 'Merh*', sent)).toBeUndefined();
    expect(textSource('GsmNumber', '905000000001', values)).toBeUndefined();
  });

  it('has lost a plus sign, of a number and of any other text alike', () => {
    const sent = exchangeValues([bulkOf({ GsmNumbers: ['+905000000000', '+1.50'] })], [], [], 'PacketID');
    const found = ['905000000000', '1.50', '1.5'].map((text) => textSource('GsmNumber', text, sent)?.kind);
    expect(found).toEqual(['sent-without-plus', 'sent-without-plus', undefined]);
  });

  it('is one of another call of the exchange, or of any exchange', () => {
    const others = [bulkOf({ GsmNumbers: ['905550000001'], Message: 'other' })];
    const elsewhere = echoedValues([bulkOf({ GsmNumbers: ['905550000002'], Message: 'else' })]);
    const known = exchangeValues([single], others, [], 'PacketID', elsewhere);
    expect(textSource('GsmNumber', '905000000000', known)).toEqual({ kind: 'sent' });
    expect(textSource('GsmNumber', '905550000001', known)).toEqual({ kind: 'sent-by-other' });
    expect(textSource('GsmNumber', '905550000002', known)).toEqual({ kind: 'sent-by-other' });
    // A short one is there by accident.
    expect(textSource('DeliveredMessage', 'else', known)).toBeUndefined();
    expect([...echoedValues([bulkOf({ Message: 'short', ServiceTicket: 'ticket-1' })])]).toEqual([
      'DeliveredMessage short',
    ]);
  });

  it('is found among thousands of numbers by its last digits', () => {
    const numbers = Array.from({ length: 5_000 }, (_, place) => `90500${String(place).padStart(7, '0')}`);
    const known = exchangeValues([bulkOf({ GsmNumbers: [...numbers, '+905009999999'] })], [], [], 'PacketID');
    const found = ['5000001234', '905009999999', '90500000123'].map(
      (text) => textSource('GsmNumber', text, known)?.kind,
    );
    expect(found).toEqual(['number-changed', 'sent-without-plus', undefined]);
    expect(known.recipients).toEqual({ field: 'GsmNumber', numbers: [...numbers, '+905009999999'] });
  });

  it('has no recipient where a request has none', () => {
    const none = exchangeValues([sampleNamed('ReportSingleShotSms', 'soap11')], [], [], 'PacketID');
    expect(none.recipients).toEqual({ field: '', numbers: [] });
  });
});

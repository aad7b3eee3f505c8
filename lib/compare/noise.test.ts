import { describe, expect, it } from 'vitest';
import { sampleNamed } from '../../suites/support/calls.ts';
import { exchangeValues, textSource } from '../reading/text-source.ts';
import { factText } from './facts.ts';
import { labeller, noiseIn, timeFact, withoutNoise } from './noise.ts';

const clock = Date.UTC(2026, 0, 2, 3, 4, 5);
const single = sampleNamed('SingleShotSmsWithTypeAndKeyID', 'soap11');
const values = exchangeValues([single], [], ['P000009'], 'PacketID');
const meanings = { labelled: labeller(values), clock, sentAt: clock };

/** Words the source of a text. */
function told(field: string, text: string, known = values): string | undefined {
  const source = textSource(field, text, known);
  return source && factText(source);
}

describe('noise in a text', () => {
  it('is replaced by what it stands for', () => {
    const guid = '3F2504E0-4F89-11D3-9A0C-0305E82C3301';
    expect(withoutNoise(`packet P000009 of 905000000000 at 2026-01-02T03:04:05, ${guid}`, meanings)).toBe(
      'packet <packet 1> of <GsmNumber> at <yyyy-MM-ddTHH:mm:ss>, <GUID>',
    );
  });

  it('is a sent value of any length, in a list of any length', () => {
    const bulk = sampleNamed('SendBulkSms', 'soap11');
    const numbers = Array.from({ length: 10_000 }, (_, place) => `90500${String(place).padStart(7, '0')}`);
    const Message = 'şğ漢😀'.repeat(20_000);
    const long = exchangeValues([{ ...bulk, values: { Message, GsmNumbers: numbers } }], [], [], 'PacketID');
    const text = `no ${numbers[9_999]} takes ${Message}`;
    expect(withoutNoise(text, { labelled: labeller(long), clock })).toBe('no <GsmNumbers> takes <Message>');
  });

  it('is no time that the clock does not say, and no number', () => {
    const text = 'version 4.0.30319 of 2025-11-21, not before 0001-01-01T00:00:00, no 12345678';
    expect(withoutNoise(text, meanings)).toBe(text);
  });

  it('is not seen in short values, which appear in other words by accident', () => {
    expect(withoutNoise('type 1 of 10', meanings)).toBe('type 1 of 10');
  });

  it('knows an echo by its field alone', () => {
    expect(told('GsmNumber', '905000000000')).toBe('as sent');
    expect(told('PacketID', 'P000009')).toBe('packet 1');
    expect(told('PacketStatus', 'P000009')).toBeUndefined();
  });
});

describe('a sent value that comes back converted', () => {
  it.each([
    ['GsmNumber', '5000000000', 'the same number, but the 90 in front was lost'],
    ['GsmNumber', '905000000001', undefined],
    ['GsmNumber', '+905000000000', 'the same number, with + in front'],
    ['GsmNumber', '9050', 'as sent, but cut off after character 4'],
    ['PostType', 'P000009', undefined],
  ])('is told by the conversion: %s %s', (field, text, conversion) => {
    expect(told(field, text)).toBe(conversion);
  });
});

it('a plus that is lost is one conversion, of a number and of any other text', () => {
  const bulk = {
    ...sampleNamed('SendBulkSms', 'soap11'),
    values: { GsmNumbers: ['+905000000000', '+1.50'] },
  };
  const sent = exchangeValues([bulk], [], [], 'PacketID');
  expect(told('GsmNumber', '905000000000', sent)).toBe('as sent, but plus signs were removed');
  expect(told('GsmNumber', '1.50', sent)).toBe('as sent, but plus signs were removed');
});

it('a count is left out of a value where there are many', () => {
  const listOf = (count: number) => ({ kind: 'items-fewer', count }) as const;
  const counts = (most: number) =>
    Array.from({ length: most }, (_, place) => ({ DeliveryResults: listOf(place + 1) }));
  const [few, many] = [4, 5].map((most) => noiseIn([], counts(most)));
  const value = listOf(3);
  expect(few?.('DeliveryResults', value)).toBe('only 3 for more recipients');
  expect(many?.('DeliveryResults', value)).toBe('only N for more recipients');
});

describe('a time', () => {
  it.each([
    ['2026-01-02T03:04:09', 'yyyy-MM-ddTHH:mm:ss'],
    ['2026-01-02T06:04:05+03:00', 'yyyy-MM-ddTHH:mm:sszzz'],
    ['2026-01-02 06:04', 'yyyy-MM-dd HH:mm, 3 h ahead of UTC'],
    ['2026-01-03T03:04:05', 'yyyy-MM-ddTHH:mm:ss, 1 d ahead of UTC'],
    ['2026-01-02', 'yyyy-MM-dd'],
    ['0001-01-01T00:00:00', undefined],
    ['2025-11-21T14:30:05', undefined],
  ])('that reads %s is compared as %s', (text, shape) => {
    const fact = timeFact(text, meanings);
    expect(fact && factText(fact)).toBe(shape);
  });

  it('has no offset where its send was not seen', () => {
    const fact = timeFact('2026-01-02 06:04', { ...meanings, sentAt: undefined });
    expect(fact).toEqual({ kind: 'time', shape: 'yyyy-MM-dd HH:mm' });
  });
});

it('a number or an offset that varies on the old side is left out', () => {
  const time = (offset?: string) => ({ kind: 'time', shape: 'HH:mm', offset }) as const;
  const shown = noiseIn([
    { text: 'error 123456', DeliveryTime: time('15 min behind UTC'), SendDate: '2025-01-02' },
    { text: 'error 654321', DeliveryTime: time(), SendDate: '2025-01-02' },
  ]);
  expect(shown('text', 'error 777777')).toBe('error <6 digits>');
  expect(shown('text', 'fault 777777')).toBe('fault 777777');
  expect(shown('reply', 'error 777777')).toBe('error 777777');
  expect(shown('DeliveryTime', time('3 h ahead of UTC'))).toBe('HH:mm');
  expect(shown('SendDate', '2025-01-03')).toBe('2025-01-03');
});

it('a value of another call of the exchange is told from that of the send itself', () => {
  const [first, second] = ['first', 'second'].map((KeyID) => ({ ...single, values: { KeyID } }));
  if (!first || !second) throw new Error('no calls');
  const sent = exchangeValues([first], [second], [], 'PacketID');
  expect(told('KeyID', 'first', sent)).toBe('as sent');
  expect(told('KeyID', 'second', sent)).toBe('as another call sent it');
});

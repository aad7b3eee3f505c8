import { describe, expect, it } from 'vitest';
import { sampleNamed } from '../../suites/support/calls.ts';
import { exchangeValues, textSource } from '../reading/text-source.ts';
import { factText, type Values } from './facts.ts';
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

/** Makes values those of delivery results, each in an exchange of its own. */
const eachIn = (all: readonly Values[]) =>
  all.map((values, place) => ({ exchange: String(place), isDelivery: true, values }));

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

  it('is a time that no clock has, and no part of an address', () => {
    const text = 'at 02.01.2026 25:00 and 1/2/2026 3:04 AM from 10.2.1.26, 2.1.26.9';
    expect(withoutNoise(text, meanings)).toBe(
      'at <impossible dd.MM.yyyy HH:mm> and <MM/dd/yyyy HH:mm tt> from 10.2.1.26, 2.1.26.9',
    );
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
  const [few, many] = [4, 5].map((most) => noiseIn([], eachIn(counts(most))));
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
    ['2026-01-01', 'yyyy-MM-dd'],
    ['2026-1-2', 'yyyy-M-d'],
    ['2026-01-03T23:04:05', 'yyyy-MM-ddTHH:mm:ss, 1 d 20 h ahead of UTC'],
    ['/Date(1767323045000+0300)/', '/Date(<13 digits>+0300)/'],
    // Whatever the culture, on every day and at every hour.
    ['1/2/2026 6:04:05 AM', 'MM/dd/yyyy HH:mm:ss tt, 3 h ahead of UTC'],
    ['1/2/2026 11:04:05 PM', 'MM/dd/yyyy HH:mm:ss tt, 20 h ahead of UTC'],
    ['02.1.2026 03:04', 'dd.MM.yyyy HH:mm'],
    ['01.02.2026 03:04', 'MM.dd.yyyy HH:mm'],
    ['02.01.26 03:04', 'dd.MM.yy HH:mm'],
    ['26-01-02', 'yy-MM-dd'],
    ['٢٠٢٦-٠١-٠٢', 'Arabic digits yyyy-MM-dd'],
    // In digits alone.
    ['20260102030405', '14 digits'],
    ['20260102', '8 digits'],
    ['1767323045', '10 digits'],
    ['1767323045000', '13 digits'],
    ['1767323', undefined],
    // None that a calendar or a clock has, or has on some days and hours alone.
    ['2026-02-01T03:04:05', 'yyyy-dd-MMTHH:mm:ss'],
    ['2026-04-02T03:04:05', 'yyyy-mm-ddTHH:mm:ss'],
    ['02.45.2026 03:45', 'dd.mm.yyyy HH:mm'],
    ['02.01.2026 25:00', 'impossible dd.MM.yyyy HH:mm'],
    ['2026-01-02T24:30:00', 'impossible yyyy-MM-ddTHH:mm:ss'],
    ['2026-27-11T10:00:00', 'impossible yyyy-MM-ddTHH:mm:ss'],
    ['2026-01-32', 'impossible yyyy-MM-dd'],
    // Constants.
    ['2025-13-45T00:00:00', undefined],
    ['0000-00-00', undefined],
    ['2026-04-02T03:05:05', undefined],
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

const timeOf = (shape: string, offset?: string) => ({ kind: 'time', shape, offset }) as const;

it('a number or an offset that varies on the old side is left out', () => {
  const time = (offset?: string) => timeOf('HH:mm', offset);
  const shown = noiseIn(
    eachIn([
      { text: 'error 123456', DeliveryTime: time('15 min behind UTC'), SendDate: '2025-01-02' },
      { text: 'error 654321', DeliveryTime: time(), SendDate: '2025-01-02' },
    ]),
  );
  expect(shown('text', 'error 777777')).toBe('error <6 digits>');
  expect(shown('text', 'fault 777777')).toBe('fault 777777');
  expect(shown('reply', 'error 777777')).toBe('error 777777');
  expect(shown('DeliveryTime', time('3 h ahead of UTC'))).toBe('HH:mm');
  expect(shown('SendDate', '2025-01-03')).toBe('2025-01-03');
});

it('a number of a recording without times is no time', () => {
  const unknown = { clock: 0, sentAt: undefined };
  expect(['123456', '5', '0x1F', '1767323045'].map((text) => timeFact(text, unknown))).toEqual(
    Array(4).fill(undefined),
  );
});

describe('a text of the new side', () => {
  const textsOf = (made: (place: number) => string) =>
    eachIn(Array.from({ length: 40 }, (_, place) => ({ KeyID: made(place) })));

  it('that is another in nearly each exchange is one difference, also in later runs', () => {
    const shown = noiseIn(
      [],
      textsOf((place) => (place < 36 ? `K${place}` : 'FAILED')),
    );
    const words = 'another text, different in each exchange';
    expect(['K3', 'K99', 'FAILED'].map((text) => shown('KeyID', text, 'new'))).toEqual([
      words,
      words,
      'FAILED',
    ]);
    expect([shown('KeyID', 'K3'), shown('DeliveryDetail', 'K3', 'new')]).toEqual(['K3', 'K3']);
  });

  it.each([
    ['one for all', () => 'K1'],
    ['one of a set of states', (place: number) => `K${place % 16}`],
    ['the same over all bindings', (place: number) => `K${Math.floor(place / 4)}`],
    ['as sent, but for a few', (place: number) => (place < 10 ? `K${place}` : 'as sent')],
  ])('stays as it is: %s', (_, made) => {
    expect(noiseIn([], textsOf(made))('KeyID', 'K1', 'new')).toBe('K1');
  });

  it('stays as it is in faults and pages', () => {
    const faults = textsOf((place) => `K${place}`).map((each) => ({ ...each, isDelivery: false }));
    expect(noiseIn([], faults)('KeyID', 'K1', 'new')).toBe('K1');
  });
});

describe('a number of the old side', () => {
  const shownBy = (made: (place: number) => string) =>
    noiseIn(eachIn(Array.from({ length: 20 }, (_, place) => ({ DeliveryDetail: made(place) }))));

  it('is left out in any length where it is of several and nearly each exchange has another', () => {
    const shown = shownBy((place) => `OK:${7 ** (place + 5)}`);
    expect(['OK:65584', 'OK:123456789', 'NO:123456789'].map((text) => shown('DeliveryDetail', text))).toEqual(
      ['OK:<digits>', 'OK:<digits>', 'NO:123456789'],
    );
    expect(shown('PacketStatus', 'OK:65584')).toBe('OK:65584');
  });

  it('stays where the new side has a constant instead', () => {
    const [old, now] = [(place: number) => `OK:${7 ** (place + 5)}`, () => 'OK:0'].map((made) =>
      eachIn(Array.from({ length: 20 }, (_, place) => ({ DeliveryDetail: made(place) }))),
    );
    const shown = noiseIn(old ?? [], now);
    expect(shown('DeliveryDetail', 'OK:16807', 'old')).toBe('OK:<digits>');
    expect(shown('DeliveryDetail', 'OK:0', 'new')).toBe('OK:0');
  });

  it.each([
    ['of one length', 'OK:65584', (place: number) => `OK:${10_000 + place}`],
    ['a code of a set', 'OK:65584', (place: number) => `OK:${7 ** (place % 8)}`],
    ['beside another number', 'OK 5:65584', (place: number) => `OK 5:${7 ** (place + 5)}`],
  ])('stays where it is %s', (_, text, made) => {
    expect(shownBy(made)('DeliveryDetail', text)).toBe(text);
  });
});

it('the length of a fraction that varies on the old side is left out', () => {
  const short = { SendDate: timeOf('HH:mm:ss.f') };
  const long = { SendDate: timeOf('HH:mm:ss.fffffff') };
  const shown = [[long], [long, short]].map((old) =>
    noiseIn(eachIn(old))('SendDate', timeOf('HH:mm:ss.fff')),
  );
  expect(shown).toEqual(['HH:mm:ss.fff', 'HH:mm:ss.f']);
});

it('a value of another call of the exchange is told from that of the send itself', () => {
  const [first, second] = ['first', 'second'].map((KeyID) => ({ ...single, values: { KeyID } }));
  if (!first || !second) throw new Error('no calls');
  const sent = exchangeValues([first], [second], [], 'PacketID');
  expect(told('KeyID', 'first', sent)).toBe('as sent');
  expect(told('KeyID', 'second', sent)).toBe('as another call sent it');
});

import { describe, expect, it } from 'vitest';
import { sampleNamed } from '../../suites/support/calls.ts';
import { exchangeValues } from '../reading/text-source.ts';
import type { Values } from './facts.ts';
import { labeller, noiseIn, withoutNoise } from './noise.ts';

const clock = Date.UTC(2026, 0, 2, 3, 4, 5);
const single = sampleNamed('SingleShotSmsWithTypeAndKeyID', 'soap11');
const values = exchangeValues([single], [], ['P000009'], 'PacketID');
const meanings = { labelled: labeller(values), clock, sentAt: clock };

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

const timeOf = (shape: string, offset?: string) => ({ kind: 'time', shape, offset }) as const;

it('a number or an offset that varies on the old side is left out', () => {
  const time = (offset?: string) => timeOf('HH:mm', offset);
  const shown = noiseIn(
    eachIn([
      { text: 'error 123456', DeliveryTime: time('15 min behind UTC'), SendDate: '2025-01-02' },
      { text: 'error 654321', DeliveryTime: time(''), SendDate: '2025-01-02' },
    ]),
  );
  expect(shown('text', 'error 777777')).toBe('error <6 digits>');
  expect(shown('text', 'fault 777777')).toBe('fault 777777');
  expect(shown('reply', 'error 777777')).toBe('error 777777');
  expect(shown('DeliveryTime', time('3 h ahead of UTC'))).toBe('HH:mm');
  expect(shown('SendDate', '2025-01-03')).toBe('2025-01-03');
});

it('an offset is not left out because it is not known of a packet whose send was not seen', () => {
  const [known, unknown] = [timeOf('HH:mm', '3 h ahead of UTC'), timeOf('HH:mm')];
  const shown = noiseIn(eachIn([{ SendDate: known }, { SendDate: unknown }]));
  expect([shown('SendDate', known), shown('SendDate', unknown)]).toEqual([
    'HH:mm, 3 h ahead of UTC',
    'HH:mm',
  ]);
});

it('a fraction whose length varies is left out of a time without an offset, too', () => {
  const [short, long] = ['HH:mm:ss.ff', 'HH:mm:ss.fff'].map((shape) => timeOf(shape, ''));
  const shown = noiseIn(eachIn([{ SendDate: short ?? '' }, { SendDate: long ?? '' }]));
  expect(shown('SendDate', timeOf('HH:mm:ss.ff'))).toBe('HH:mm:ss.f');
});

describe('an offset of a time', () => {
  const utc = '';
  const hours = (count: number) => `${count} h ahead of UTC`;
  /** Makes the times of a side, each in an exchange of its own: so many with each offset. */
  const times = (counts: Readonly<Record<string, number>>, operation = 'Report', shape = 'HH:mm') =>
    Object.entries(counts).flatMap(([offset, count]) =>
      Array.from({ length: count }, (_, place) => ({
        exchange: `${operation} ${offset} ${place}`,
        operation,
        isDelivery: true,
        values: { SendDate: timeOf(shape, offset) },
      })),
    );
  type Times = ReturnType<typeof times>;
  const shownBy = (old: Times, now: Times, offset: string, operation = 'Report', shape = 'HH:mm') =>
    noiseIn(old, now)('SendDate', timeOf(shape, offset), 'new', operation);

  it('that all of the new side have is told, though a few of the old side are off', () => {
    const [old, now] = [times({ [utc]: 99, [hours(1)]: 1 }), times({ [hours(3)]: 100 })];
    expect(shownBy(old, now, utc)).toBe('HH:mm');
    expect(shownBy(old, now, hours(1))).toBe('HH:mm');
    expect(shownBy(old, now, hours(3))).toBe('HH:mm, 3 h ahead of UTC');
  });

  it('that a few of either side have is left out', () => {
    const [old, now] = [
      times({ [utc]: 98, [hours(1)]: 2 }),
      times({ [utc]: 97, [hours(1)]: 1, [hours(2)]: 2 }),
    ];
    expect(shownBy(old, now, hours(1))).toBe('HH:mm');
    expect(shownBy(old, now, hours(2))).toBe('HH:mm');
  });

  it('that a few of the old side have is told where nearly all of the new side have it', () => {
    const [old, now] = [times({ [utc]: 19, [hours(1)]: 1 }), times({ [hours(1)]: 20 })];
    expect(shownBy(old, now, hours(1))).toBe('HH:mm, 1 h ahead of UTC');
  });

  it('that is another than before and after a change to summer time is told', () => {
    const old = times({ [hours(2)]: 40, [hours(3)]: 60 });
    expect(shownBy(old, times({ [hours(3)]: 100 }), hours(3))).toBe('HH:mm, 3 h ahead of UTC');
    expect(shownBy(old, times({ [hours(2)]: 50, [hours(3)]: 50 }), hours(2))).toBe('HH:mm, 3 h ahead of UTC');
    expect(shownBy(old, times({ [hours(5)]: 4 }), hours(5))).toBe('HH:mm, 5 h ahead of UTC');
  });

  it('is left out where nearly each time of the old side has another', () => {
    const varied = (first: number) =>
      times(Object.fromEntries(Array.from({ length: 20 }, (_, place) => [hours(first + place), 1])));
    expect(shownBy(varied(1), varied(30), hours(35))).toBe('HH:mm');
    expect(shownBy(varied(1), times({ [hours(35)]: 20 }), hours(35))).toBe('HH:mm');
    // In a format that the old side does not have, too.
    const seconds = 'HH:mm:ss';
    const now = times({ [hours(30)]: 1, [hours(31)]: 1 }, 'Report', seconds);
    expect(shownBy(varied(1), now, hours(31), 'Report', seconds)).toBe('HH:mm:ss');
  });

  it('that an operation always had is told where it always has another', () => {
    const old = [...times({ [utc]: 4 }, 'Send'), ...times({ [hours(3)]: 4 })];
    const now = [...times({ [utc]: 4 }, 'Send'), ...times({ [utc]: 4 })];
    const shown = noiseIn(old, now);
    const [before, after] = [hours(3), utc].map((offset) =>
      shown('SendDate', timeOf('HH:mm', offset), 'old', 'Report'),
    );
    expect([before, after]).toEqual(['HH:mm, 3 h ahead of UTC', 'HH:mm']);
    // Three could be so by chance.
    expect(shownBy(old.slice(0, -1), now.slice(0, -1), utc)).toBe(shownBy(old, now.slice(0, -1), hours(3)));
  });
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

import { describe, expect, it } from 'vitest';
import { messageOf, numberOf, quoted } from '../text/finding-value.ts';
import {
  changesOf,
  conversionOf,
  differAt,
  numberDifference,
  replacedCharacters,
  textDifferences,
} from './text-change.ts';

const kindOf = (sent: string, back: string) => textDifferences(sent, back)[0]?.kind;

describe('the change of a text', () => {
  it.each([
    ['şİğ €', Buffer.from('şİğ €').toString('latin1'), 'ISO 8859-1'],
    ['şİğ €', new TextDecoder('windows-1254').decode(Buffer.from('şİğ €')), 'windows-1254'],
    ['😀', new TextDecoder('windows-1254').decode(Buffer.from('😀')), 'windows-1254'],
    ['😀', 'ðŸ˜€', 'windows-1252'],
  ])('%s that became %s was decoded as %s', (sent, back, charset) => {
    expect(conversionOf(sent, back)).toEqual({ kind: 'decoded', parameters: [charset] });
  });

  it.each([
    ['&lt;b&gt; &quot;x&quot; &amp;', '<b> "x" &', 'unescaped'],
    ['<b>&', '&lt;b&gt;&amp;', 'escaped'],
    ['\x85a\x1C b ', 'a b', 'white-space-collapsed'],
    ['a \t b', 'a b', 'white-space-collapsed'],
    [`"it's" <b>`, '&quot;it&#039;s&quot; &lt;b&gt;', 'escaped'],
    ['a\rb', 'a&#xD;b', 'escaped'],
    ['a&#13;b', 'a\rb', 'unescaped'],
    ['a b&c', 'a+b%26c', 'percent-encoded'],
    ["it's ş", 'it%27s%20%c5%9f', 'percent-encoded'],
    ['a b', 'a+b', 'spaces-as-plus'],
    ['abc', 'ABC', 'upper-case'],
    ["it's", "it''s", 'quotes-doubled'],
    ['00123', '123', 'zeros-lost'],
    ['1.10', '1,1', 'number'],
    ['1,001', '1001', 'number'],
    ['-0', '0', 'number'],
    ['0x1F', '31', 'number'],
    ['1e3', '1000', 'number'],
    ['12345678901234567890', '1,23456789012346E+19', 'number'],
    ['1.10', '1.2', 'differs'],
    ['0.50', '.5', 'number'],
    ['7', '007', 'added-before'],
    ['000000000000', '0000', 'cut'],
    ['1'.repeat(400), '1'.repeat(320), 'cut'],
    ['1234567890123456789', '1234567890123456111', 'differs'],
    ['', 'null', 'filled'],
    ['abc', '', 'lost'],
    ['abc', 'xabc', 'added-before'],
    ['abc', 'abcx', 'added-after'],
    ['abcdef', 'abc', 'cut'],
    ['ab😀', 'ab', 'beyond-bmp-removed'],
    ['ab😀c', 'ab', 'cut-before-beyond-bmp'],
    ['abc', 'xyz', undefined],
    ['abc', 'abd', 'differs'],
  ])('%j that became %j is told as %s', (sent, back, kind) => {
    const found = changesOf(sent, back).map((change) => change.kind);
    const all = found.length > 0 ? found : textDifferences(sent, back).map((change) => change.kind);
    expect(all.includes(kind as never) || (all.length === 0 && kind === undefined)).toBe(true);
  });

  it('is a part: its end, or five characters at least of its middle', () => {
    const part = (from: number, to: number, of: number) => [
      { kind: 'part', parameters: [numberOf(from), numberOf(to), numberOf(of)] },
    ];
    expect(textDifferences('0123456789', '89')).toEqual(part(9, 10, 10));
    expect(textDifferences('abcdefghij', 'cdefg')).toEqual(part(3, 7, 10));
    expect(textDifferences('abcdefghij', 'cdef')).toEqual([]);
  });

  it('is the place from which on two texts differ', () => {
    expect(['abc', 'ab', 'xbc', ''].map((back) => differAt('abc', back))).toEqual([3, 2, 0, 0]);
    expect(textDifferences('abcd', 'abxx')).toEqual([{ kind: 'differs', parameters: [numberOf(3)] }]);
  });

  it('is that of letters in whose bytes blocks end', () => {
    const letters = (length: number) => `${'a'.repeat(length)}ş`;
    const broken = (length: number) => `${'a'.repeat(length)}\uFFFD\uFFFD`;
    expect(kindOf(`${letters(10)}b`, `${broken(10)}b`)).toBe('halves');
    // Blocks of 512 bytes.
    const sent = [511, 510, 510].map(letters).join('');
    expect(textDifferences(sent, [511, 510, 510].map(broken).join(''))).toEqual([
      { kind: 'halves-of-block', parameters: [numberOf(512, 'byte')] },
    ]);
    // A pair can be cut between two units as well.
    const pairs = [511, 510, 510].map((length) => `${'a'.repeat(length)}😀`).join('');
    expect(textDifferences(pairs, [511, 510, 510].map(broken).join(''))).toEqual([
      { kind: 'halves-of-block', parameters: [numberOf(512, 'UTF-16 code unit')] },
    ]);
    expect(kindOf('aşb', 'a\uFFFDb')).toBe('replaced');
    expect(kindOf('aşbc', 'a\uFFFD\uFFFDb')).not.toBe('halves');
  });

  it('is that of characters that became others everywhere', () => {
    expect([...(replacedCharacters('şaş', 'sas') ?? [])]).toEqual([['ş', 's']]);
    expect(replacedCharacters('şaş', 'saş')).toBeUndefined();
    expect(replacedCharacters('şa', 'sb')).toBeUndefined();
    expect(replacedCharacters('şa', 'sab')).toBeUndefined();
    expect(replacedCharacters('şa', 'şa')).toBeUndefined();
    expect(textDifferences('şğ', 'xy')).toEqual([
      { kind: 'characters', parameters: [quoted('ş'), quoted('x'), numberOf(1)] },
    ]);
    expect(textDifferences('aşa', 'axa')).toEqual([
      { kind: 'replaced', parameters: [quoted('ş'), quoted('x')] },
    ]);
  });
});

it('the change of a number is at its front, or between its digits', () => {
  const change = (sent: string, back: string) => {
    const { kind, parameters } = numberDifference(sent, back);
    return [kind, ...parameters];
  };
  expect(change('+90 555 111', '+90555111')).toEqual(['separators-lost']);
  expect(change('+90555111', '+90 555 111')).toEqual(['separators-other']);
  expect(change('+90-555', '+90 555')).toEqual(['separators-other']);
  expect(change('905551112233', '5551112233')).toEqual(['front-lost', messageOf('90')]);
  expect(change('5551112233', '+905551112233')).toEqual(['front-added', messageOf('+90')]);
  expect(change('05551112233', '+905551112233')).toEqual(['front-changed', messageOf('0'), messageOf('+90')]);
  expect(change('00905551112233', '+905551112233')).toEqual([
    'front-changed',
    messageOf('00'),
    messageOf('+'),
  ]);
});

it.each([
  ['blanks', `x${' '.repeat(60_000)}x`],
  ['less-than signs', '<'.repeat(100_000)],
])('the change of a text with many %s is found in linear time', (_, sent) => {
  const begin = performance.now();
  expect(kindOf(sent, 'y')).toBeUndefined();
  expect(performance.now() - begin).toBeLessThan(2000);
});

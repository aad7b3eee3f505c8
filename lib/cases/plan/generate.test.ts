// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the case language writes references like this
import { describe, expect, it } from 'vitest';
import type { NumberFormat } from '../../model/contract.ts';
import { fill, generate, notations, shortHash } from './generate.ts';

const source = { runId: 'run1', numbers: ['905000000000', '905000000001', '905000000002'] };

describe('generated values', () => {
  it('hold a prefix, the run and the scope in a unique id', () => {
    const id = generate({ 'unique-id': 'key' }, source, 'a#KeyID');
    expect(id).toMatch(/^key-run1-[a-z0-9]{7}$/);
    expect(generate({ 'unique-id': 'key' }, source, 'b#KeyID')).not.toBe(id);
    expect(generate({ 'unique-id': 'key' }, { ...source, runId: 'run2' }, 'a#KeyID')).not.toBe(id);
    expect(generate({ 'unique-id': 'key' }, source, 'a#KeyID')).toBe(id);
  });

  it('take numbers in order and begin again where there are too few', () => {
    expect(generate({ numbers: 2 }, source, '')).toEqual(['905000000000', '905000000001']);
    const bare = ['5000000000', '5000000001', '5000000002', '5000000000'];
    expect(generate({ numbers: 4, format: 'bare' }, source, '')).toEqual(bare);
    const twice = ['905000000000', '905000000001', '905000000000', '905000000001'];
    expect(generate({ numbers: 2, repeat: 2 }, source, '')).toEqual(twice);
    expect(generate({ number: 'plus' }, source, '')).toBe('+905000000000');
  });

  it('begin with the number where the call before ended, and leave those alone that take no turn', () => {
    const turning = { ...source, turning: 2 };
    const drawn = (numbers: number, start: number) => generate({ numbers }, turning, '', start);
    expect(drawn(2, 1)).toEqual(['905000000001', '905000000000']);
    expect(drawn(3, 3)).toEqual(['905000000001', '905000000000', '905000000002']);
    expect(generate({ number: 'zero' }, turning, '', 5)).toBe('05000000001');
    expect(generate({ numbers: 1 }, source, '', 5)).toEqual(['905000000000']);
  });

  it('cannot be numbers where there are none to send to', () => {
    expect(() => generate({ numbers: 1 }, { runId: 'r', numbers: [] }, '')).toThrow('at least one number');
  });

  it.each<[NumberFormat, string, string?]>([
    ['country', '905321112233'],
    ['plus', '+905321112233'],
    ['double-zero', '00905321112233'],
    ['zero', '05321112233'],
    ['bare', '5321112233'],
    ['zero', '04712345678', '4712345678'],
    ['bare', '4712345678', '4712345678'],
  ])('write a number as %s: %s', (format, written, number = '905321112233') => {
    expect(notations[format](number)).toBe(written);
  });

  it.each([
    ['abc', 7, 'abcabca'],
    ['abc', 2, 'ab'],
    ['\u{1F600}', 4, '\u{1F600}\u{1F600}'],
    ['\u{1F600}', 3, '\u{1F600}.'],
    ['a\u{1F600}', 5, 'a\u{1F600}a.'],
    ['\u{1F600}', 1, '.'],
  ])('fill %j up to %i code units without half a character', (text, length, filled) => {
    expect(fill(text, length)).toBe(filled);
    expect(filled).toHaveLength(length);
  });

  it('write $${ in a text to fill as a literal ${', () => {
    expect(generate({ fill: '$${x}', length: 8 }, source, '')).toBe('${x}${x}');
    expect(generate({ fill: '${x}', length: 8 }, source, '')).toBe('${x}${x}');
  });

  it('hash to seven letters and digits', () => {
    // The test vectors of FNV-1a, 32 bits.
    expect(shortHash('')).toBe((0x811c9dc5).toString(36).padStart(7, '0'));
    expect(shortHash('a')).toBe((0xe40c292c).toString(36).padStart(7, '0'));
    expect(shortHash('foobar')).toBe((0xbf9cf968).toString(36).padStart(7, '0'));
    expect(shortHash('#')).toMatch(/^[a-z0-9]{7}$/);
  });
});

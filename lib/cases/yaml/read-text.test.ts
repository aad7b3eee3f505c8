import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inFolder } from '../testing.ts';
import { readText } from './read-text.ts';

const MIB = 2 ** 20;

describe('the text of a file', () => {
  it('is read whole up to the most that is read, and not a byte further', async () => {
    await inFolder({ 'most.txt': 'x'.repeat(MIB) }, async () => {
      expect(readText('most.txt', 1)).toEqual({ ok: true, value: 'x'.repeat(MIB) });
      writeFileSync('more.txt', 'x'.repeat(MIB + 1));
      expect(readText('more.txt', 1)).toEqual({ ok: false, error: 'it has more than 1 MiB' });
    });
  });

  it('is not waited for where a device never ends', () => {
    expect(readText('/dev/zero')).toEqual({ ok: false, error: 'it has more than 16 MiB' });
  });

  it('has its letters whole where they were read in pieces', async () => {
    const text = `x${'ğ'.repeat(100_000)}`;
    await inFolder({ 'letters.txt': text }, async () => {
      expect(readText('letters.txt')).toEqual({ ok: true, value: text });
    });
  });
});

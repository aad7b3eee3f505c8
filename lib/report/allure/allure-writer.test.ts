import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allureWriter } from './allure-writer.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'allure-writer-'));

describe('the writer of Allure results', () => {
  it('has written everything given so far when it says so, for its owner only', async () => {
    const folder = join(newFolder(), 'allure-results');
    const writer = allureWriter(folder);
    const names = Array.from({ length: 50 }, (_, n) => `${n}-attachment.txt`);
    for (const name of names) writer.writeAttachment(name, Buffer.from(`body of ${name}`));
    await writer.written();
    expect(readdirSync(folder).sort()).toEqual([...names].sort());
    for (const name of names) {
      expect(readFileSync(join(folder, name), 'utf8')).toBe(`body of ${name}`);
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    }
  });

  it('makes no folder before there is something to write', async () => {
    const parent = newFolder();
    const writer = allureWriter(join(parent, 'allure-results'));
    await writer.written();
    expect(readdirSync(parent)).toEqual([]);
  });

  it('says what could not be written, however much was written after it', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), '');
    const writer = allureWriter(folder);
    writer.writeAttachment('file/inside.txt', Buffer.from('x'));
    writer.writeAttachment('sound.txt', Buffer.from('x'));
    await expect(writer.written()).rejects.toThrow('ENOTDIR');
    await expect(writer.written()).rejects.toThrow('ENOTDIR');
    expect(readFileSync(join(folder, 'sound.txt'), 'utf8')).toBe('x');
  });
});

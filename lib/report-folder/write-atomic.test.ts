import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../../suites/self/folders.ts';
import { lacks } from '../../suites/self/needs.ts';
import { ownText } from '../secrets/mask.ts';
import { clearReportFolder } from './own-folder.ts';
import { renameOver, whyUnwritable, writeAtomic } from './write-atomic.ts';

it.skipIf(lacks('links', '/dev', '/proc'))(
  'what cannot be written is told before, and leaves nothing behind',
  async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'taken'));
    symlinkSync('/dev/null', join(folder, 'link'));
    const why = (name: string) => whyUnwritable(join(folder, name));
    for (const free of ['known.yaml', 'a/b/known.yaml', 'file']) expect(await why(free)).toBeUndefined();
    expect(await why('file/a/known.yaml')).toBe('ENOTDIR: not a directory');
    expect(await why('taken')).toBe('it is a folder');
    expect(await why('link')).toBe('it is no regular file');
    expect(await whyUnwritable('/proc/known.yaml')).toBe('ENOENT: no such file or directory');
    expect(readdirSync(folder).sort()).toEqual(['file', 'link', 'taken']);
  },
);

it('a file is written whole or not at all, in a folder that is made', async () => {
  const path = join(newFolder(), 'a', 'b', 'results.json');
  expect(await writeAtomic(path, ownText('first'))).toBe(path);
  expect(readdirSync(join(path, '..'))).toEqual(['results.json']);
  mkdirSync(`${path}.unfinished`);
  await expect(writeAtomic(path, ownText('second'))).rejects.toThrow(`${path}: EISDIR`);
  expect(readFileSync(path, 'utf8')).toBe('first');
  await expect(writeAtomic(join(path, 'below'), ownText(''))).rejects.toThrow(/below: E\w+: [^']*$/);
});

it('clearing removes the reports of an earlier run alone, and what this run will write', async () => {
  const reports = newFolder();
  const unfinished = ['results.json.unfinished', 'named.xml.unfinished'];
  for (const name of [...['results.json', 'report.html', 'README.md', 'other', 'named.xml'], ...unfinished]) {
    writeFileSync(join(reports, name), '');
  }
  mkdirSync(join(reports, 'allure-results/a'), { recursive: true });
  const names = ['results.json', 'report.html', 'allure-results'];
  await clearReportFolder(reports, names, [{ format: 'junit', path: join(reports, 'named.xml') }]);
  expect(readdirSync(reports).sort()).toEqual(['README.md', 'other']);
});

it.each([
  ['EPERM', 2, 3],
  ['EBUSY', 1, 2],
  ['EACCES', 9, 3],
  ['EISDIR', 9, 1],
])('a rename that meets %s %i times is tried %i times, within a second', async (code, failures, tries) => {
  let tried = 0;
  const rename = async () => {
    tried += 1;
    if (tried <= failures) throw Object.assign(new Error(`${code}: held, rename 'a' -> 'b'`), { code });
  };
  const waits: number[] = [];
  const ended = renameOver('a', 'b', rename, async (milliseconds) => void waits.push(milliseconds));
  if (failures >= tries) await expect(ended).rejects.toThrow(`${code}: held, rename 'a' -> 'b'`);
  else await ended;
  expect(tried).toBe(tries);
  expect(waits).toHaveLength(tries - 1);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(1_000);
});

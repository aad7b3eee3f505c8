import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../suites/self/command.ts';
import { ownText } from '../secrets/mask.ts';
import { clearReportFolder } from './report-folder.ts';
import { whyNoFile, whyNoFolder, whyUnwritable, writeAtomic } from './write-atomic.ts';

const folder = newFolder();
const file = join(folder, 'file');
writeFileSync(file, '');
mkdirSync(join(folder, 'taken'));

function refused(code: string, message = ''): Error {
  return Object.assign(new Error(message), { code });
}

describe('what cannot be written is told by what is in its way', () => {
  it.each([
    ['a file in the place of the folder', file, 'EEXIST', 'it is no folder'],
    ['a file above it', join(file, 'a/b'), 'ENOTDIR', `${file} is no folder`],
    ['a folder of somebody else', join(folder, 'a/b'), 'EACCES', `permission denied in ${folder}`],
    ['one that nobody may change', join(folder, 'a/b'), 'EPERM', `permission denied in ${folder}`],
    ['a file system to be read', folder, 'EROFS', `the file system of ${folder} can only be read`],
    ['a full one', join(folder, 'a'), 'ENOSPC', `no space is left in ${folder}`],
    ['one of the kernel', join(folder, 'a'), 'ENOENT', `nothing can be made in ${folder}`],
  ])('%s', (_, path, code, told) => {
    expect(whyNoFolder(path, refused(code))).toBe(told);
    if (path !== file) expect(whyNoFile(join(path, 'report'), refused(code))).toBe(told);
  });

  it('a file in the place of the folder of a file, or a folder in the place of a file', () => {
    expect(whyNoFile(join(file, 'report'), refused('ENOTDIR'))).toBe(`${file} is no folder`);
    expect(whyNoFile(join(folder, 'taken'), refused('EISDIR'))).toBe('it is a folder');
  });

  it('what only the system knows, without the path that it tried', () => {
    const busy = "EMFILE: too many open files, open '/x/results.json.123.tmp'";
    expect(whyNoFile(join(folder, 'a'), refused('EMFILE', busy))).toBe('EMFILE: too many open files');
    const both = "EBUSY: resource busy or locked, rename '/x/a.tmp' -> '/x/a'";
    expect(whyNoFile(join(folder, 'a'), refused('EBUSY', both))).toBe('EBUSY: resource busy or locked');
  });

  it('before a file is written, and leaves nothing behind', async () => {
    expect(await whyUnwritable(join(file, 'a/known.yaml'))).toBe(`${file} is no folder`);
    expect(await whyUnwritable('/proc/known.yaml')).toBe('nothing can be made in /proc');
    expect(await whyUnwritable(join(folder, 'taken'))).toBe('it is a folder');
    const before = readdirSync(folder);
    for (const free of ['known.yaml', 'a/b/known.yaml', 'file']) {
      expect(await whyUnwritable(join(folder, free))).toBeUndefined();
    }
    expect(readdirSync(folder)).toEqual(before);
  });
});

it('a file is written whole, in a folder that is made, with nothing left beside it', async () => {
  const path = join(newFolder(), 'a', 'b', 'results.json');
  expect(await writeAtomic(path, ownText('first'))).toBe(path);
  expect(readdirSync(join(path, '..'))).toEqual(['results.json']);
});

it('a file that cannot be written leaves the earlier one alone', async () => {
  const path = join(newFolder(), 'results.json');
  await writeAtomic(path, ownText('first'));
  mkdirSync(`${path}.${process.pid}.tmp`);
  await expect(writeAtomic(path, ownText('second'))).rejects.toThrow(`${path}: EISDIR`);
  expect(readFileSync(path, 'utf8')).toBe('first');
  await expect(writeAtomic(join(path, 'below'), ownText(''))).rejects.toThrow(`${path} is no folder`);
});

it('clearing removes the reports of an earlier run alone, and what this run will write', async () => {
  const reports = newFolder();
  for (const name of ['results.json', 'requirements.html', 'README.md', 'other', 'named.xml']) {
    writeFileSync(join(reports, name), '');
  }
  mkdirSync(join(reports, 'allure-results/a'), { recursive: true });
  await clearReportFolder(reports, [join(reports, 'named.xml')]);
  expect(readdirSync(reports).sort()).toEqual(['README.md', 'other']);
});

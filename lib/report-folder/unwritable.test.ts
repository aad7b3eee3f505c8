import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../suites/self/command.ts';
import { lacksSpace, whyNoFile, whyNoFolder, whyUnwritable } from './unwritable.ts';

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
    [
      'one of which this user has all',
      join(folder, 'a'),
      'EDQUOT',
      `no space is left to this user in ${folder}`,
    ],
    [
      'one with a limit of files',
      join(folder, 'a'),
      'EFBIG',
      `a file in ${folder} would be larger than files may be here`,
    ],
    ['one of the kernel', join(folder, 'a'), 'ENOENT', `nothing can be made in ${folder}`],
  ])('%s', (_, path, code, told) => {
    expect(whyNoFolder(path, refused(code))).toBe(told);
    if (path !== file) expect(whyNoFile(join(path, 'report'), refused(code))).toBe(told);
  });

  it('is found out before a file is written, and leaves nothing behind', async () => {
    expect(await whyUnwritable(join(file, 'a/known.yaml'))).toBe(`${file} is no folder`);
    expect(await whyUnwritable('/proc/known.yaml')).toBe('nothing can be made in /proc');
    expect(await whyUnwritable(join(folder, 'taken'))).toBe('it is a folder');
    const before = readdirSync(folder);
    for (const free of ['known.yaml', 'a/b/known.yaml', 'file']) {
      expect(await whyUnwritable(join(folder, free))).toBeUndefined();
    }
    expect(readdirSync(folder)).toEqual(before);
  });

  it('a file in the place of the folder of a file', () => {
    expect(whyNoFile(join(file, 'report'), refused('ENOTDIR'))).toBe(`${file} is no folder`);
  });

  it('a folder in the place of a file', () => {
    expect(whyNoFile(join(folder, 'taken'), refused('EISDIR'))).toBe('it is a folder');
  });

  it('what only the system knows, without the path that it tried', () => {
    const busy = "EMFILE: too many open files, open '/x/results.json.123.tmp'";
    expect(whyNoFile(join(folder, 'results.json'), refused('EMFILE', busy))).toBe(
      'EMFILE: too many open files',
    );
    const both = "EBUSY: resource busy or locked, rename '/x/a.tmp' -> '/x/a'";
    expect(whyNoFile(join(folder, 'a'), refused('EBUSY', both))).toBe('EBUSY: resource busy or locked');
  });
});

it.each([
  ['ENOSPC', true],
  ['EDQUOT', true],
  ['EFBIG', true],
  ['EACCES', false],
  ['toString', false],
])('%s is for lack of space: %s, also as the cause of another error', (code, lacking) => {
  const error = refused(code);
  expect(lacksSpace(error)).toBe(lacking);
  expect(lacksSpace(new Error('not written', { cause: error }))).toBe(lacking);
});

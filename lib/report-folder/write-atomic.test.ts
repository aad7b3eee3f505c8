import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../../suites/self/command.ts';
import { ownText } from '../secrets/mask.ts';
import { clearReportFolder } from './report-folder.ts';
import { whyNoFile, whyUnwritable, writeAtomic } from './write-atomic.ts';

it('what cannot be written is told before, and leaves nothing behind', async () => {
  const folder = newFolder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  mkdirSync(join(folder, 'taken'));
  const before = readdirSync(folder);
  for (const free of ['known.yaml', 'a/b/known.yaml', 'file']) {
    expect(await whyUnwritable(join(folder, free))).toBeUndefined();
  }
  expect(await whyUnwritable(join(file, 'a/known.yaml'))).toBe('ENOTDIR: not a directory');
  expect(await whyUnwritable('/proc/known.yaml')).toBe('ENOENT: no such file or directory');
  expect(await whyUnwritable(join(folder, 'taken'))).toBe('it is a folder');
  expect(readdirSync(folder)).toEqual(before);
});

it('what the system says is told without the path that it tried', () => {
  const said = "EBUSY: resource busy or locked, rename '/x/a.tmp' -> '/x/a'";
  expect(whyNoFile(new Error(said))).toBe('EBUSY: resource busy or locked');
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
  await expect(writeAtomic(join(path, 'below'), ownText(''))).rejects.toThrow(`: ${path} is no folder`);
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

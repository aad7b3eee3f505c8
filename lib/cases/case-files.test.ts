import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../suites/self/folders.ts';
import { lacks } from '../../suites/self/needs.ts';
import { caseFilesIn } from './case-files.ts';

const withFiles = (...names: readonly string[]) =>
  folderWith(Object.fromEntries(names.map((name) => [name, ''])));
const found = (folder: string) => caseFilesIn(folder).map((path) => path.slice(folder.length + 1));

it.skipIf(lacks('links'))('finds the YAML files of a folder and of those below it, in order', () => {
  const folder = withFiles('b.yaml', 'a.YML', 'sends/deep/c.yaml', 'README.md', 'b.yaml.orig', 'yaml');
  expect(found(folder)).toEqual(['a.YML', 'b.yaml', 'sends/deep/c.yaml']);
  symlinkSync('sends', join(folder, 'link'));
  expect(caseFilesIn(join(folder, 'link'))).toEqual([join(folder, 'link/deep/c.yaml')]);
});

it('leaves out what is hidden or installed', () => {
  const folder = withFiles(
    'a.yaml',
    '.b.yaml',
    '.git/c.yaml',
    'node_modules/postsms-conformance/cases/d.yaml',
  );
  expect(found(folder)).toEqual(['a.yaml']);
});

it.skipIf(lacks('mkfifo'))('leaves out a pipe, which would be waited for', () => {
  const folder = withFiles('a.yaml');
  execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
  expect(found(folder)).toEqual(['a.yaml']);
});

it.skipIf(lacks('links'))(
  'follows a link to a file, as a ConfigMap of Kubernetes has them, and none to a folder',
  () => {
    const folder = withFiles('..2026/a.yaml');
    symlinkSync('..2026', join(folder, '..data'));
    symlinkSync('..data/a.yaml', join(folder, 'a.yaml'));
    symlinkSync('.', join(folder, 'loop.yaml'));
    symlinkSync('nowhere.yaml', join(folder, 'lost.yaml'));
    expect(found(folder)).toEqual(['a.yaml', 'lost.yaml']);
  },
);

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { caseFilesIn } from './case-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'case-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
}

const found = () => caseFilesIn(folder).map((path) => path.slice(folder.length + 1));

it('finds the YAML files of a folder and of those below it, in order', () => {
  write('b.yaml', 'a.yml', 'sends/deep/c.yaml', 'README.md', 'b.yaml.orig', 'yaml');
  expect(found()).toEqual(['a.yml', 'b.yaml', 'sends/deep/c.yaml']);
});

it('leaves out what would be waited for', () => {
  write('a.yaml');
  execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
  expect(found()).toEqual(['a.yaml']);
});

it('finds them however their ending is written', () => {
  write('a.YAML', 'b.Yml');
  expect(found()).toEqual(['a.YAML', 'b.Yml']);
});

it('finds them where a link leads to the folder itself', () => {
  write('sends/a.yaml');
  symlinkSync('sends', join(folder, 'link'));
  expect(caseFilesIn(join(folder, 'link'))).toEqual([join(folder, 'link/a.yaml')]);
});

it('leaves out what is hidden, and what is installed', () => {
  write('a.yaml', '.b.yaml', '.git/c.yaml', 'node_modules/postsms-conformance/cases/d.yaml');
  expect(found()).toEqual(['a.yaml']);
});

it('follows a link to a file, as a ConfigMap of Kubernetes has them, and none to a folder', () => {
  write('..2026/a.yaml');
  symlinkSync('..2026', join(folder, '..data'));
  symlinkSync('..data/a.yaml', join(folder, 'a.yaml'));
  symlinkSync('.', join(folder, 'loop'));
  symlinkSync('.', join(folder, 'loop.yaml'));
  symlinkSync('nowhere.yaml', join(folder, 'lost.yaml'));
  expect(found()).toEqual(['a.yaml', 'lost.yaml']);
});

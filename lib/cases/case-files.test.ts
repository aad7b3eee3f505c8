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
  write('b.yaml', 'a.YML', 'sends/deep/c.yaml', 'README.md', 'b.yaml.orig', 'yaml');
  expect(found()).toEqual(['a.YML', 'b.yaml', 'sends/deep/c.yaml']);
  symlinkSync('sends', join(folder, 'link'));
  expect(caseFilesIn(join(folder, 'link'))).toEqual([join(folder, 'link/deep/c.yaml')]);
});

it('leaves out what is hidden, installed, or would be waited for', () => {
  write('a.yaml', '.b.yaml', '.git/c.yaml', 'node_modules/postsms-conformance/cases/d.yaml');
  execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
  expect(found()).toEqual(['a.yaml']);
});

it('follows a link to a file, as a ConfigMap of Kubernetes has them, and none to a folder', () => {
  write('..2026/a.yaml');
  symlinkSync('..2026', join(folder, '..data'));
  symlinkSync('..data/a.yaml', join(folder, 'a.yaml'));
  symlinkSync('.', join(folder, 'loop.yaml'));
  symlinkSync('nowhere.yaml', join(folder, 'lost.yaml'));
  expect(found()).toEqual(['a.yaml', 'lost.yaml']);
});

import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { foreignReports, markOwn } from './own-folder.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'own-folder-'));

function folderWith(...names: readonly string[]): string {
  const folder = newFolder();
  for (const name of names) mkdirSync(join(folder, name));
  return folder;
}

it('a folder that is new, empty or has only other files holds no reports of somebody else', async () => {
  expect(await foreignReports(join(newFolder(), 'new'))).toEqual([]);
  expect(await foreignReports(newFolder())).toEqual([]);
  expect(await foreignReports(folderWith('src', 'package.json'))).toEqual([]);
});

it.each(['allure-results', 'allure-report', 'allurerc.json', 'requirements.html', 'junit.xml', '.earlier'])(
  '%s of an unknown run is somebody else’s, also a link',
  async (name) => {
    expect(await foreignReports(folderWith(name))).toEqual([name]);
    const folder = newFolder();
    symlinkSync('/nowhere', join(folder, name));
    expect(await foreignReports(folder)).toEqual([name]);
  },
);

it('results.json says whose the reports are', async () => {
  const folder = folderWith('allure-results');
  for (const text of ['', 'null', '{}', '{"suite":{"name":"jest"}}']) {
    writeFileSync(join(folder, 'results.json'), text);
    expect(await foreignReports(folder)).toEqual(['results.json', 'allure-results']);
  }
  writeFileSync(join(folder, 'results.json'), '{"suite":{"name":"postsms-conformance"}}');
  expect(await foreignReports(folder)).toEqual([]);
});

it('reports are of this suite in a folder that a run has begun to write, also where it left no results', async () => {
  const folder = folderWith('allure-results');
  await markOwn(folder);
  expect(await foreignReports(folder)).toEqual([]);
});

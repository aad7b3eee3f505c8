import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockReportFolder } from '../../lib/report-folder/own-folder.ts';
import { inProcess, newFolder, ran } from './command.ts';

const canonical = ['--case', 'SendBulkSms/canonical'];

it('a run is refused in the folder of another that has not ended', async () => {
  const folder = join(newFolder(), 'reports');
  const release = await lockReportFolder(folder);
  const second = await ran([...canonical, '--report-dir', folder]);
  expect(second.code).toBe(5);
  expect(second.said).toContain('another run writes there; choose another folder with --report-dir');
  await release();
});

it('reports that no run of this suite has written stay where they are, and nothing is sent', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'allure-results'));
  writeFileSync(join(folder, 'allure-results', 'mine.json'), '{}');
  writeFileSync(join(folder, 'results.json'), '{"mine":true}');
  const { code, said } = await ran([...canonical, '--report-dir', folder]);
  expect(said).toBe(
    `${folder} holds results.json, allure-results, which this suite did not write and a run would delete; choose another folder with --report-dir, or empty this one\n`,
  );
  expect(code).toBe(2);
  expect(readdirSync(folder).sort()).toEqual(['allure-results', 'results.json']);
  expect(readdirSync(join(folder, 'allure-results'))).toEqual(['mine.json']);
});

it('reports of others in a folder that a run has used survive the next one', async () => {
  const folder = newFolder();
  const run = (...args: readonly string[]) => ran([...canonical, '--report-dir', folder, ...args]);
  expect((await run('--no-allure')).code).toBe(0);
  mkdirSync(join(folder, 'allure-results'));
  writeFileSync(join(folder, 'allure-results', 'mine.json'), '{}');
  writeFileSync(join(folder, 'summary.md'), 'mine');
  writeFileSync(join(folder, 'report.html.unfinished'), 'bodies');
  expect((await run('--no-allure', '--reporter', 'tap')).code).toBe(0);
  expect(readdirSync(folder).sort()).toEqual([
    ...['.postsms-conformance', 'allure-results', 'history', 'report.html'],
    ...['results.json', 'results.tap', 'summary.md'],
  ]);
  expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toBe('mine');
  const withAllure = ['run', ...canonical, '--report-dir', folder, '--no-html'];
  const { code, said } = await inProcess(withAllure);
  expect([code, said]).toEqual([2, expect.stringContaining(`${folder} holds allure-results, which`)]);
  expect(readdirSync(join(folder, 'allure-results'))).toEqual(['mine.json']);
});

it.each([
  ...['.postsms-conformance', 'history', 'history/reference.jsonl', 'results.json', 'allure-results'],
])('a link in the place of %s is refused and not followed', async (name) => {
  const folder = newFolder();
  const elsewhere = newFolder();
  writeFileSync(join(elsewhere, 'file'), 'mine');
  mkdirSync(join(elsewhere, 'folder'));
  writeFileSync(join(elsewhere, 'folder', 'mine.json'), 'mine');
  // What marks a folder may come along with a repository.
  if (!name.startsWith('.')) writeFileSync(join(folder, '.postsms-conformance'), `A mark.\n${name}\n`);
  const isFile = name.includes('.');
  if (name.includes('/')) mkdirSync(join(folder, 'history'));
  symlinkSync(join(elsewhere, isFile ? 'file' : 'folder'), join(folder, name), isFile ? 'file' : 'junction');
  const { code, said } = await inProcess(['run', ...canonical, '--no-html', '--report-dir', folder]);
  expect([code, said]).toEqual([
    2,
    `${join(folder, name)} is a link, which a run would follow; remove it, or choose another folder with --report-dir\n`,
  ]);
  expect(readFileSync(join(elsewhere, 'file'), 'utf8')).toBe('mine');
  expect(readdirSync(join(elsewhere, 'folder'))).toEqual(['mine.json']);
});

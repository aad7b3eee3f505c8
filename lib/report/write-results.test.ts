import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Results } from '../model/running/results.ts';
import { clearReportFolder } from '../report-folder/report-folder.ts';
import { ownText } from '../secrets/mask.ts';
import { buildAllureHtml } from './allure/allure-html.ts';
import { writeResults } from './write-results.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'postsms-'));
const results = { schemaVersion: 1 } as Results;

it('results are written whole, with nothing left beside them', async () => {
  const folder = join(newFolder(), 'a', 'b');
  const path = await writeResults(folder, results);
  expect(path).toBe(join(folder, 'results.json'));
  expect(readFileSync(path, 'utf8')).toBe('{\n  "schemaVersion": 1\n}\n');
  expect(readdirSync(folder)).toEqual(['results.json']);
});

it('results that cannot be written leave the earlier ones alone', async () => {
  const folder = newFolder();
  await writeResults(folder, results);
  const circular = { self: {} };
  circular.self = circular;
  await expect(writeResults(folder, circular as unknown as Results)).rejects.toThrow('circular');
  expect(JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'))).toEqual(results);
  expect(readdirSync(folder)).toEqual(['results.json']);
});

it('clearing makes the folder, and takes out the reports of an earlier run alone', async () => {
  const folder = join(newFolder(), 'new');
  await clearReportFolder(folder);
  await writeResults(folder, results);
  writeFileSync(join(folder, 'requirements.html'), '');
  writeFileSync(join(folder, 'other'), '');
  const removeEarlier = await clearReportFolder(folder);
  expect(readdirSync(folder).sort()).toEqual(['.earlier', 'other']);
  await removeEarlier();
  expect(readdirSync(folder)).toEqual(['other']);
});

it('a file where the folder should be is an error', async () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  await expect(clearReportFolder(file)).rejects.toThrow('EEXIST');
  await expect(writeResults(file, results)).rejects.toThrow(`${file}/results.json: ${file} is no folder`);
});

it('no HTML report comes of results that are not there', { timeout: 30_000 }, async () => {
  const run = { baseUrl: ownText(''), kind: 'reference', startedAt: '', counts: true } as const;
  await expect(buildAllureHtml(newFolder(), run)).rejects.toThrow(
    /allure generate ended with|there are no Allure results/,
  );
});

it('a folder that a system refuses as missing is an error, and does not make anybody wait', async () => {
  await expect(clearReportFolder('/proc/postsms/reports')).rejects.toThrow(/ENOENT|EACCES|EPERM|EROFS/);
});

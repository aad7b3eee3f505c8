import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockReportFolder } from '../../lib/report-folder/own-folder.ts';
import { newFolder, ran } from './command.ts';

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

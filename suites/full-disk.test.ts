import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command, folderWith, newFolder, reportsIn, resultsIn } from './command.ts';
import { fill, hasSmallDisks, withSmallDisk } from './small-disk.ts';

const SLOW = 120_000;
const canonical = ['run', '--case', 'SendBulkSms/canonical'];

describe.runIf(hasSmallDisks())('a disk that is full', { timeout: SLOW }, () => {
  it('has no HTML page, told in one line, and every other report', async () => {
    await withSmallDisk(1_000, async (folder) => {
      const { code, said } = await command([...canonical, '--report-dir', folder]);
      expect(said).toContain(
        `\nfault         the HTML report was not built: no space is left in ${folder}\n`,
      );
      expect(said).not.toMatch(/ENOSPC|node:internal/);
      expect(code).toBe(5);
      expect(reportsIn(folder)).toEqual([
        ...['allure-results', 'history', 'junit.xml', 'requirements.html', 'results.json'],
      ]);
      expect(resultsIn(folder)).toMatchObject({ outcome: 'error', exitCode: 5, summary: { passed: 4 } });
    });
  });

  it('gives up the HTML page that took its last space, and says how to have it', async () => {
    const all = newFolder();
    await command([...canonical, '--report-dir', all]);
    // Room for the page and the Allure results, and not for all else.
    const kib = sizeIn(join(all, 'allure-report')) + sizeIn(join(all, 'allure-results')) + 300;
    await withSmallDisk(kib, async (folder) => {
      const { code, said } = await command([...canonical, '--report-dir', folder]);
      expect(said).toContain(
        `removed       ${join(folder, 'allure-report')}: to make room; \`report\` builds it`,
      );
      expect(said).not.toMatch(/^report /m);
      expect(code).toBe(5);
      expect(reportsIn(folder)).not.toContain('allure-report');
      expect(resultsIn(folder)).toMatchObject({ outcome: 'error', exitCode: 5, summary: { passed: 4 } });
    });
  });

  it('is named where it is that of working files', async () => {
    await withSmallDisk(64, async (folder) => {
      fill(folder);
      const reports = newFolder();
      const { code, said } = await command([...canonical, '--no-allure', '--report-dir', reports], {
        TMPDIR: folder,
      });
      expect(said).toContain(
        `fault         the runner cannot work: no space is left in ${folder} (TMPDIR)\n`,
      );
      expect(code).toBe(5);
    });
  });
});

it('a report that is larger than files may be makes the run a fault, in results.json too', {
  timeout: SLOW,
}, async () => {
  const folder = newFolder();
  const TMPDIR = newFolder();
  // What a first start compiles is larger as well.
  await command(['--version']);
  const limited = folderWith({ sh: '#!/bin/sh\nulimit -f 320\nexec node "$@"\n' });
  chmodSync(join(limited, 'sh'), 0o700);
  const args = [...canonical, '--no-allure', '--report-dir', folder];
  const { code, said } = await command(args, { TMPDIR }, { program: join(limited, 'sh') });
  expect(said).toMatch(/fault .*requirements\.html: a file in \S+ would be larger than files may be here\n/);
  expect(said).toContain(`a file in ${TMPDIR} would be larger than files may be here (TMPDIR)\n`);
  expect(code).toBe(5);
  expect(resultsIn(folder)).toMatchObject({ exitCode: 5 });
  expect(reportsIn(folder)).toEqual(['junit.xml', 'results.json']);
});

/** KiB that the files of a folder take. */
function sizeIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const blocks = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)).length / 4096);
  return blocks.reduce((sum, size) => sum + Math.ceil(size) * 4, 0);
}

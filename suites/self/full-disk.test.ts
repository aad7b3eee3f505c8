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
  const args = [...canonical, '--no-allure', '--report-dir', folder];
  const { code, said } = await command(args, { TMPDIR }, { program: shell('ulimit -f 320; exec node "$@"') });
  expect(said).toMatch(/fault .*requirements\.html: a file in \S+ would be larger than files may be here\n/);
  expect(said).toContain(`a file in ${TMPDIR} would be larger than files may be here (TMPDIR)\n`);
  expect(code).toBe(5);
  expect(resultsIn(folder)).toMatchObject({ exitCode: 5 });
  expect(reportsIn(folder)).toEqual(['junit.xml', 'results.json']);
});

describe.concurrent('a stream that cannot be written', { timeout: SLOW }, () => {
  const ran = async (redirected: string, args: readonly string[]) => {
    const folder = newFolder();
    const program = shell(`exec node "$@" ${redirected}`);
    return { ...(await command([...args, '--report-dir', folder], {}, { program })), folder };
  };
  const told = 'standard output cannot be written: no space left on device; the exit code is 5\n';

  it.each([
    ['standard output', '> /dev/full', told],
    ['standard error, of which nothing can be said', '> /dev/full 2> /dev/full', ''],
  ])('%s: the run goes on to its end and its reports, and ends with 5', async (_, redirected, said) => {
    const ended = await ran(redirected, [...canonical, '--no-allure']);
    expect(ended.said).toBe(said);
    expect(ended.code).toBe(5);
    expect(resultsIn(ended.folder)).toMatchObject({ exitCode: 0, summary: { passed: 4 } });
    expect(reportsIn(ended.folder)).toEqual(['junit.xml', 'requirements.html', 'results.json']);
  });

  it('is told once, whatever else is said', async () => {
    const { said, code } = await ran('> /dev/full', [...canonical, '--dry-run']);
    expect(said).toBe(told);
    expect(code).toBe(5);
  });

  it('standard error alone takes the place of the exit code of a mistake', async () => {
    const { said, code } = await ran('2> /dev/full', [...canonical, '--gate', 'nonsense']);
    expect(said).toBe('');
    expect(code).toBe(5);
  });
});

/** A program that runs a line of the shell, for which its arguments are `$@`. */
function shell(line: string): string {
  const path = join(folderWith({ shell: `#!/bin/sh\n${line}\n` }), 'shell');
  chmodSync(path, 0o700);
  return path;
}

/** KiB that the files of a folder take. */
function sizeIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const blocks = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)).length / 4096);
  return blocks.reduce((sum, size) => sum + Math.ceil(size) * 4, 0);
}

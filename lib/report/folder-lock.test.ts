import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claimReportFolder } from './folder-lock.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'folder-lock-'));

/** The number of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

it('a folder belongs to one run until that gives it free', async () => {
  const folder = newFolder();
  const release = await claimReportFolder(folder);
  await expect(claimReportFolder(folder)).rejects.toThrow(
    `another run (process ${process.pid}) writes there; choose another folder with --report-dir, or wait for it`,
  );
  await release();
  expect(existsSync(join(folder, '.running'))).toBe(false);
  await (await claimReportFolder(folder))();
});

it('what a killed run left behind is taken over', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, '.running'), `${await endedProcess()} ${hostname()}`);
  await (await claimReportFolder(folder))();
});

it('a process that has given no sign for long is another one with the same number', async () => {
  const folder = newFolder();
  const path = join(folder, '.running');
  writeFileSync(path, `${process.pid} ${hostname()}`);
  const before = new Date(Date.now() - 60_000);
  utimesSync(path, before, before);
  await (await claimReportFolder(folder))();
});

it('a run in another container, whose processes nobody sees here, is known by its signs', async () => {
  const folder = newFolder();
  const path = join(folder, '.running');
  writeFileSync(path, `${await endedProcess()} another-host`);
  await expect(claimReportFolder(folder)).rejects.toThrow(
    /another run \(process \d+ of another-host\) writes there/,
  );
  const before = new Date(Date.now() - 60_000);
  utimesSync(path, before, before);
  await (await claimReportFolder(folder))();
});

it.each(['', 'nobody', '-1', '0 host', '12'])('a claim of %j is none', async (text) => {
  const folder = newFolder();
  writeFileSync(join(folder, '.running'), text);
  await (await claimReportFolder(folder))();
});

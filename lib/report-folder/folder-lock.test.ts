import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
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
  const claim = await claimReportFolder(folder);
  await expect(claimReportFolder(folder)).rejects.toThrow(
    `another run (process ${process.pid}) writes there; choose another folder with --report-dir, or wait for it (if it was killed, 15 seconds)`,
  );
  await claim.release();
  expect(existsSync(join(folder, '.running'))).toBe(false);
  await (await claimReportFolder(folder)).release();
});

it('what a killed run left behind is taken over', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, '.running'), `${await endedProcess()} ${hostname()}`);
  await (await claimReportFolder(folder)).release();
});

it('a process that has given no sign for long is another one with the same number', async () => {
  const folder = newFolder();
  const path = join(folder, '.running');
  writeFileSync(path, `${process.pid} ${hostname()}`);
  const before = new Date(Date.now() - 60_000);
  utimesSync(path, before, before);
  await (await claimReportFolder(folder)).release();
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
  await (await claimReportFolder(folder)).release();
});

it.each(['nobody', '-1', '0 host', '12'])('a claim of %j is none', async (text) => {
  const folder = newFolder();
  writeFileSync(join(folder, '.running'), text);
  await (await claimReportFolder(folder)).release();
});

it('a claim without its text is one that is being written, for a while', async () => {
  const folder = newFolder();
  const path = join(folder, '.running');
  writeFileSync(path, '');
  await expect(claimReportFolder(folder)).rejects.toThrow('another run (one that has just begun)');
  const before = new Date(Date.now() - 60_000);
  utimesSync(path, before, before);
  await (await claimReportFolder(folder)).release();
});

it('the claim of an earlier process that had the number of this one is none', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, '.running'), `${process.pid} ${hostname()} before`);
  await (await claimReportFolder(folder)).release();
});

it('of many that find what a killed run has left, one takes it over', async () => {
  const dead = `${await endedProcess()} ${hostname()} dead`;
  for (let round = 0; round < 50; round += 1) {
    const folder = newFolder();
    writeFileSync(join(folder, '.running'), dead);
    const claims = await Promise.allSettled([1, 2, 3, 4].map(() => claimReportFolder(folder)));
    const won = claims.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(won.filter((claim) => claim.isOurs())).toHaveLength(1);
    expect(won).toHaveLength(1);
    await won[0]?.release();
    expect(readdirSync(folder)).toEqual([]);
  }
});

it('what another run has taken over is not ours any more, and stays its own', async () => {
  const folder = newFolder();
  const path = join(folder, '.running');
  const claim = await claimReportFolder(folder);
  expect([claim.isOurs(), claim.wasOurs()]).toEqual([true, true]);
  writeFileSync(path, '7 another-host');
  expect(claim.wasOurs()).toBe(true);
  expect([claim.isOurs(), claim.wasOurs()]).toEqual([false, false]);
  await claim.release();
  expect(readFileSync(path, 'utf8')).toBe('7 another-host');
});

import { mkdirSync } from 'node:fs';
import { Server } from 'node:net';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { newFolder } from '../../suites/self/command.ts';
import { clearReports, lockReportFolder } from '../report-folder/own-folder.ts';
import { defaultSettings } from '../settings/run-settings.ts';
import { planAllowed, prepare } from './prepare.ts';
import { askNobody } from './sends/permission.ts';

it('a run whose reference cannot start leaves the report folder to others', async () => {
  const listen = vi.spyOn(Server.prototype, 'listen').mockImplementation(() => {
    throw new Error('no port is free');
  });
  const reportDir = join(newFolder(), 'reports');
  const plan = planAllowed({ ...defaultSettings, reportDir });
  if (!plan.ok) throw new Error(plan.message);
  const prepared = prepare(plan, askNobody, {});
  await expect(prepared).rejects.toThrow('no port is free');
  listen.mockRestore();
  await (await lockReportFolder(reportDir))();
});

it('a run that cannot empty the report folder leaves it to others', async () => {
  const reportDir = newFolder();
  mkdirSync(join(reportDir, '.postsms-conformance'));
  const cleared = await clearReports({ reportDir, reportFiles: [], allure: true });
  expect(cleared).toMatchObject({ ok: false, exitCode: 5 });
  await (await lockReportFolder(reportDir))();
});

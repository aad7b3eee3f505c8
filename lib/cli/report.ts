import { existsSync } from 'node:fs';
import { runOfFolder } from '../report/allure-history.ts';
import { buildAllureHtml, openAllureHtml } from '../report/allure-html.ts';
import { claimReportFolder } from '../report/folder-lock.ts';
import { allureFolders } from '../report/report-folder.ts';
import { mistakeMask } from '../run/mistake-mask.ts';
import { readSettings } from '../settings/read-settings.ts';

export interface ReportFlags {
  readonly open: boolean;
  readonly [setting: string]: unknown;
}

/** `report`: builds the HTML report of the last run, and opens it. */
export async function reportCommand(flags: ReportFlags, environment: NodeJS.ProcessEnv): Promise<number> {
  const settings = await readSettings({ flags, environment }, ['reportDir']);
  if (!settings.ok) {
    process.stderr.write(`${settings.message}\n`);
    return settings.exitCode;
  }
  const { reportDir } = settings.value;
  const { results } = allureFolders(reportDir);
  if (!existsSync(results)) {
    const message = `there are no Allure results in ${results}; a run without --no-allure writes them\n`;
    process.stderr.write(mistakeMask(environment, settings.value)(message));
    return 2;
  }
  const release = await claimReportFolder(reportDir);
  try {
    const page = await buildAllureHtml(reportDir, await runOfFolder(reportDir));
    process.stdout.write(`report        ${page}\n`);
  } finally {
    await release();
  }
  if (flags.open) await openAllureHtml(reportDir);
  return 0;
}

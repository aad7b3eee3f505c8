import { existsSync } from 'node:fs';
import { runOfFolder } from '../report/allure-history.ts';
import { buildAllureHtml } from '../report/allure-html.ts';
import { claimReportFolder } from '../report/folder-lock.ts';
import { ownText } from '../report/mask.ts';
import { allureFolders } from '../report/report-folder.ts';
import { mistakeMask } from '../run/mistake-mask.ts';
import { readSettings } from '../settings/read-settings.ts';
import { isWatched, openPage } from './open-page.ts';
import { sayMistake } from './say-mistake.ts';
import { refuseSwallowed } from './swallowed-flags.ts';

export interface ReportFlags {
  readonly open: boolean;
  readonly [setting: string]: unknown;
}

/** `report`: builds the HTML report of the last run, and opens it where somebody watches. It serves nothing: the page is one file. */
export async function reportCommand(flags: ReportFlags, environment: NodeJS.ProcessEnv): Promise<number> {
  const handedOn = refuseSwallowed('report', flags, environment);
  const settings = handedOn.ok ? await readSettings({ flags, environment }, ['reportDir']) : handedOn;
  if (!settings.ok) {
    sayMistake(ownText(settings.message));
    return settings.exitCode;
  }
  const { reportDir } = settings.value;
  const mask = mistakeMask(environment, settings.value);
  const { results } = allureFolders(reportDir);
  if (!existsSync(results)) {
    const message = `there are no Allure results in ${results}; a run without --no-allure writes them`;
    sayMistake(mask(message));
    return 2;
  }
  const page = await build(reportDir);
  process.stdout.write(mask(`report        ${page}\n`));
  if (!flags.open || !isWatched(process.stdout, environment)) return 0;
  const line = await openPage(page);
  if (line !== undefined) process.stderr.write(mask(`${line}\n`));
  return 0;
}

async function build(reportDir: string): Promise<string> {
  const { release } = await claimReportFolder(reportDir);
  try {
    return await buildAllureHtml(reportDir, await runOfFolder(reportDir));
  } finally {
    await release();
  }
}

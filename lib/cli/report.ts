import { existsSync } from 'node:fs';
import { buildAllureHtml, openAllureHtml } from '../report/allure-html.ts';
import { allureFolders } from '../report/report-folder.ts';
import { suiteIdentity } from '../report/suite-identity.ts';

export interface ReportFlags {
  readonly reportDir: string;
  readonly open: boolean;
}

/** `report`: builds the HTML report of the last run, and opens it. */
export async function reportCommand({ reportDir, open }: ReportFlags): Promise<number> {
  const { results } = allureFolders(reportDir);
  if (!existsSync(results)) {
    process.stderr.write(
      `there are no Allure results in ${results}; a run without --no-allure writes them\n`,
    );
    return 2;
  }
  process.stdout.write(`report        ${await buildAllureHtml(reportDir, suiteIdentity().name)}\n`);
  if (open) await openAllureHtml(reportDir);
  return 0;
}

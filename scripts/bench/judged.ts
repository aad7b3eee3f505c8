import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes sure that a run did its work: a fast run that judged nothing would be no measure.
 * @throws Error when exchanges are missing, did not pass, or have no Allure result
 */
export async function mustHaveJudged(folder: string, exchanges: number): Promise<void> {
  const { summary } = JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as {
    readonly summary: Readonly<Record<string, number>>;
  };
  const good = (summary.passed ?? 0) + (summary.observed ?? 0);
  if (good !== exchanges) throw new Error(`${good} of ${exchanges} exchanges passed`);
  const results = (await readdir(join(folder, 'allure-results'))).filter((name) =>
    name.endsWith('-result.json'),
  );
  if (results.length !== exchanges)
    throw new Error(`${results.length} of ${exchanges} have an Allure result`);
}

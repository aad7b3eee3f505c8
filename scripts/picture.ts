import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startBrowser } from '../suites/self/browser/testing.ts';
import { newFolder } from '../suites/self/folders.ts';
import { runProgram, serveGateway } from './run-checks.ts';

// Makes reports/report.png, which the README shows: report.html of a run against a service with three defects.

const DEFECTS = ['plus-to-space', 'delivery-time-in-utc', 'bulk-at-most-fifty'];

/** Bytes of a picture that a reader of the README loads. */
const MOST_BYTES = 150_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const picture = join(root, 'reports/report.png');
const folder = newFolder();
const gateway = await serveGateway(root, DEFECTS);
const browser = await startBrowser();
try {
  const target = ['--target', gateway.url, '--namespace', gateway.namespace];
  const run = [join(root, 'lib/cli/bin.mjs'), 'run', ...target, '--no-allure', '--report-dir', folder];
  const { ok, output } = await runProgram(process.execPath, run, { cwd: root, wanted: 1 });
  if (!ok) throw new Error(`the run did not deviate: ${output}`);
  const page = await browser.newPage({ viewport: { width: 1_120, height: 640 } });
  await page.goto(pathToFileURL(join(folder, 'report.html')).href);
  await page.screenshot({ path: picture });
  const { size } = statSync(picture);
  if (size > MOST_BYTES) throw new Error(`${picture} has ${size} bytes, more than ${MOST_BYTES}`);
} finally {
  gateway.end();
  await browser.close();
  rmSync(folder, { recursive: true });
}

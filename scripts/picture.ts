import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { findDefect } from '../lib/reference/defects/registry.ts';
import { createHandler } from '../lib/reference/handler.ts';
import { serve } from '../lib/reference/start.ts';
import { builtInDeclarations } from '../lib/run/built-in.ts';

// Makes reports/report.png, which the README shows: report.html of a run against a service with three defects.

const NAMESPACE = 'http://postsms.example/sms';
const DEFECTS = ['plus-to-space', 'key-id-apostrophe-fails', 'bulk-at-most-fifty'];
const PICTURE = fileURLToPath(new URL('../reports/report.png', import.meta.url));

/** What a guide may weigh: 150 KB. */
const MOST_BYTES = 150_000;

const { contract } = builtInDeclarations();
const deviations = DEFECTS.map((id) => {
  const defect = findDefect(id);
  if (!defect) throw new Error(`no defect ${id}`);
  return defect;
});
const folder = await mkdtemp(join(tmpdir(), 'postsms-picture-'));
const service = await serve(createHandler({ contract, namespace: NAMESPACE, deviations }));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const command = fileURLToPath(new URL('../lib/cli/bin.mjs', import.meta.url));
  const target = ['--target', service.baseUrl, '--namespace', NAMESPACE];
  await once(
    spawn(process.execPath, [command, 'run', ...target, '--no-allure', '--report-dir', folder]),
    'exit',
  );
  const page = await browser.newPage({ viewport: { width: 1_200, height: 720 } });
  await page.goto(pathToFileURL(join(folder, 'report.html')).href);
  await page.screenshot({ path: PICTURE });
  const { size } = await stat(PICTURE);
  process.stdout.write(`${PICTURE}: ${size} bytes\n`);
  if (size > MOST_BYTES) throw new Error(`the picture has more than ${MOST_BYTES} bytes`);
} finally {
  await Promise.all([browser.close(), service.close(), rm(folder, { recursive: true })]);
}

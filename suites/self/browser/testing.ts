/** For tests of pages: Chromium, and everything that a page does which no report may do. */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { newFolder } from '../command.ts';

/** Where Debian has it. */
const PROGRAM = '/usr/bin/chromium';

/** Whether pages can be opened here; where CHROMIUM_REQUIRED says that they must be, a missing browser is an error. */
export function hasBrowser(): boolean {
  if (existsSync(PROGRAM)) return true;
  if (process.env.CHROMIUM_REQUIRED) throw new Error(`${PROGRAM} is required and not there`);
  process.stderr.write(`SKIPPED: no page is opened, because there is no ${PROGRAM}\n`);
  return false;
}

/** Starts Chromium, without anything that it does of itself. */
export function startBrowser(more: readonly string[] = []): Promise<Browser> {
  const flags = [
    ...more,
    ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
    ...['--disable-background-networking', '--disable-component-update'],
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const env = { HOME: newFolder(), PATH: process.env.PATH ?? '' };
  return chromium.launch({ executablePath: PROGRAM, args: flags, env });
}

export interface Opened {
  readonly page: Page;
  /** Requests to anything but files, errors and warnings of the console, dialogs: there must be none. */
  readonly trouble: readonly string[];
}

export interface Look {
  readonly width?: number;
  readonly height?: number;
}

/** Opens a file as a reader does, in a context of its own, and notes what it must not do; whatever it asks of a host is refused. */
export async function open(
  browser: Browser,
  file: string,
  { width = 1_300, height = 1_000 }: Look = {},
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width, height }, offline: true });
  const trouble: string[] = [];
  const watch = (page: Page) => {
    page.on('console', (said) => {
      if (said.type() !== 'log' && said.type() !== 'info') trouble.push(`${said.type()}: ${said.text()}`);
    });
    page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => {
      trouble.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  };
  context.on('request', (request) => {
    if (!/^(?:file|data|blob):/.test(request.url())) trouble.push(`request: ${request.url()}`);
  });
  context.on('page', watch);
  // A busy machine shows a page of Allure later; the limit of a test ends what never comes.
  context.setDefaultTimeout(150_000);
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  return { page, trouble };
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { rules } from '../../lib/judge/rules/index.ts';
import type { Results } from '../../lib/model/running/results.ts';
import { escapeText } from '../../lib/wire/xml/escape.ts';
import { matrixOf } from '../proof/matrix.ts';
import { proofPage } from '../proof/page.ts';
import { requirement, subject, trial } from '../support/proof.ts';
import { CLIPPED, FAINT_TEXTS, SIDEWAYS } from './browser/looks.ts';
import { hasBrowser, type Look, type Opened, open, startBrowser } from './browser/testing.ts';
import { inProcess, newFolder, resultsIn } from './command.ts';
import { answeringWith, withEndpoint } from './endpoints.ts';
import { recordService } from './recordings.ts';

const namespace = 'http://sms.example/ns';
const canRead = hasBrowser();
let browser: Browser;
beforeAll(async () => {
  if (canRead) browser = await startBrowser();
});
afterAll(() => browser?.close());

/** Keeps a page open until the end of the test, because an open page takes time from the next. */
async function untilEnd(opening: Promise<Opened>): Promise<Opened> {
  const opened = await opening;
  onTestFinished(() => opened.page.context().close());
  return opened;
}

const openOnce = (file: string, look?: Look) => untilEnd(open(browser, file, look));

/**
 * Opens the report of Allure in a folder, and waits for its tree. Chromium has once left such a page at its loader, in
 * one of two pages of the same file, so a page without a tree is opened again, and only once.
 */
async function openAllure(folder: string, look?: Look): Promise<Opened> {
  const failures: string[] = [];
  while (failures.length < 2) {
    const opened = await open(browser, join(folder, 'allure-report/index.html'), look);
    try {
      await part(opened.page, 'tree-section').first().waitFor({ timeout: 60_000 });
      if (failures.length > 0) process.stderr.write(`opened again: ${failures.join('\n')}\n`);
      return opened;
    } catch (error) {
      const shown = await opened.page.locator('body').innerText();
      failures.push(`${error}\nshown: ${shown.slice(0, 500)}\ntrouble: ${opened.trouble.join('\n')}`);
      await opened.page.context().close();
    }
  }
  throw new Error(failures.join('\n'));
}

/** What a target says that hopes to be taken for something else than text. */
const HOSTILE = [
  '<script>window.ran=1</script>',
  '</script></style></pre></iframe><img src=x onerror="window.ran=1">',
  '<svg onload=window.ran=1><a href="javascript:window.ran=1">click</a>',
  '[click](javascript:window.ran=1) ![seen](http://127.0.0.1:9/seen.png) `x` | **b**',
  '\u001b[31mred {{constructor.constructor("window.ran=1")()}} https://target.example/asked',
].join(' ');

/** Without what neither a header nor XML can hold. */
const SENDABLE = HOSTILE.replaceAll('\u001b', '?');

const DELIVERY_FIELDS = [
  ...['GsmNumber', 'DeliveryResult', 'DeliveryDetail', 'DeliveryTime', 'DeliveredMessage'],
  ...['PostType', 'KeyID', 'SendDate'],
];

/** Answers everything with a packet result, or what would be one, that is hostile wherever a text can appear. */
function hostile() {
  const text = escapeText(SENDABLE);
  const field = (name: string) => `<${name}>${text}</${name}>`;
  const delivery = DELIVERY_FIELDS.map(field).join('');
  const more = '<script xmlns="http://www.w3.org/1999/xhtml">window.ran=1</script>';
  const body = `<?xml version="1.0" encoding="utf-8"?><EmPostSmsResult xmlns="${namespace}">${field('PacketID')}${field('PacketStatus')}<DeliveryResults><EmSmsDeliveryResult>${delivery}</EmSmsDeliveryResult></DeliveryResults>${more}</EmPostSmsResult>`;
  return answeringWith(`200 ${SENDABLE}`, `text/xml; charset=utf-8\r\nX-Said: ${SENDABLE}`, body);
}

async function judged(baseUrl: string, folder: string, cases: string): Promise<Results> {
  const target = ['--target', baseUrl, '--namespace', namespace];
  const { said } = await inProcess(['run', '--report-dir', folder, '--case', cases, ...target]);
  expect(said).toMatch(/^report {8}building \S+index\.html$/m);
  return resultsIn(folder);
}

/** Judges the hostile target, on another port each time, of which the history knows nothing. */
async function judgeHostile() {
  const folder = newFolder();
  const run = (cases: string) => withEndpoint(hostile(), ({ baseUrl }) => judged(baseUrl, folder, cases));
  await run('SendBulkSms/canonical');
  return { folder, results: await run('*/canonical') };
}

let judging: ReturnType<typeof judgeHostile> | undefined;
/** Returns the reports of one run, for all tests that read them. */
const hostileReports = () => {
  judging ??= judgeHostile();
  return judging;
};

interface Recorded {
  readonly request: { readonly url: string; readonly headers: object[] };
  readonly response: {
    readonly headers: readonly { readonly name: string }[];
    readonly content: { readonly text: string };
  };
}

interface Leaf {
  readonly name: string;
  readonly nodeId: string;
  readonly retry: boolean;
  readonly retriesCount: number;
}

/** The tests in the tree of the page of Allure, by their names. */
async function leavesOf(page: Page): Promise<ReadonlyMap<string, Leaf>> {
  const base64 = await page.evaluate<string>("window.allureReportData['widgets/tree.json']");
  const tree = JSON.parse(Buffer.from(base64, 'base64').toString()) as { leavesById: Record<string, Leaf> };
  return new Map(Object.values(tree.leavesById).map((leaf) => [leaf.name, leaf]));
}

/** Shows a test, as a link to it does. */
async function show(page: Page, id: string): Promise<void> {
  const { nodeId } = (await leavesOf(page)).get(id) ?? {};
  await page.evaluate(`location.hash = ${JSON.stringify(nodeId)}`);
  await part(page, 'test-result-fullname').getByText(id, { exact: true }).waitFor();
}

/** Opens every step and every attachment of the test that is shown, and gives what is in them. */
async function bytesOn(page: Page): Promise<string> {
  const headers = part(page, 'test-result-attachment-header');
  if ((await headers.count()) === 0) {
    for (const step of await part(page, 'test-result-step-header').all()) await step.click();
  }
  await headers.first().waitFor();
  for (const header of await headers.all()) await header.click();
  const shown = async () => (await page.locator('pre').allInnerTexts()).join('\n');
  await expect.poll(shown).toContain('HTTP/1.1 200');
  return shown();
}

const withoutBreaks = (text: string) => text.replace(/\s+/g, ' ');

const part = (page: Page, id: string) => page.locator(`[data-testid="${id}"]`);

describe.skipIf(!canRead)('the Allure report of a target that says hostile things', () => {
  let folder: string;
  let results: Results;
  /** Chromium needs seconds for each opening of a page of Allure, so all tests but that of a phone read the same. */
  let shared: Opened;
  beforeAll(async () => {
    ({ folder, results } = await hostileReports());
    shared = await openAllure(folder);
  });
  beforeEach(async () => {
    await shared.page.evaluate("location.hash = ''");
  });
  afterAll(() => shared?.page.context().close());

  it('has the counts of results.json, and its verdicts as categories', async () => {
    const { page, trouble } = shared;
    const { summary } = results;
    const failed = summary.failed + summary.blocked;
    // Sends over GET and POST name a recipient that is none, which is a must; reports over them only warn.
    expect([failed, summary.warned]).toEqual([12, 4]);
    await expect.poll(() => part(page, 'metadata-item-total').innerText()).toMatch(/\d/);
    expect(await part(page, 'metadata-item-total').innerText()).toContain(String(summary.planned));
    expect(await part(page, 'metadata-item-failed').innerText()).toContain(String(failed));
    expect(await part(page, 'metadata-item-unknown').innerText()).toContain(String(summary.warned));
    expect([...(await leavesOf(page)).keys()].sort()).toEqual(results.exchanges.map(({ id }) => id).sort());
    // What is red is in sight.
    await part(page, 'tree-leaf-title').getByText('SendBulkSms/canonical/soap11', { exact: true }).waitFor();
    const variables = async () => (await part(page, 'metadata-list').allInnerTexts()).join('\n');
    const first = await variables();
    for (const said of ['Outcome\ndeviates', 'Failed 1\nno request over soap11', 'Unknown\n4 warned'])
      expect(first).toContain(said);
    await page.getByText('Show more').click();
    const shown = await variables();
    const told = ['Target', namespace, 'Run', 'postsms-conformance', 'Outcome', 'deviates', 'gate must'];
    for (const said of told) expect(shown).toContain(said);
    const requirements = page.getByRole('link', { name: 'report.html' });
    const [opened] = await Promise.all([page.context().waitForEvent('page'), requirements.click()]);
    onTestFinished(() => opened.close());
    expect(await opened.locator('h1').innerText()).toMatch(/^Conformance of http:/);
    await part(page, 'nav-tab-categories').click();
    await page
      .getByText(/^must, \d+ exchanges: soap\/envelope: /)
      .first()
      .waitFor();
    await page
      .getByText(/^should, \d+ exchanges: /)
      .first()
      .waitFor();
    expect(trouble).toEqual([]);
  });

  it('shows on the first screen of a phone why it is red', async () => {
    const { page, trouble } = await untilEnd(openAllure(folder, { width: 390, height: 844 }));
    await part(page, 'tree-leaf-title').first().waitFor();
    const cause = part(page, 'metadata-item').filter({ hasText: 'Failed 1' });
    await cause.waitFor();
    // Allure scrolls to the first red test when it shows the tree.
    await page.waitForTimeout(500);
    const { y = -1, height = 0 } = (await cause.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y + height).toBeLessThan(760);
    expect(await part(page, 'base-layout').evaluate((layout) => layout.scrollTop)).toBe(0);
    expect(trouble).toEqual([]);
  });

  it.each([
    ['failed', 'SendBulkSms/canonical/soap11', 'EmPostSmsResult'],
    ['warned', 'ReportSingleShotSms/canonical/http-get', HOSTILE.slice(0, 29)],
  ])(
    'shows finding, bytes and curl of an exchange that %s, and runs nothing of what the target said',
    async (verdict, id, told) => {
      const exchange = results.exchanges.find((candidate) => candidate.id === id);
      const [finding] = exchange?.findings ?? [];
      expect(exchange?.verdict).toBe(verdict);
      const { page, trouble } = shared;
      await show(page, id);
      const frame = page.frameLocator('[data-testid="test-result-description-frame"]');
      const description = withoutBreaks(await frame.locator('body').innerText());
      // A red test has its findings in its error.
      const errors = await part(page, 'test-result-error-message').allInnerTexts();
      expect(errors.length > 0).toBe(verdict === 'failed');
      const [error = ''] = errors.map(withoutBreaks);
      const shown = `${error} ${description}`;
      for (const text of [finding?.message, finding?.expected, finding?.actual, exchange?.repeat, told]) {
        expect(text).toBeTruthy();
        expect(shown).toContain(withoutBreaks(text ?? ''));
      }
      // Each finding appears on the page once.
      const same = exchange?.findings.filter(({ message }) => message === finding?.message) ?? [];
      expect(shown.split(withoutBreaks(finding?.message ?? ''))).toHaveLength(same.length + 1);
      for (const frame of page.frames().slice(1)) expect(await frame.evaluate(CLIPPED)).toEqual([]);
      const bytes = await bytesOn(page);
      expect(withoutBreaks(await page.locator('body').innerText()).replace(error, '')).not.toContain(
        withoutBreaks(finding?.message ?? ''),
      );
      expect(bytes).toContain(`HTTP/1.1 200 ${SENDABLE}`);
      expect(bytes).toContain(`X-Said: ${SENDABLE}`);
      expect(bytes).toContain(`<PacketID>${escapeText(SENDABLE)}</PacketID>`);
      expect(await Promise.all(page.frames().map((frame) => frame.evaluate('window.ran ?? null')))).toEqual([
        null,
        null,
      ]);
      expect(trouble).toEqual([]);
    },
  );

  it('shows expected and actual side by side', async () => {
    const { page, trouble } = shared;
    await show(page, 'SendBulkSms/canonical/soap11');
    const error = await part(page, 'test-result-error-message').first().innerText();
    for (const line of [
      /^\S+EmPostSmsResult instead of \S+Envelope\nsoap\/envelope {2}must/,
      /^ {2}expected /m,
      /^ {2}actual /m,
      /^ {2}to do /m,
    ])
      expect(error).toMatch(line);
    await part(page, 'test-result-diff-button').first().click();
    await page.getByText('Side by Side').click();
    await page.getByText(`{${namespace}}EmPostSmsResult`).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Side by Side').waitFor({ state: 'hidden' });
    expect(trouble).toEqual([]);
  });

  it('knows the earlier run, which is no retry', async () => {
    const { page, trouble } = shared;
    for (const leaf of (await leavesOf(page)).values()) {
      expect(leaf).toMatchObject({ retry: false, retriesCount: 0 });
    }
    await show(page, 'SendBulkSms/canonical/soap11');
    await part(page, 'test-result-tab-history').click();
    expect((await part(page, 'test-result-tab-history').innerText()).trim()).toMatch(/\b1$/);
    expect((await part(page, 'test-result-tab-retries').innerText()).trim()).toMatch(/^Retries$/);
    expect(trouble).toEqual([]);
  });

  it('leads to the requirements that an exchange breaks', async () => {
    const { page, trouble } = shared;
    await show(page, 'SendBulkSms/canonical/soap12');
    const link = part(page, 'test-result-meta-link').locator('a').first();
    const name = await link.innerText();
    const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    onTestFinished(() => opened.close());
    await opened.waitForLoadState();
    expect(opened.url()).toMatch(/\/report\.html#/);
    expect(await opened.locator('tr:target code').first().innerText()).toBe(name);
    // The next test shows its own requirements where the page showed these.
    await part(page, 'test-result-nav-next').click();
    for (const link of await part(page, 'test-result-meta-link').locator('a').all()) {
      expect(await link.getAttribute('href')).toBe(`../report.html#${await link.innerText()}`);
    }
    expect(trouble).toEqual([]);
  });
});

describe.skipIf(!canRead)('the Allure report of a recording in which every text is an address', () => {
  const folder = newFolder();
  beforeAll(async () => {
    const chosen = { case: ['*/canonical'], operation: ['ReportSingleShotSms'] } as const;
    const recorded = await recordService([], chosen);
    const file = join(newFolder(), 'stranger.har');
    const { log } = JSON.parse(readFileSync(recorded.file, 'utf8')) as {
      readonly log: Readonly<Record<'entries', readonly Recorded[]>> & Record<string, unknown>;
    };
    let count = 0;
    const address = () => {
      count += 1;
      return `${['https://', 'www.', 'mailto:a@', 'ftp://'][count % 4]}stranger.example/${count}`;
    };
    Object.assign(log, { comment: address(), creator: { name: address(), version: address() } });
    log.pages = [
      { startedDateTime: new Date(0).toISOString(), id: address(), title: address(), pageTimings: {} },
    ];
    for (const entry of log.entries) {
      const { request, response } = entry;
      Object.assign(entry, { comment: address(), connection: address() });
      const url = `https://stranger.example${new URL(request.url).pathname}${new URL(request.url).search}`;
      Object.assign(request, { url, comment: address() });
      request.headers.push({ name: 'X-Said', value: address() });
      Object.assign(response, { statusText: address(), comment: address(), redirectURL: address() });
      const headers = response.headers.filter(({ name }) => !/^content-length$/i.test(name));
      Object.assign(response, { headers: [...headers, { name: 'X-Said', value: address() }], bodySize: -1 });
      const text = response.content.text.replace(/>[^<>\s]+(?=<)/g, () => `>${address()}`);
      Object.assign(response.content, { text, size: text.length });
    }
    writeFileSync(file, JSON.stringify({ log }));
    const { said } = await inProcess(['judge', file, '--report-dir', folder]);
    expect(said).toMatch(/^report {8}building \S+index\.html$/m);
  });

  async function noLinks(page: Page): Promise<void> {
    for (const frame of page.frames()) {
      const links = await frame.locator('a[href]').evaluateAll((all) => all.map((link) => link.outerHTML));
      expect(links.filter((link) => link.includes('stranger'))).toEqual([]);
    }
  }

  it('has no link to any of them', async () => {
    const { page, trouble } = await untilEnd(openAllure(folder));
    let named = 0;
    for (const [id, { nodeId }] of await leavesOf(page)) {
      await page.evaluate(`location.hash = ${JSON.stringify(nodeId)}`);
      await part(page, 'test-result-fullname').getByText(id, { exact: true }).waitFor();
      await bytesOn(page);
      await noLinks(page);
      // Allure makes links of addresses in the titles of steps: these lead nowhere.
      for (const link of await page.locator('a', { hasText: /^(?:https:|www\.|mailto:|ftp:)/ }).all()) {
        named += 1;
        await link.click();
      }
    }
    // Without any, this test would no longer look where they are.
    expect(named).toBeGreaterThan(0);
    await part(page, 'test-result-diff-button').first().click();
    await page.getByText('Side by Side').click();
    await noLinks(page);
    expect(page.context().pages()).toHaveLength(1);
    expect(trouble).toEqual([]);
  });
});

describe.skipIf(!canRead)('our own pages', () => {
  const folder = newFolder();
  beforeAll(async () => {
    await withEndpoint(hostile(), ({ baseUrl }) =>
      inProcess([
        ...['run', '--no-allure', '--report-dir', folder, '--case', '*/canonical', '--reporter', 'har'],
        ...['--target', `${baseUrl}/${'long'.repeat(50)}`, '--namespace', namespace],
      ]),
    );
    const healthy = newFolder();
    const flags = ['--no-allure', '--report-dir', healthy, '--case', '*/canonical', '--reporter', 'har'];
    await inProcess(['run', ...flags]);
    await inProcess(['compare', healthy, folder, '--report-dir', folder]);
    const long = `a-${'very-long-name-'.repeat(8)}`;
    const pairs = [
      [subject(long, ['http/status']), trial(long, { 'http/status': ['X/y/soap11'], 'xml/encoding': ['x'] })],
      ...['b', 'c'].map((id) => [subject(id, ['xml/encoding']), trial(id, {})] as const),
      [subject('t', [], 'twin'), trial('t', {}, { faults: [HOSTILE] })],
    ] as const;
    const names = rules.map(({ id }) => id);
    const matrix = matrixOf(pairs, names, [requirement]);
    const summary = { full: true, seconds: 1, problems: [...matrix.problems, HOSTILE], rules: names };
    writeFileSync(join(folder, 'proof.html'), proofPage(matrix, summary));
  });

  it.each(['report.html', 'proof.html', 'compare.html'])(
    '%s can be read on a phone, in the light and in the dark',
    async (name) => {
      const { page, trouble } = await openOnce(join(folder, name), { width: 390, height: 844 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(SIDEWAYS)).toBe(0);
        const { faint, seen } = await page.evaluate<{ faint: string[]; seen: number }>(FAINT_TEXTS);
        expect(faint).toEqual([]);
        expect(seen).toBeGreaterThan(100);
        expect(await page.locator('body').innerText()).toContain('<script>window.ran=1</script>');
        expect(await page.evaluate('window.ran')).toBeUndefined();
        expect(trouble).toEqual([]);
      }
    },
  );
});

describe.skipIf(!canRead)('report.html of a run in which much is broken', () => {
  let folder: string;
  beforeAll(async () => {
    ({ folder } = await hostileReports());
  });

  it.each([
    [1_400, 800],
    [390, 844],
  ])('shows the first cause on the first screen of %i × %i pixels', async (width, height) => {
    const { page, trouble } = await openOnce(join(folder, 'report.html'), { width, height });
    const first = page.locator('#cause-1');
    const { y = height } = (await first.locator('h3').boundingBox()) ?? {};
    expect(y).toBeLessThan(height);
    expect(await page.locator('.outcome').innerText()).toMatch(
      /^deviates: no request over soap11 and soap12 was answered with a packet result \(soap11, soap12; /,
    );
    const heights = await page
      .locator('.overview th')
      .evaluateAll((names) => names.map((name) => name.getClientRects()[0]?.height));
    // No name of an operation is broken.
    expect(Math.max(...heights.map((one) => one ?? Number.NaN))).toBeLessThan(40);
    if (width > height) {
      const picture = await page.locator('.overview').boundingBox();
      expect(picture?.width).toBeLessThan(500);
      expect(picture?.y).toBeLessThan(height / 2);
    }
    expect(trouble).toEqual([]);
  });

  it('leads from a square to its exchange, its cause, the marked place in the reply, and the requirement', async () => {
    const { page, trouble } = await openOnce(join(folder, 'report.html'));
    expect(await page.locator('.overview td').count()).toBe(16);
    await page.locator('.squares a.failed').first().click();
    const row = page.locator('li:target');
    const id = await row.locator('code').first().innerText();
    await row.locator('a').first().click();
    const cause = page.locator('article:target');
    await cause.locator('summary').filter({ hasText: id }).first().click();
    const evidence = cause.locator('.evidence[open]');
    await evidence.locator('mark').first().waitFor();
    const texts = (await evidence.locator('pre').allInnerTexts()).join('\n');
    for (const part of ['HTTP/1.1 200 ', 'curl ', `postsms-conformance run --case ${id} --target http:`]) {
      expect(texts).toContain(part);
    }
    const requirement = cause.locator('p a').first();
    const name = await requirement.innerText();
    await requirement.click();
    expect(await page.locator('tr:target code').first().innerText()).toBe(name);
    expect(await page.locator('tr:target').isVisible()).toBe(true);
    await page.locator('tr:target a').first().click();
    expect(await page.locator('article:target').count()).toBe(1);
    expect(trouble).toEqual([]);
  });

  it('filters by text and by state, and prints the evidence', async () => {
    const { page, trouble } = await openOnce(join(folder, 'report.html'));
    const shown = (items: string) => page.locator(`${items}:not([hidden])`).count();
    const all = await shown('.item');
    await page.getByLabel('Filter by state').selectOption('broken');
    expect(await shown('tr.item')).toBeGreaterThan(2);
    expect([await shown('article.item'), await shown('li.item')]).toEqual([0, 0]);
    await page.getByLabel('Filter by text').fill('no such text');
    expect(await shown('.item')).toBe(0);
    await page.getByLabel('Filter by text').fill('');
    await page.getByLabel('Filter by state').selectOption('');
    expect(await shown('.item')).toBe(all);
    await page.getByLabel('Filter by text').fill('SendBulkSms/canonical/soap12');
    await page.locator('li.item code').filter({ hasText: 'SendBulkSms/canonical/soap12' }).waitFor();
    expect(await shown('li.item')).toBe(1);
    // A link into what is hidden shows it.
    await page.evaluate("location.hash = 'sends.packet-id'");
    await page.locator('tr:target').waitFor();
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator('.evidence:not([open])').count()).toBe(0);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await page.locator('.evidence[open]').count()).toBe(0);
    expect(trouble).toEqual([]);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ownText } from '../../secrets/mask.ts';
import { buildHtml } from './build-html.ts';

const run = { baseUrl: ownText(''), kind: 'reference', startedAt: '', counts: false } as const;

/** In a folder without results no page can be built, and whoever tries says so. */
async function built(html: 'yes' | 'no' | 'unless-large', exchanges: number) {
  const folder = mkdtempSync(join(tmpdir(), 'build-html-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { places, faults } = await buildHtml(folder, run, { html, exchanges });
  return { places, tried: faults.length > 0 };
}

it.each([
  ['yes', 1, true],
  ['yes', 5_001, true],
  ['unless-large', 5_000, true],
  ['unless-large', 5_001, false],
  ['no', 1, false],
] as const)('the page is %s of %i exchanges: tried %s', async (html, exchanges, tried) => {
  expect((await built(html, exchanges)).tried).toBe(tried);
});

it('a page that nobody asked for and that is not built is told, and how to have it', async () => {
  const { places } = await built('unless-large', 10_000);
  expect(places.join()).toMatch(/not built, for 10000 exchanges; `report` builds it now, --html /);
  expect((await built('no', 10_000)).places).toEqual([]);
});

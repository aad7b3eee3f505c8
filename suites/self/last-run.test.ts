import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findDefect } from '../../lib/reference/defects/registry.ts';
import type { Deviation } from '../../lib/reference/seams.ts';
import { inProcess, newFolder, resultsIn } from './command.ts';
import { at, serving } from './endpoints.ts';

it('a run says which causes are new and gone since the last one with its filters, in every report', async () => {
  const folder = newFolder();
  const runOn = (ids: readonly string[], ...args: readonly string[]) => {
    const deviations = ids.map((id) => findDefect(id) as Deviation);
    return serving({ deviations }, async ({ baseUrl }) => {
      const cases = ['--case', '*/canonical', '--case', '*/duplicates'];
      const chosen = args.length === 0 ? cases : args;
      const reporter = ['--reporter', 'markdown'];
      const end = await inProcess(
        ['run', '--no-allure', ...reporter, ...at(baseUrl), ...chosen],
        {},
        { folder },
      );
      const { since } = resultsIn(join(folder, 'reports'));
      return { ...end, since };
    });
  };
  const before = ['status-201', 'packet-id-constant'];
  expect((await runOn(before)).since).toBeUndefined();
  const same = await runOn(before);
  // Ids of packets, numbers and texts are others in each run.
  expect(same.since).toMatchObject({ startedAt: expect.any(String), added: [], gone: [] });
  // Each has a port of its own.
  expect(same.said).toMatch(
    /^since {9}the last run, \S+, of another target, http:\S+: 0 new causes, 0 gone$/m,
  );
  const changed = await runOn(['packet-id-constant', 'content-type-twice']);
  const added = [
    'http/media-type: 2 Content-Type headers: text/html; charset=utf-8 and text/xml; charset=utf-8 instead of text/xml',
    'http/media-type: the response must have the media type of the binding',
  ];
  const gone = ['http/status: 201 Created instead of 200'];
  expect(changed.since).toMatchObject({ added, gone });
  const told = `: 2 new causes (${added.join(', ')}), 1 gone (${gone})`;
  expect(changed.said).toContain(told);
  for (const file of ['summary.md', 'report.html']) {
    expect(readFileSync(join(folder, 'reports', file), 'utf8')).toContain(told);
  }

  // Other filters have a history of their own.
  expect((await runOn(before, '--case', '*/canonical')).since).toBeUndefined();
  expect((await runOn(before)).since).toMatchObject({ added: gone, gone: added });
  const history = join(folder, 'reports/history/external-causes.json');
  expect(existsSync(history)).toBe(true);
  writeFileSync(history, '{');
  expect(await runOn(before)).toMatchObject({ code: 1, since: undefined });
});

it('a run that may not send is compared with none that sends', async () => {
  const folder = newFolder();
  const deviations = [findDefect('packet-id-constant') as Deviation];
  const runOn = (...flags: readonly string[]) =>
    serving({ deviations }, async ({ baseUrl }) => {
      const chosen = ['--case', '*/canonical', '--no-allure', ...at(baseUrl), ...flags];
      await inProcess(['run', ...chosen], {}, { folder });
      return resultsIn(join(folder, 'reports'));
    });
  await runOn();
  const refused = await runOn('--sends', 'refuse', '--packet-ids', '4711');
  expect(refused.notRun.length).toBeGreaterThan(0);
  expect(refused.since).toBeUndefined();
  expect((await runOn()).since).toMatchObject({ added: [], gone: [] });
});

it('a cause that is listed, or whose entry expired, is neither gone nor new, and one that is mended is gone', async () => {
  const folder = newFolder();
  const runOn = (ids: readonly string[], ...args: readonly string[]) => {
    const deviations = ids.map((id) => findDefect(id) as Deviation);
    return serving({ deviations }, async ({ baseUrl }) => {
      const chosen = ['--case', '*/canonical', '--known', 'known.yaml', ...args];
      await inProcess(['run', '--no-allure', ...at(baseUrl), ...chosen], {}, { folder });
      const { since, summary } = resultsIn(join(folder, 'reports'));
      return [summary.failed, summary.knownFailure, summary.fixed, since?.added, since?.gone];
    });
  };
  const [broken, cause] = [['status-201'], 'http/status: 201 Created instead of 200'];
  expect(await runOn(broken, '--write-known')).toEqual([16, 0, 0, undefined, undefined]);
  expect(await runOn(broken)).toEqual([0, 16, 0, [], []]);
  const known = join(folder, 'known.yaml');
  writeFileSync(known, readFileSync(known, 'utf8').replace(/expires: .*/, 'expires: 2026-01-31'));
  expect(await runOn(broken)).toEqual([16, 0, 0, [], []]);
  expect(await runOn([])).toEqual([0, 0, 16, [], [cause]]);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inProcess, newFolder, resultsIn } from './command.ts';

const canonical = ['--case', '*/canonical'];

it('a run is held to what an earlier run left unjudged, also in shards, and a run that writes it anew is not', async () => {
  const folder = newFolder();
  const run = (...args: readonly string[]) => inProcess(['run', '--no-allure', ...args], {}, { folder });
  const written = await run(...canonical, '--write-coverage', 'coverage.yaml');
  expect(written.said).toContain(
    'coverage      coverage.yaml written; hold later runs to it with coverage in conformance.yaml\n',
  );
  writeFileSync(join(folder, 'conformance.yaml'), 'coverage: coverage.yaml\n');
  expect((await run(...canonical)).code).toBe(0);
  const left = 'judges less than coverage.yaml says: 4 exchanges over http-get, because of --binding; ';
  const fewer = ['soap11', 'soap12', 'http-post'].flatMap((binding) => ['--binding', binding]);
  const less = await run(...canonical, ...fewer);
  expect([less.code, less.said]).toEqual([
    1,
    expect.stringContaining(`outcome       partial: the run ${left}`),
  ]);
  const again = await run('--last-failed');
  expect([again.code, again.said]).toEqual([
    4,
    expect.stringContaining(
      `--last-failed: nothing was red, blocked or not run in reports/results.json, where the run ${left}`,
    ),
  ]);
  const dry = await run(...canonical, ...fewer, '--dry-run');
  expect([dry.code, dry.said]).toEqual([
    1,
    expect.stringContaining(`at best       partial: the run ${left.slice(0, -2)}`),
  ]);

  for (const shard of ['1', '2']) {
    const end = await run(...canonical, ...fewer, '--shard', `${shard}/2`, '--report-dir', `shard-${shard}`);
    expect(end.code).toBe(0);
  }
  const merged = await inProcess(['merge', 'shard-1', 'shard-2'], {}, { folder });
  expect([merged.code, merged.said]).toEqual([1, expect.stringContaining(`partial: the run ${left}`)]);
  expect(resultsIn(join(folder, 'reports')).unjudged).toContainEqual({
    ...{ because: 'binding', over: 'http-get', case: 'SendBulkSms/canonical', exchanges: 1 },
  });

  const anew = await run(...canonical, ...fewer, '--write-coverage', 'coverage.yaml');
  expect(anew.code).toBe(0);
  const more = await run(...canonical);
  expect([more.code, more.said]).toEqual([
    0,
    expect.stringMatching(
      /judges more than coverage\.yaml says; tighten it with --write-coverage coverage\.yaml: 4 exchanges over http-get/,
    ),
  ]);
});

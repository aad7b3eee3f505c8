import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { LATER_OPTIMIZING } from './lib/run/start-worker.ts';

/** The files that start commands first: the many short ones of lib are spread over the workers at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(...args: Parameters<BaseSequencer['sort']>) {
    const sorted = await super.sort(...args);
    const isLong = ({ moduleId }: (typeof sorted)[number]) => moduleId.includes('/suites/');
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** The temporary folder of all tests of one run, which is removed with what they left in it. */
const folder = mkdtempSync(join(tmpdir(), 'postsms-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

/** The project's own tests. The conformance suite itself is vitest.config.ts. */
export default defineConfig({
  test: {
    include: ['{lib,suites,scripts}/**/*.test.ts'],
    exclude: ['suites/conformance.test.ts'],
    pool: 'forks',
    // One process for many files: none of them changes what another sees.
    isolate: false,
    // Less processor time: most code of tests runs a few times, and leaves garbage.
    execArgv: [...LATER_OPTIMIZING, '--min-semi-space-size=16', '--max-semi-space-size=32'],
    // Most of the time is that of commands which tests start and wait for: two cores are busy with three workers.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // What ends is given its time on a machine that is busy with others; what does not end, ends here.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Commands in the process of a test are compiled already, and their output has no colours, also in CI.
    server: { deps: { external: [/\/\.build\//] } },
    env: { NO_COLOR: '1', TMPDIR: folder, TEMP: folder, TMP: folder },
    reporters: process.env.GITHUB_ACTIONS ? ['default', 'github-actions'] : ['default'],
  },
});

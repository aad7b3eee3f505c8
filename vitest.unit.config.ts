import { defineConfig } from 'vitest/config';

/** The project's own tests. The conformance suite itself is vitest.config.ts. */
export default defineConfig({
  test: {
    include: ['{lib,suites,scripts}/**/*.test.ts'],
    exclude: ['suites/conformance.test.ts'],
    pool: 'forks',
    // One process for many files: none of them changes what another sees.
    isolate: false,
    // Most of the time is that of commands which tests start and wait for.
    maxWorkers: 2,
    reporters: process.env.GITHUB_ACTIONS ? ['default', 'github-actions'] : ['default'],
  },
});

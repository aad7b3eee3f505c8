import { defineConfig } from 'vitest/config';

/** The tests beside the code that `npm run mutation` changes, and of the engine that calls it; all would take days. */
export default defineConfig({
  test: {
    include: [
      'lib/{rules,judge,bindings,plan,engine}/**/*.test.ts',
      'lib/known-failures/apply-known-failures.test.ts',
    ],
    pool: 'forks',
    isolate: false,
    // Tests that are slow on a busy machine must not count as having found a mutant.
    testTimeout: 60_000,
  },
});

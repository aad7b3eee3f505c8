import { defineConfig } from 'vitest/config';

/** The tests that stand beside the code which `npm run mutation` changes; the whole suite would take days. */
export default defineConfig({
  test: {
    include: [
      'lib/{judge,reading,wire/bindings,cases/plan}/**/*.test.ts',
      // The changes of texts are tested by their words.
      'lib/findings/meaning.test.ts',
      'lib/results/known-failures/apply-known-failures.test.ts',
    ],
    pool: 'forks',
    isolate: false,
    // Tests that are slow on a busy machine must not count as having found a mutant.
    testTimeout: 60_000,
  },
});

import { defineConfig } from 'vitest/config';
import { allureReporter } from './lib/report/allure-reporter.ts';
import { consoleReporter } from './lib/report/console-reporter.ts';
import { allureFolders } from './lib/report/report-folder.ts';
import { settingsFromEnvironment } from './lib/run/environment.ts';

/** The conformance suite, as `npm start` runs it; the project's own tests are in vitest.unit.config.ts. */
export default defineConfig({
  test: {
    include: ['suites/conformance.test.ts'],
    globalSetup: ['suites/setup.ts'],
    // libxmljs2 cannot be loaded into a second thread.
    pool: 'forks',
    isolate: false,
    // Every exchange has a limit of its own.
    testTimeout: 0,
    hookTimeout: 0,
    reporters: [
      consoleReporter(),
      allureReporter(allureFolders(settingsFromEnvironment(process.env).reportDir).results),
      ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []),
    ],
  },
});

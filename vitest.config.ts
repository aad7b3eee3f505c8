import { defineConfig } from 'vitest/config';
import { allureReporter } from './lib/report/allure-reporter.ts';
import { consoleReporter } from './lib/report/console-reporter.ts';
import { allureFolders } from './lib/report/report-folder.ts';
import { settingsFromEnvironment } from './lib/run/environment.ts';
import { suiteOptions } from './lib/run/suite-options.ts';

const allure = allureReporter(allureFolders(settingsFromEnvironment(process.env).reportDir).results);

/** The conformance suite, as `npm start` runs it; the project's own tests are in vitest.unit.config.ts. */
export default defineConfig({
  test: {
    ...suiteOptions,
    reporters: [allure, consoleReporter(allure), ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : [])],
  },
});

import { defineConfig } from 'vitest/config';
import { allureReporter } from './lib/report/allure-reporter.ts';
import { consoleReporter } from './lib/report/console-reporter.ts';
import { guardOutput } from './lib/report/guarded-output.ts';
import { maskFor } from './lib/report/mask.ts';
import { keepPrivate } from './lib/report/private-files.ts';
import { allureFolders } from './lib/report/report-folder.ts';
import { defaultSettings } from './lib/run/settings.ts';
import { suiteOptions } from './lib/run/suite-options.ts';
import { readSettings } from './lib/settings/read-settings.ts';

// What is wrong with the settings is said where the run is prepared.
const settings = await readSettings({ flags: {}, environment: process.env }, ['reportDir', 'ticket']);
const { reportDir, ticket } = settings.ok ? settings.value : defaultSettings;
const allure = allureReporter(allureFolders(reportDir).results);
const output = guardOutput(maskFor([ticket]));
keepPrivate();

/** The conformance suite, as `npm start` runs it; the project's own tests are in vitest.unit.config.ts. */
export default defineConfig({
  test: {
    ...suiteOptions,
    reporters: [
      allure,
      consoleReporter(allure, output),
      ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []),
    ],
  },
});

import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { allureReporter } from './lib/report/allure/allure-reporter.ts';
import { allureFolders, keepPrivate } from './lib/report-folder/report-folder.ts';
import { suiteOptions } from './lib/run/run-vitest.ts';
import { numbersToMask } from './lib/run/sends/subscriber-numbers.ts';
import { guardOutput } from './lib/secrets/guarded-output.ts';
import { maskFor } from './lib/secrets/mask.ts';

import { readSettings } from './lib/settings/read-settings.ts';
import { defaultSettings, secretsOf } from './lib/settings/run-settings.ts';
import { compile } from './scripts/compile.mjs';
import { consoleReporter } from './suites/console-reporter.ts';

// What is wrong with the settings is said where the run is prepared.
const settings = await readSettings({ flags: {}, environment: process.env }, [
  'reportDir',
  'ticket',
  'proxy',
  'mask',
  'recipients',
]);
const known = settings.ok ? settings.value : defaultSettings;
const { reportDir } = known;
const { POSTSMS_TICKET = '', POSTSMS_TICKETS = '' } = process.env;
const secrets = [...secretsOf(known), POSTSMS_TICKET, ...POSTSMS_TICKETS.split(/\r?\n/)];
const allure = allureReporter(allureFolders(reportDir).results);
// The plan is not known yet; what it writes is of the list where there is one.
const output = guardOutput(maskFor(secrets, numbersToMask(known, [])), process);
const own = [allure, consoleReporter(allure, output)];
keepPrivate();

/** Keeps the reporters that write the results and decide the exit code where `--reporter` replaces those of this file. */
const ownReporters: Plugin = {
  name: 'postsms-own-reporters',
  configureVitest: ({ vitest: { config } }) => {
    const others = config.reporters.filter((reporter) => !own.some((one) => one === reporter));
    config.reporters = [...own, ...others];
  },
};

/** The conformance suite, as `npm start` runs it; the project's own tests are in vitest.unit.config.ts. */
export default defineConfig({
  plugins: [ownReporters],
  // Compiled already, as for the command: Vitest would transform each file of lib by itself.
  resolve: { alias: { '../lib/run/exchange-tests.ts': fileURLToPath(await compile('tests')) } },
  test: {
    ...suiteOptions,
    globalSetup: [fileURLToPath(await compile('setup'))],
    server: { deps: { external: [/\/\.build\//] } },
    reporters: own,
  },
});

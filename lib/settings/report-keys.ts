import { isAbsolute, relative, resolve } from 'node:path';
import { defaultSettings } from '../run/settings.ts';
import { good, type Kind, single, truth, wrong } from './kinds.ts';
import type { SettingKeys } from './setting-key.ts';

/** Relative to the file that names it, and then as seen from the working folder. */
const directory: Kind<string> = single('<dir>', (given, folder) => {
  if (given === '') return wrong(given, 'a folder');
  const here = folder === process.cwd() || isAbsolute(given);
  return good(here ? given : relative(process.cwd(), resolve(folder, given)) || '.');
});

/** What is written, and where. */
export const reportKeys: SettingKeys<'reportDir' | 'allure' | 'html'> = {
  reportDir: { kind: directory, help: 'where reports go', initial: defaultSettings.reportDir },
  allure: { kind: truth, help: 'write Allure results', initial: defaultSettings.allure },
  html: { kind: truth, help: 'build the HTML report of the Allure results', initial: defaultSettings.html },
};

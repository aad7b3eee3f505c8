import { defaultSettings } from '../run/settings.ts';
import { path, truth } from './kinds.ts';
import type { SettingKeys } from './setting-key.ts';

const directory = path('<dir>', 'a folder');

/** What is written, and where. */
export const reportKeys: SettingKeys<'reportDir' | 'allure' | 'html'> = {
  reportDir: { kind: directory, help: 'where reports go', initial: defaultSettings.reportDir },
  allure: { kind: truth, help: 'write Allure results', initial: defaultSettings.allure },
  html: { kind: truth, help: 'build the HTML report of the Allure results', initial: defaultSettings.html },
};

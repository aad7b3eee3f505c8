import { type ReporterChoice, reporterNames } from '../../model/running/report-format.ts';
import { defaultSettings } from '../defaults.ts';
import { good, type Kind, path, type Reading, truth, wrong } from './kinds.ts';
import type { SettingKeys } from './setting-key.ts';

const directory = path('<dir>', 'a folder');
const reportFile = path('<file>', 'a file');

/** Reporters, each with a file of its own or the usual one: `junit`, `tap=logs/run.tap`. */
const reporters: Kind<readonly ReporterChoice[]> = {
  placeholder: '<name[=file]>',
  list: true,
  read: (given, folder) => {
    const read = given.map((text) => reporterChoice(text, folder));
    const item = read.findIndex((one) => !one.ok);
    const refused = read[item];
    if (refused && !refused.ok) return { ...refused, item };
    return good(read.flatMap((one) => (one.ok ? one.value : [])));
  },
};

function reporterChoice(text: string, folder: string): Reading<ReporterChoice> {
  const [word = ''] = text.split('=', 1);
  const name = reporterNames.find((one) => one === word);
  if (name === undefined) {
    return { ...wrong(word, `one of ${reporterNames.join(', ')}`), given: word, allowed: reporterNames };
  }
  if (word === text) return good({ name, file: null });
  const file = text.slice(word.length + 1);
  if (file === '') return { ok: false, why: `${JSON.stringify(text)} names no file behind =` };
  if (name === 'github') {
    return {
      ok: false,
      why: `${JSON.stringify(text)}: github takes no file; it prints, and adds to the one of GITHUB_STEP_SUMMARY`,
    };
  }
  const read = reportFile.read([file], folder);
  return read.ok ? good({ name, file: read.value }) : read;
}

/** What is written, and where. */
export const reportKeys: SettingKeys<'reportDir' | 'reporter' | 'allure' | 'html'> = {
  reportDir: { kind: directory, help: 'report folder', initial: defaultSettings.reportDir },
  reporter: {
    kind: reporters,
    help: 'extra report: junit (the default), markdown, tap, badge or github; may be repeated',
    initial: defaultSettings.reporters,
    show: (chosen) => chosen.map(({ name, file }) => (file === null ? name : `${name}=${file}`)).join(', '),
  },
  allure: { kind: truth, help: 'write Allure results', initial: defaultSettings.allure },
  html: { kind: truth, help: 'build the Allure HTML report', initial: true },
};

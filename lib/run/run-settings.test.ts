import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { casesFolder } from './built-in.ts';
import { reportOverInput } from './run-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-over-input-'));
const inputs = {
  known: join(folder, 'known.yaml'),
  configuration: 'conformance.yaml',
  caseFolders: [join(folder, 'mine')],
};
const told = (file: string) =>
  reportOverInput({ ...inputs, reportDir: 'reports', reporters: [{ name: 'tap', file }] });

it.each([
  [join(folder, 'known.yaml'), 'the file of known failures'],
  [join(folder, 'x', '..', 'known.yaml'), 'the file of known failures'],
  ['./conformance.yaml', 'the file of settings'],
  [join(folder, 'mine', 'new.yml'), `among the case files of ${folder}/mine`],
  [join(folder, 'mine', 'below', 'new.yaml'), `among the case files of ${folder}/mine`],
  [join(casesFolder, 'SendBulkSms', 'new.yaml'), 'among the built-in cases'],
])('a report is not written to %s, be it there or not: it is %s', (file, what) => {
  expect(told(file)).toBe(`tap cannot be written to ${file}: it is ${what}`);
});

it('nor under another name of that place', () => {
  mkdirSync(join(folder, 'there'));
  symlinkSync(join(folder, 'there'), join(folder, 'link'));
  const known = join(folder, 'there', 'known.yaml');
  const reporters = [{ name: 'tap', file: join(folder, 'link', 'known.yaml') }] as const;
  expect(reportOverInput({ ...inputs, known, reportDir: 'reports', reporters })).toContain(
    'of known failures',
  );
});

it('elsewhere it is, also beside what is read', () => {
  for (const file of ['other.yaml', 'mine/run.tap', 'mine/.hidden/x.yaml', 'mine/node_modules/x.yaml']) {
    expect(told(join(folder, file))).toBeUndefined();
  }
  expect(
    reportOverInput({
      ...inputs,
      known: null,
      reportDir: folder,
      reporters: [{ name: 'junit', file: null }],
    }),
  ).toBeUndefined();
});

import { expect, it } from 'vitest';
import { settingsFromEnvironment } from './environment.ts';
import { defaultSettings } from './settings.ts';

it('without variables, and with empty ones, the defaults hold', () => {
  expect(settingsFromEnvironment({})).toEqual(defaultSettings);
  const empty = { POSTSMS_TARGET: '', POSTSMS_NAMESPACE: '', POSTSMS_TICKET: '', POSTSMS_REPORT_DIR: '' };
  expect(settingsFromEnvironment(empty)).toEqual(defaultSettings);
});

it('each variable sets its own', () => {
  const environment = {
    POSTSMS_TARGET: 'http://127.0.0.1:1',
    POSTSMS_NAMESPACE: 'urn:n',
    POSTSMS_TICKET: 't',
    POSTSMS_REPORT_DIR: 'elsewhere',
  };
  expect(settingsFromEnvironment(environment)).toEqual({
    ...defaultSettings,
    target: 'http://127.0.0.1:1',
    namespace: 'urn:n',
    ticket: 't',
    reportDir: 'elsewhere',
  });
});

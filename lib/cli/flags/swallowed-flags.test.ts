import { describe, expect, it } from 'vitest';
import { refuseSwallowed } from './swallowed-flags.ts';

const start = { npm_lifecycle_event: 'start' };
const own = { ok: true };

describe('flags that npm took for itself', () => {
  it.each([
    ['npm_config_target', 'http://127.0.0.1:1', '--target'],
    ['npm_config_sends', 'allow', '--sends'],
    ['npm_config_report_dir', 'reports', '--report-dir'],
    ['npm_config_allure', '', '--allure'],
    ['npm_config_config', 'staging.yaml', '--config'],
    ['npm_config_dry_run', 'true', '--dry-run'],
  ])('%s is refused', (variable, value, flag) => {
    const refused = refuseSwallowed('run', {}, { ...start, [variable]: value });
    expect(refused).toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(
        `npm took ${flag} for itself; put -- before the arguments: npm start -- run`,
      ),
    });
  });

  it('are told all at once', () => {
    const taken = { npm_config_target: 'true', npm_config_namespace: 'urn:n' };
    expect(refuseSwallowed('run', {}, { ...start, ...taken })).toMatchObject({
      message: expect.stringContaining('--target, --namespace'),
    });
  });

  it('are none where npm has a setting of that name, or where the flag got here too', () => {
    const ofNpm = { npm_config_noproxy: '', npm_config_proxy: 'http://p.example', npm_config_yes: 'true' };
    expect(refuseSwallowed('run', {}, { ...start, ...ofNpm })).toEqual(own);
    const both = { ...start, npm_config_target: '30.0.0' };
    expect(refuseSwallowed('run', { target: 'http://127.0.0.1:1' }, both)).toEqual(own);
  });

  it('are none where no npm start is', () => {
    expect(refuseSwallowed('run', {}, { npm_config_target: '30.0.0' })).toEqual(own);
    expect(refuseSwallowed('run', {}, { npm_lifecycle_event: 'npx', npm_config_target: '30.0.0' })).toEqual(
      own,
    );
  });
});

it('a flag of diff that npm took is refused: what was to be red would be green', () => {
  const taken = { npm_lifecycle_event: 'start', npm_config_fail_on_less: 'true' };
  expect(refuseSwallowed('diff', {}, taken)).toMatchObject({
    ok: false,
    exitCode: 2,
    message: expect.stringContaining(
      'npm took --fail-on-less for itself; put -- before the arguments: npm start -- diff …',
    ),
  });
  expect(refuseSwallowed('diff', { failOnLess: true }, taken)).toEqual({ ok: true });
  expect(refuseSwallowed('diff', {}, { npm_lifecycle_event: 'start' })).toEqual({ ok: true });
});

it.each([
  ['report', 'npm_config_report_dir', '--report-dir'],
  ['report', 'npm_config_open', '--open'],
  ['list', 'npm_config_shard', '--shard'],
  ['list', 'npm_config_operation', '--operation'],
  ['show', 'npm_config_cases', '--cases'],
  ['show', 'npm_config_target', '--target'],
  ['show', 'npm_config_curl', '--curl'],
  ['config', 'npm_config_rate', '--rate'],
  ['merge', 'npm_config_report_dir', '--report-dir'],
  ['serve', 'npm_config_defect', '--defect'],
  ['serve', 'npm_config_port', '--port'],
] as const)('of %s, too: %s', (command, variable, flag) => {
  expect(refuseSwallowed(command, {}, { ...start, [variable]: 'true' })).toEqual({
    ok: false,
    exitCode: 2,
    message: `npm took ${flag} for itself; put -- before the arguments: npm start -- ${command} …`,
  });
  expect(refuseSwallowed(command, {}, start)).toEqual(own);
});

it('a list has no target, so one in .npmrc is none of its', () => {
  expect(refuseSwallowed('list', {}, { ...start, npm_config_target: '30.0.0' })).toEqual(own);
});

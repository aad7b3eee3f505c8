import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { withSettings } from './setting-flags.ts';
import { takenByNpm } from './usage.ts';

const start = { npm_lifecycle_event: 'start' };
const run = withSettings(new Command('run')).option('--dry-run');
const report = withSettings(new Command('report')).option('--no-open');

describe('flags that npm took for itself', () => {
  it.each([
    ['npm_config_target', 'http://127.0.0.1:1', '--target'],
    ['npm_config_report_dir', 'reports', '--report-dir'],
    ['npm_config_allure', '', '--allure'],
    ['npm_config_dry_run', 'true', '--dry-run'],
  ])('%s is refused', (variable, value, flag) => {
    expect(takenByNpm(run, ['run'], { ...start, [variable]: value })).toBe(
      `npm took ${flag} for itself; put -- before the arguments: npm start -- run …`,
    );
  });

  it('are those of the command', () => {
    const taken = { ...start, npm_config_open: '', npm_config_target: '30.0.0' };
    expect(takenByNpm(report, ['report'], taken)).toContain('npm took --open for itself');
    expect(takenByNpm(report, ['report', '--no-open'], taken)).toBeUndefined();
  });

  it('are none where npm has a setting of that name, or where the flag got here too', () => {
    const ofNpm = { npm_config_noproxy: '', npm_config_proxy: 'http://p.example', npm_config_yes: 'true' };
    expect(takenByNpm(run, ['run'], { ...start, ...ofNpm })).toBeUndefined();
    const both = { ...start, npm_config_target: '30.0.0' };
    expect(takenByNpm(run, ['run', '--target', 'http://127.0.0.1:1'], both)).toBeUndefined();
    expect(takenByNpm(run, ['--target=http://127.0.0.1:1'], both)).toBeUndefined();
  });

  it.each([undefined, 'npx'])('are none where no npm start is, but %s', (event) => {
    const taken = { npm_config_target: '30.0.0', npm_lifecycle_event: event };
    expect(takenByNpm(run, ['run'], taken)).toBeUndefined();
  });
});

import { Command } from 'commander';
import { expect, it } from 'vitest';
import { takenByNpm, withSettings } from './usage.ts';

const start = { npm_lifecycle_event: 'start' };

/** What npm took of a command that was given these flags. */
function taken(name: string, environment: Readonly<Record<string, string | undefined>>, ...flags: string[]) {
  const command = withSettings(new Command(name)).option('--dry-run').option('--no-open');
  return takenByNpm(command, flags, environment);
}

it.each([
  ['npm_config_target', 'http://127.0.0.1:1', '--target'],
  ['npm_config_report_dir', 'reports', '--report-dir'],
  ['npm_config_allure', '', '--allure'],
  ['npm_config_dry_run', 'true', '--dry-run'],
])('%s is a flag that npm took for itself', (variable, value, flag) => {
  expect(taken('run', { ...start, [variable]: value })).toBe(
    `npm took ${flag} for itself; put -- before the arguments: npm start -- run …`,
  );
});

it('npm takes only flags of the command', () => {
  const given = { ...start, npm_config_open: '', npm_config_target: '30.0.0' };
  expect(taken('report', given)).toContain('npm took --open for itself');
  expect(taken('report', given, '--no-open')).toBeUndefined();
});

it.each([
  [{ ...start, npm_config_noproxy: '', npm_config_proxy: 'http://p.example', npm_config_yes: 'true' }, []],
  [{ ...start, npm_config_target: '30.0.0' }, ['--target', 'http://127.0.0.1:1']],
  [{ ...start, npm_config_target: '30.0.0' }, ['--target=http://127.0.0.1:1']],
  [{ ...start, npm_config_target: '30.0.0' }, ['-h']],
  [{ npm_config_target: '30.0.0' }, []],
  [{ npm_config_target: '30.0.0', npm_lifecycle_event: 'npx' }, []],
])('npm took nothing of %j with %j', (environment, flags) => {
  expect(taken('run', environment, ...flags)).toBeUndefined();
});

it('help has every flag of a run below a heading of its own kind, none twice', () => {
  const help = withSettings(new Command('run')).helpInformation();
  const headings = [...help.matchAll(/^(\w.*):$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual([
    ...['Options', 'Target', 'Choice of exchanges', 'Sends to a live target', 'Reports', 'Connection'],
  ]);
  expect(help).toMatch(/^Reports:\n {2}--report-dir /m);
  const flags = help.match(/^ {2}--[\w-]+/gm) ?? [];
  expect(new Set(flags).size).toBe(flags.length);
});

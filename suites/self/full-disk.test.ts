import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, ran, reportListing, resultsIn, spawnCommand } from './command.ts';
import { lacks } from './needs.ts';

const canonical = ['--case', 'SendBulkSms/canonical'];

describe.skipIf(lacks('sh', '/dev')).concurrent('a stream that cannot be written', () => {
  const redirectedTo = (redirected: string, args: readonly string[]) => {
    const program = shell(`exec node "$@" ${redirected}`);
    return ran(args, {}, (all, environment) => spawnCommand(all, environment, { program }));
  };
  const told = 'standard output cannot be written: no space left on device; the exit code is 5\n';

  it('is told, and the run goes on to its end and its reports, and ends with 5', async () => {
    const ended = await redirectedTo('> /dev/full', canonical);
    expect(ended.said).toBe(told);
    expect(ended.code).toBe(5);
    expect(resultsIn(ended.folder)).toMatchObject({ exitCode: 0, summary: { passed: 4 } });
    expect(reportListing(ended.folder)).toEqual(['junit.xml', 'report.html', 'results.json']);
  });

  it.each([
    ['> /dev/full', told],
    ['> /dev/full 2> /dev/full', ''],
  ])('is told once where it can be: %s', async (redirected, wanted) => {
    const { said, code } = await redirectedTo(redirected, [...canonical, '--dry-run']);
    expect(said).toBe(wanted);
    expect(code).toBe(5);
  });

  it('standard error alone takes the place of the exit code of a mistake', async () => {
    const { said, code } = await redirectedTo('2> /dev/full', [...canonical, '--gate', 'nonsense']);
    expect(said).toBe('');
    expect(code).toBe(5);
  });
});

/** A program that runs a line of the shell, for which its arguments are `$@`. */
function shell(line: string): string {
  const path = join(folderWith({ shell: `#!/bin/sh\n${line}\n` }), 'shell');
  chmodSync(path, 0o700);
  return path;
}

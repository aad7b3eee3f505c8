import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWatched, openPage } from './open-page.ts';

const LONG_MS = 60_000;

/** Shows a file as a system does that this script stands for. */
async function shownBy(script: string, patienceMs: number) {
  const started: { process?: ChildProcess; path?: string } = {};
  const opener = async (path: string) => {
    const shown = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
    Object.assign(started, { process: shown, path });
    await once(shown, 'spawn');
    return shown;
  };
  const told = await openPage('reports/index.html', opener, patienceMs);
  return { ...started, told };
}

describe('a page', () => {
  it('is opened by its whole path', async () => {
    const { told, path } = await shownBy('process.exitCode = 0', LONG_MS);
    expect(told).toBeUndefined();
    expect(path).toBe(resolve('reports/index.html'));
  });

  it('that the system cannot open is no error, but said', async () => {
    const { told } = await shownBy('process.exitCode = 3', LONG_MS);
    expect(told).toBe('not opened    what opens files here ended with 3; open the file in a browser');
  });

  it('for which nothing can be started is no error, but said', async () => {
    expect(await openPage('index.html', () => Promise.reject(new Error('spawn ENOENT')))).toBe(
      'not opened    spawn ENOENT; open the file in a browser',
    );
  });

  it('in a browser that stays is not waited for', async () => {
    const { told, process: browser } = await shownBy('setInterval(() => {}, 1_000)', 1);
    expect(told).toBeUndefined();
    expect(browser?.exitCode).toBe(null);
    browser?.kill();
  });
});

it.each<[boolean | undefined, string | undefined, boolean]>([
  [true, undefined, true],
  [true, '', true],
  [true, 'true', false],
  [true, '1', false],
  [undefined, undefined, false],
  [false, undefined, false],
])('where a terminal is %s and CI is %s, somebody watches: %s', (isTTY, CI, watched) => {
  expect(isWatched(isTTY === undefined ? {} : { isTTY }, { CI })).toBe(watched);
});

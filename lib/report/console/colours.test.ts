import { expect, it } from 'vitest';
import { hasColours, hasLinks } from './colours.ts';

it.each([
  ['win32', true, {}, true],
  ['win32', false, {}, false],
  ['win32', undefined, {}, false],
  ['win32', undefined, { CI: 'true' }, true],
  ['win32', undefined, { FORCE_COLOR: '1' }, true],
  // picocolors has looked there.
  ['linux', undefined, {}, true],
])('%s, a terminal: %s, %j: colours %s', (platform, isTTY, env, has) => {
  const place = { platform, stdout: isTTY === undefined ? {} : { isTTY }, env };
  expect(hasColours(place, true)).toBe(has);
  expect(hasColours(place, false)).toBe(false);
});

it.each([
  [{ VTE_VERSION: '7200' }, true],
  [{ VTE_VERSION: '4999' }, false],
  [{ TERM_PROGRAM: 'vscode' }, true],
  [{ TERM_PROGRAM: 'Apple_Terminal' }, false],
  [{ WT_SESSION: 'x', CI: '' }, false],
  [{ KITTY_WINDOW_ID: '1', TERM: 'dumb' }, false],
  [{ TERM: 'xterm-256color' }, false],
])('the terminal of %j shows links: %s', (env, has) => {
  expect(hasLinks(env)).toBe(has);
});

import { expect, it } from 'vitest';
import { hasColours } from './colours.ts';

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

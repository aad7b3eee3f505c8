import { expect, it } from 'vitest';
import { isWatched } from './report-folder.ts';

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

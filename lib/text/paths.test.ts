import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { slashed, withUpperDrive } from './paths.ts';

it('a path of Windows is written with /, and a backslash in a name of another system is kept', () => {
  const seen = win32.relative('C:\\work', 'C:\\work\\my cases\\sub\\a.yaml');
  expect(slashed(seen, win32.sep)).toBe('my cases/sub/a.yaml');
  expect(slashed('a\\b/c.yaml', posix.sep)).toBe('a\\b/c.yaml');
});

it.each([
  ['file:///c:/repo/c:/main.js', 'file:///C:/repo/c:/main.js'],
  ['file:///C:/repo/main.js', 'file:///C:/repo/main.js'],
  ['file:///home/c:/main.js', 'file:///home/c:/main.js'],
])('the drive of %s is in upper case in %s', (url, upper) => {
  expect(withUpperDrive(url)).toBe(upper);
});

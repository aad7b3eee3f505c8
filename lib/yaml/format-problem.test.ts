import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shownPath } from './format-problem.ts';

it.each([
  ['in the working folder', join(process.cwd(), 'known', 'a.yaml'), 'known/a.yaml'],
  ['in the working folder, by a detour', join('.', 'x', '..', 'a.yaml'), 'a.yaml'],
  ['whose name begins with dots, in the working folder', join(process.cwd(), '..a.yaml'), '..a.yaml'],
  ['that is the working folder', process.cwd(), '.'],
  ['elsewhere, from the root', '/elsewhere/a.yaml', '/elsewhere/a.yaml'],
  ['elsewhere, as seen from the working folder', '../elsewhere/a.yaml', '../elsewhere/a.yaml'],
  ['that is the folder above', '..', '..'],
])('a path %s', (_, given, shown) => {
  expect(shownPath(given)).toBe(shown);
});

import { expect, it } from 'vitest';
import { byLevel, levels, weaker } from './levels.ts';

it.each([
  ['must', 'should', 'should'],
  ['gap', 'must', 'gap'],
  ['should', 'gap', 'gap'],
  ['must', 'must', 'must'],
] as const)('the weaker of %s and %s is %s, both ways round', (one, other, weakest) => {
  expect(weaker(one, other)).toBe(weakest);
  expect(weaker(other, one)).toBe(weakest);
});

it('the gravest level comes first', () => {
  expect(levels.toReversed().sort(byLevel)).toEqual(['must', 'should', 'gap']);
});

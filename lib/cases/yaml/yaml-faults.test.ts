import { describe, expect, it } from 'vitest';
import { parseYaml } from './yaml-source.ts';

const told = (text: string) =>
  parseYaml('file.yaml', text).problems.map(({ line, column, message }) => `${line}:${column}: ${message}`);

const rest = Array.from({ length: 40 }, (_, i) => `  - { id: case-${i}, levle: must }\n`).join('');

describe('a syntax error is the only problem of its file', () => {
  it.each([
    [
      'a brace that is not closed',
      '{ id: a, with: { b: c }',
      '2:5: not valid YAML: the { here is not closed; expected }',
    ],
    [
      'a bracket that is not closed',
      '{ id: [a }',
      '2:11: not valid YAML: the [ here is not closed; expected ]',
    ],
    ['a brace too many', '{ id: a }}', '2:14: not valid YAML: unexpected "}"'],
    ['text behind a brace', '{ id: a } s3cret', '2:15: not valid YAML: unexpected text'],
    [
      'a quote that is not closed',
      '{ id: "a }',
      '2:11: not valid YAML: the " here is not closed; expected "',
    ],
  ])('%s', (_, first, problem) => {
    expect(told(`cases:\n  - ${first}\n${rest}`)).toEqual([problem]);
  });

  it('also beside a key that is there twice', () => {
    expect(told('a: 1\na: 2\nb: { c: d\ne: f\n')).toEqual([
      '3:4: not valid YAML: the { here is not closed; expected }',
    ]);
  });
});

it('faults that leave the file readable are all told', () => {
  expect(told('a: 1\na: 2\nb: !tag c\n7: d\n')).toEqual([
    '2:1: the key "a" is already in this mapping',
    '3:4: unknown tag !tag; write the value without it',
    '4:1: the key 7 without quotes is a number: write "7"',
  ]);
});

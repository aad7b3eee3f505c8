import { expect, it } from 'vitest';
import { mutantsOf } from './report.ts';

const source = 'const a = b > c;\nif (a) {\n  d();\n}\n';
const at = (line: number, column: number) => ({ line, column });

it('reads the mutants of a report with the texts that they change, each on one line', () => {
  const mutants = [
    {
      id: '7',
      status: 'Survived',
      replacement: 'b >= c',
      location: { start: at(1, 11), end: at(1, 16) },
    },
    { id: '8', status: 'Killed', replacement: '{}', location: { start: at(2, 8), end: at(4, 2) } },
  ];
  expect(mutantsOf({ files: { 'lib/a.ts': { source, mutants } } })).toEqual([
    {
      id: '7',
      file: 'lib/a.ts',
      place: 'lib/a.ts:1:11',
      original: 'b > c',
      replacement: 'b >= c',
      state: 'living',
    },
    {
      id: '8',
      file: 'lib/a.ts',
      place: 'lib/a.ts:2:8',
      original: '{ d(); }',
      replacement: '{}',
      state: 'found',
    },
  ]);
});

it.each([
  ['Killed', 'found'],
  ['Timeout', 'found'],
  ['Survived', 'living'],
  ['NoCoverage', 'living'],
  ['CompileError', 'invalid'],
  ['RuntimeError', 'invalid'],
  ['Ignored', 'invalid'],
  ['Pending', 'not tried'],
])('takes %s for %s', (status, state) => {
  const location = { start: at(1, 1), end: at(1, 6) };
  expect(mutantsOf({ files: { 'lib/a.ts': { source, mutants: [{ id: '1', status, location }] } } })).toEqual([
    expect.objectContaining({ state, original: 'const', replacement: '' }),
  ]);
});

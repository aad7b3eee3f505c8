import { expect, it } from 'vitest';
import { inFolder, loaded, problemsOf } from '../../suites/support/cases.ts';
import { formatProblem } from '../yaml/format-problem.ts';
import { loadClasses } from './load.ts';

const entry = (id: string, what = 'text: x') =>
  `  - { id: ${id}, ${what}, title: A title, because: a sentence about it }\n`;
const load = (text: string, taken: readonly string[] = []) =>
  inFolder({ 'own.yaml': `classes:\n${text}` }, () =>
    loadClasses(
      'own.yaml',
      taken.map((id) => ({ ...first(), id })),
    ),
  );
const first = () => {
  const [valueClass] = loaded(
    inFolder({ 'own.yaml': `classes:\n${entry('own')}` }, () => loadClasses('own.yaml')),
  );
  if (!valueClass) throw new Error('no class');
  return valueClass;
};

it('reads the classes of a file with their places', () => {
  expect(loaded(load(entry('one') + entry('two', 'text: { fill: ab, length: 3 }')))).toMatchObject([
    { id: 'one', text: 'x', source: { file: 'own.yaml', line: 2 } },
    { id: 'two', text: { fill: 'ab', length: 3 }, source: { line: 3 } },
  ]);
});

it.each([
  [
    'an id that a built-in class has',
    entry('taken'),
    'own.yaml:2:11: the id "taken" is taken; give the class another',
  ],
  [
    'an id twice',
    entry('one') + entry('one'),
    'own.yaml:3:11: the id "one" is taken; give the class another',
  ],
  ['an unknown key', entry('one', 'txet: x'), 'own.yaml:2:16: unknown key "txet"'],
  [
    'a character that XML forbids',
    entry('one', 'text: "a\\u0001"'),
    'own.yaml:2:22: a value cannot hold U+0001, which XML 1.0 forbids',
  ],
  ['a part without a group', entry('one', 'inside: x'), 'own.yaml:2:5: '],
])('reports %s with its place', (_, text, problem) => {
  const [found] = problemsOf(load(text, ['taken'])).map(formatProblem);
  expect(found?.startsWith(problem), found).toBe(true);
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { forms } from './index.ts';

it('cases/README.md lists every form with its title and bindings, and no other', () => {
  const text = readFileSync(new URL('../../../cases/README.md', import.meta.url), 'utf8');
  const section = /^## Forms\n(.*?)^## /ms.exec(text)?.[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.map((row) => row.split('|').map((cell) => cell.trim().replaceAll('`', '')));
  expect(listed.map(([, id, title, bindings]) => [id, title, bindings])).toEqual(
    forms.map(({ id, title, bindings }) => [id, title, bindings.join(', ')]),
  );
});

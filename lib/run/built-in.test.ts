import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { newFolder } from '../../suites/self/folders.ts';
import type { Loaded } from '../model/result.ts';
import { casesFolder, keptDeclarations, loadDeclarations } from './built-in.ts';

it('declarations are loaded once for the same files, and again when a byte changes or a file is added', () => {
  const root = newFolder();
  const [cases, store] = [join(root, 'cases'), join(root, 'store')];
  mkdirSync(cases);
  mkdirSync(store);
  writeFileSync(join(store, 'conformance.js'), '');
  const kept = () => readdirSync(store).filter((name) => name.startsWith('declarations-'));
  // Mistakes are never kept.
  const wrong = vi.fn((): Loaded<never> => ({ ok: false, error: [] }));
  expect(keptDeclarations(cases, wrong, store)).toEqual(keptDeclarations(cases, wrong, store));
  expect(wrong).toHaveBeenCalledTimes(2);
  expect(kept()).toEqual([]);
  const load = vi.fn((): Loaded<number> => ({ ok: true, value: 1 }));
  for (const text of ['a: 1\n', 'a: 1\n', 'a: 2\n']) {
    writeFileSync(join(cases, 'contract.yaml'), text);
    expect(keptDeclarations(cases, load, store)).toEqual({ ok: true, value: 1 });
  }
  writeFileSync(join(cases, 'more.yaml'), '');
  keptDeclarations(cases, load, store);
  expect(load).toHaveBeenCalledTimes(3);
  expect(kept()).toHaveLength(3);
  // A folder that cannot be written to is no fault.
  writeFileSync(join(cases, 'other.yaml'), '');
  expect(keptDeclarations(cases, load, join(store, 'missing'))).toEqual({ ok: true, value: 1 });
});

it('what is kept is what was loaded, to the last field', () => {
  const loaded = loadDeclarations();
  expect(loaded.ok).toBe(true);
  expect(JSON.parse(JSON.stringify(loaded))).toStrictEqual(loaded);
  expect(keptDeclarations(casesFolder, () => ({ ok: false, error: [] }))).toStrictEqual(loaded);
});

import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Loaded } from '../model/result.ts';
import { casesFolder, keptDeclarations, loadDeclarations } from './built-in.ts';

function folders() {
  const root = mkdtempSync(join(tmpdir(), 'kept-'));
  const [cases, store] = [join(root, 'cases'), join(root, 'store')];
  mkdirSync(cases);
  mkdirSync(store);
  writeFileSync(join(cases, 'contract.yaml'), 'a: 1\n');
  return { cases, store };
}

/** A loader that counts how often it was asked. */
function counted<T>(loaded: Loaded<T>) {
  const loader = () => {
    loader.calls += 1;
    return loaded;
  };
  loader.calls = 0;
  return loader;
}

const sound: Loaded<{ readonly n: number }> = { ok: true, value: { n: 1 } };

describe('kept declarations', () => {
  it('are loaded once for the same files', () => {
    const { cases, store } = folders();
    const load = counted(sound);
    expect(keptDeclarations(cases, load, store)).toEqual(sound);
    expect(keptDeclarations(cases, load, store)).toEqual(sound);
    expect(load.calls).toBe(1);
    expect(readdirSync(store)).toHaveLength(1);
  });

  it.each([
    ['one byte of a file changes', (cases: string) => writeFileSync(join(cases, 'contract.yaml'), 'a: 2\n')],
    ['a file is added', (cases: string) => writeFileSync(join(cases, 'more.yaml'), '')],
  ])('are loaded again when %s', (_, change) => {
    const { cases, store } = folders();
    const load = counted(sound);
    keptDeclarations(cases, load, store);
    change(cases);
    keptDeclarations(cases, load, store);
    expect(load.calls).toBe(2);
  });

  it('are loaded again when what was kept is damaged', () => {
    const { cases, store } = folders();
    const load = counted(sound);
    keptDeclarations(cases, load, store);
    const [kept = ''] = readdirSync(store);
    writeFileSync(join(store, kept), '{"n":');
    expect(keptDeclarations(cases, load, store)).toEqual(sound);
    expect(load.calls).toBe(2);
  });

  it('are not kept when there is a mistake in them, or nowhere to keep them', () => {
    const { cases, store } = folders();
    const wrong = counted<never>({ ok: false, error: [] });
    keptDeclarations(cases, wrong, store);
    expect(keptDeclarations(cases, wrong, store)).toEqual({ ok: false, error: [] });
    expect(wrong.calls).toBe(2);
    expect(readdirSync(store)).toEqual([]);
    expect(keptDeclarations(cases, counted(sound), join(store, 'missing'))).toEqual(sound);
  });

  it('are what was loaded, to the last field', () => {
    const { store } = folders();
    const loaded = loadDeclarations();
    expect(loaded.ok).toBe(true);
    keptDeclarations(casesFolder, () => loaded, store);
    const never = () => {
      throw new Error('nothing was kept');
    };
    expect(keptDeclarations(casesFolder, never, store)).toStrictEqual(loaded);
  });
});

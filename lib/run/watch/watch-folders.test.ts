import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FolderWatch, watchFolders } from './watch-folders.ts';

let root = '';
let watch: FolderWatch;
const path = (name: string) => join(root, name);
const write = (name: string, text = '') => writeFileSync(path(name), text);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watch-'));
  mkdirSync(path('own/deep'), { recursive: true });
  write('own/a.yaml');
  watch = watchFolders({ folders: [path('own')], files: [path('known.yaml')] });
});
afterEach(() => {
  watch.close();
  rmSync(root, { recursive: true });
});

/** Names of what is told next. */
async function next(): Promise<readonly string[]> {
  return [...(await watch.next())].map((one) => one.slice(root.length + 1)).sort();
}

it('tells a file that is written, at any depth, also with the same text and size', async () => {
  write('own/a.yaml', 'a');
  expect(await next()).toEqual(['own/a.yaml']);
  utimesSync(path('own/a.yaml'), 1, 1);
  expect(await next()).toEqual(['own/a.yaml']);
  write('own/deep/b.yml');
  expect(await next()).toEqual(['own/deep/b.yml']);
});

it('tells a file that is given its name, loses it, or has none any more', async () => {
  write('unsaved', 'a');
  renameSync(path('unsaved'), path('own/a.yaml'));
  expect(await next()).toEqual(['own/a.yaml']);
  renameSync(path('own/a.yaml'), path('own/b.yaml'));
  expect(await next()).toEqual(['own/a.yaml', 'own/b.yaml']);
  rmSync(path('own'), { recursive: true });
  expect(await next()).toEqual(['own/b.yaml']);
});

it('tells a file besides that was not there, and nothing of others', async () => {
  write('other.yaml');
  write('own/notes.txt');
  write('own/.a.yaml.swp.yaml');
  write('known.yaml');
  expect(await next()).toEqual(['known.yaml']);
});

it('tells what changed while nobody asked, as one', async () => {
  write('own/a.yaml', 'a');
  write('known.yaml');
  await new Promise((resolve) => setTimeout(resolve, 300));
  write('own/b.yaml');
  expect(await next()).toEqual(['known.yaml', 'own/a.yaml', 'own/b.yaml']);
});

it('waits for a file that is still being written', async () => {
  let length = 0;
  const writing = setInterval(() => {
    length += 1;
    write('own/a.yaml', 'a'.repeat(length));
  }, 20);
  setTimeout(() => clearInterval(writing), 900);
  expect(await next()).toEqual(['own/a.yaml']);
  expect(length).toBeGreaterThan(20);
});

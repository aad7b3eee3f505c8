import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { caseFilesIn } from '../../cases/case-files.ts';

/** What is watched: every case file of some folders, and files besides. */
export interface Watched {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

export interface FolderWatch {
  /** Resolves with the whole paths of files that were written, added or removed since it resolved last. */
  next(): Promise<ReadonlySet<string>>;
  close(): void;
}

/** Soon enough for who saves and looks up; a look at a hundred files takes a millisecond. */
const LOOK_MS = 200;

/**
 * Watches files by looking at them. Events of file systems differ by platform, mount and editor, do not come from
 * another machine or out of a container, and were seen to be missed where a file was given its name by a rename.
 * What changed is told once it has stayed the same for one look, as editors write a file in several steps.
 */
export function watchFolders(watched: Watched): FolderWatch {
  let told = look(watched);
  let before = told;
  let tell: ((changed: ReadonlySet<string>) => void) | undefined;
  const timer = setInterval(() => {
    if (tell === undefined) return;
    const now = look(watched);
    const changed = differing(told, now);
    const settled = differing(before, now).size === 0;
    before = now;
    if (changed.size === 0 || !settled) return;
    told = now;
    tell(changed);
    tell = undefined;
  }, LOOK_MS);
  return {
    next: () =>
      new Promise((resolveNext) => {
        tell = resolveNext;
      }),
    close: () => clearInterval(timer),
  };
}

/** Files by their whole path, each with what is another once it was written. */
type Look = ReadonlyMap<string, string>;

function look({ folders, files }: Watched): Look {
  const all = [...folders.flatMap(filesOf), ...files].map((path) => resolve(path));
  return new Map(all.map((path) => [path, stateOf(path)]));
}

/** None of a folder that is gone, so that all of them are told. */
function filesOf(folder: string): readonly string[] {
  try {
    return caseFilesIn(folder);
  } catch {
    return [];
  }
}

function stateOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? 'none' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
}

function differing(before: Look, now: Look): ReadonlySet<string> {
  return new Set([...before.keys(), ...now.keys()].filter((path) => before.get(path) !== now.get(path)));
}

/** For tests of a full disk: small file systems of their own. */
import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from './command.ts';

/**
 * Whether file systems can be mounted here, which only root may; where SMALL_DISK_REQUIRED says that they must be, it is
 * an error that they cannot.
 */
export function hasSmallDisks(): boolean {
  const folder = newFolder();
  const mounted = mount(folder, 64);
  if (mounted === undefined) {
    unmount(folder);
    return true;
  }
  if (process.env.SMALL_DISK_REQUIRED) throw new Error(`a small disk is required: ${mounted}`);
  process.stderr.write(`SKIPPED: no disk is filled, because none can be mounted: ${mounted}\n`);
  return false;
}

/** Mounts a disk of so many KiB while `use` runs. */
export async function withSmallDisk<T>(kib: number, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = newFolder();
  const failure = mount(folder, kib);
  if (failure !== undefined) throw new Error(failure);
  try {
    return await use(folder);
  } finally {
    unmount(folder);
  }
}

/** Leaves so many KiB of a disk free. */
export function fill(folder: string, left = 0): void {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(join(folder, 'filler'), Buffer.alloc(bavail * bsize - left * 1024));
}

function mount(folder: string, kib: number): string | undefined {
  const { status, stderr, error } = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${kib}k`,
    'tmpfs',
    folder,
  ]);
  return status === 0 ? undefined : (error?.message ?? stderr.toString().trim());
}

function unmount(folder: string): void {
  spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
}

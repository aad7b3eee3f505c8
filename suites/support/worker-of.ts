/** For tests of the real command: the process that sends and judges. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Vitest's worker: the child of the command that is a Node process. */
export function workerOf(pid: number): number {
  const children = readdirSync('/proc').filter((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      const [, parent] = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return Number(parent) === pid && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('worker.js');
    } catch {
      return false;
    }
  });
  expect(children).toHaveLength(1);
  return Number(children[0]);
}

import type { Environment } from '../model/running/io.ts';

/** Taken when this is loaded: the parent may be gone by the time a run begins. */
const parentAtStart = process.ppid;

const EVERY_MS = 1_000;

/**
 * Calls `lost` once the process that started this one is gone, where npm or npx, pnpm or Yarn ran the command. A signal to
 * npm alone ends npm and its shell but not what they started. A process that nobody started through npm may outlive its
 * parent on purpose (nohup, setsid, a CI runner), so it is not watched; nor is one on Windows, where the parent of a
 * process never changes.
 *
 * @returns ends the watching
 */
export function onLostParent(lost: () => void, environment: Environment): () => void {
  if (environment.npm_lifecycle_event === undefined || process.platform === 'win32') return () => {};
  const timer = setInterval(() => {
    if (process.ppid === parentAtStart) return;
    clearInterval(timer);
    lost();
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}

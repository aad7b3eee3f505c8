/** For tests of live endpoints: a host that is not this machine by its name, and yet leads here. */
import { afterAll, beforeAll } from 'vitest';
import { LIVE_HOST } from './live-name.mjs';

export { LIVE_HOST };

const NODE_OPTIONS = `--import ${new URL('live-name.mjs', import.meta.url)}`;

/** What a command gets that sends to the live host in a process of its own. */
export const KNOWS_LIVE_HOST = { NODE_OPTIONS };

/** Lets the workers of runs in this process know the live host. */
export function knowLiveHost(): void {
  const before = process.env.NODE_OPTIONS;
  beforeAll(() => {
    process.env.NODE_OPTIONS = [before, NODE_OPTIONS].filter(Boolean).join(' ');
  });
  afterAll(() => {
    if (before === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = before;
  });
}
